// Fails when the first load grows past its budget, or when three.js slips into it. `npm run budget` prints the figures.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const built = join(dirname(fileURLToPath(import.meta.url)), '../src/rollmops/server/static')
const budget = 117_500
const later = 15_000
const manifest = JSON.parse(readFileSync(join(built, 'manifest.json'), 'utf8'))
const gzipped = (file) => gzipSync(readFileSync(join(built, file)), { level: 9 }).length

function filesOf(key, seen = new Set()) {
  const chunk = manifest[key]
  if (seen.has(chunk.file)) return seen
  seen.add(chunk.file)
  for (const css of chunk.css ?? []) seen.add(css)
  for (const next of chunk.imports ?? []) filesOf(next, seen)
  return seen
}

const first = filesOf('index.html')
first.add('index.html')
if (existsSync(join(built, 'icon.svg'))) first.add('icon.svg')
for (const file of filesOf('src/words/en.ts')) first.add(file)
// Whoever opens a table loads its game, a language and the table page too: count all that is not the floe, nor for games
// that other packages bring. What writes QR codes comes after the page that shows one, the proof when somebody asks for
// it, the replay and its review after a game: these two have a budget of their own, with the larger of the two languages.
const all = new Set(first)
for (const [key, chunk] of Object.entries(manifest)) {
  if (chunk.isDynamicEntry && !/floe|gallery|generic|about|proof|replay|review|whatif|\/hand\/|node_modules\/qr\//i.test(key)) for (const file of filesOf(key)) all.add(file)
}
const total = (files) => [...files].reduce((sum, file) => sum + gzipped(file), 0)
const afterwards = new Set()
for (const [key, chunk] of Object.entries(manifest)) {
  if (chunk.isDynamicEntry && /replay|review/i.test(key) && !/\.en\.ts$/.test(key)) for (const file of filesOf(key)) if (!all.has(file)) afterwards.add(file)
}
// Asked for one by one, each after another: what if, playing on, own dice.
const single = 12_000
const apart = new Set()
for (const [key, chunk] of Object.entries(manifest)) {
  if (chunk.isDynamicEntry && /whatif|\/hand\/(?!Rests)/i.test(key)) for (const file of filesOf(key)) if (!all.has(file) && !afterwards.has(file)) apart.add(file)
}
const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`
const three = Object.keys(manifest).find((key) => /arena3d/.test(key))

console.log(`home page, gzipped: ${kB(total(first))} in ${first.size} files`)
console.log(`everything but the floe, gzipped: ${kB(total(all))} in ${all.size} files (budget ${kB(budget)})`)
if (three) console.log(`three.js chunk, gzipped: ${kB(gzipped(manifest[three].file))}, loaded by the floe only`)
console.log(`replay and review, gzipped: ${kB(total(afterwards))} in ${afterwards.size} files (budget ${kB(later)}), loaded after a game`)
console.log(`what if and own dice, gzipped: ${kB(total(apart))} in ${apart.size} files (budget ${kB(single)}), loaded when asked for`)
if (total(apart) > single) {
  console.error('budget: what if and own dice are too large')
  process.exit(1)
}
if (total(afterwards) > later) {
  console.error('budget: replay and review are too large')
  process.exit(1)
}
if (total(all) > budget) {
  console.error('budget: the first load is too large')
  process.exit(1)
}
for (const file of all) {
  if (/\.js$/.test(file) && /WebGLRenderer/.test(readFileSync(join(built, file), 'utf8'))) {
    console.error(`budget: three.js is in ${file}, which is not its own chunk`)
    process.exit(1)
  }
}
