// Reads JSON {flight, rest} and prints what the page makes of it: the bodies, their names, their first and last poses,
// and by how many degrees a die that lies as the rest line says differs from how its flight ended.
import { Quaternion } from 'three'
import { decode, lengthOf } from '../src/games/floe/flight.ts'
import { flat } from '../src/games/floe/orientation.ts'
import { readRest } from '../src/games/floe/rest.ts'

let text = ''
for await (const part of process.stdin) text += part
const { flight, rest } = JSON.parse(text)
const made = await decode(flight)
const rests = readRest(rest)
const names = rests.map((one) => one.die)
const poses = names.map((_, body) => [made.pose(body, 0), made.pose(body, made.frames - 1)])
const degrees = names.map((name, body) => {
  const lying = rests.find((one) => one.die === name)
  const [, , , ...turn] = made.pose(body, made.frames - 1)
  return lying.wet ? 0 : (flat(lying.up, lying.turn).angleTo(new Quaternion(...turn).normalize()) * 180) / Math.PI
})
console.log(JSON.stringify({ frames: made.frames, milliseconds: lengthOf(flight), splashes: made.splashes, poses, names, degrees }))
