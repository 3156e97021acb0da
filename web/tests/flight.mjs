// Reads lines of JSON {flight, rest} and prints what the page makes of them: names and last poses of the bodies.
import { decode, lengthOf } from '../src/games/floe/flight.ts'
import { match, readRest } from '../src/games/floe/rest.ts'

let text = ''
for await (const part of process.stdin) text += part
const { flight, rest } = JSON.parse(text)
const made = await decode(flight)
const poses = made.splashes.map((_, body) => [made.pose(body, 0), made.pose(body, made.frames - 1)])
console.log(JSON.stringify({ frames: made.frames, milliseconds: lengthOf(flight), splashes: made.splashes, poses, names: match(made, readRest(rest)) }))
