// Fails when a part of the page grows past its budget, or when three.js slips into what every table loads. `npm run budget`
// prints the figures. A new part that is loaded on demand gets a line in `parts`; what has none counts as loaded at once.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const built = join(dirname(fileURLToPath(import.meta.url)), '../src/rollmops/server/static')
const manifest = JSON.parse(readFileSync(join(built, 'manifest.json'), 'utf8'))

// Home page, tables of all games but the floe, and one language (German is the longer one).
const FIRST = 119_900
const parts = [
  // Not counted: the floe has three.js, games of other packages bring their own, the rest is seen once if ever.
  { name: 'floe, gallery, other games, about, proof and QR codes', keys: /floe|\/hand\/Rests|gallery|generic|about|proof|games\/\w+\/chances|node_modules\/qr\//i },
  { name: 'the other language', keys: /(^|[/.])en\.ts$/ },
  { name: 'sounds, settings, hints and what follows a game, when wanted', keys: /sounds|ending|aftergame|hintline|settingsdialog/i, budget: 14_000 },
  { name: 'invitations, the door, the curtain and what is behind More, when wanted', keys: /invite|moredialog|doorform|curtain/i, budget: 7_000 },
  { name: 'what if, playing on and own dice, when asked for', keys: /whatif|\/hand\/(?!Rests)/i, budget: 12_000 },
  { name: 'lessons, when wanted', keys: /lessons?\//i, budget: 12_000 },
  { name: 'faces, drawings and words of the company', keys: /company\//i, budget: 12_000 },
  { name: 'offline, installing, notices and clocks, when wanted', keys: /away\//i, budget: 13_000 },
  { name: 'challenges and evenings with the same dice, when wanted', keys: /same\//i, budget: 14_500 },
  { name: 'the daily catch, when wanted', keys: /daily\//i, budget: 10_000 },
  { name: 'a picture to share and statistics, when wanted', keys: /share\/|statistics/i, budget: 9_000 },
  { name: 'replay and review, after a game', keys: /replay|review/i, budget: 22_000 },
]

function filesOf(key, seen = new Set()) {
  const chunk = manifest[key]
  if (seen.has(chunk.file)) return seen
  seen.add(chunk.file)
  for (const css of chunk.css ?? []) seen.add(css)
  for (const next of chunk.imports ?? []) filesOf(next, seen)
  return seen
}

const gzipped = (file) => gzipSync(readFileSync(join(built, file)), { level: 9 }).length
const total = (files) => [...files].reduce((sum, file) => sum + gzipped(file), 0)
const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`
let failed = false

function report(name, files, budget) {
  const size = total(files)
  console.log(`${name}, gzipped: ${kB(size)} in ${files.size} files${budget ? ` (budget ${kB(budget)})` : ''}`)
  if (budget && size > budget) {
    console.error(`budget: ${name}: too large`)
    failed = true
  }
}

const home = filesOf('index.html')
home.add('index.html')
if (existsSync(join(built, 'icon.svg'))) home.add('icon.svg')
const late = Object.keys(manifest).filter((key) => manifest[key].isDynamicEntry)
const partOf = (key) => parts.find((part) => part.keys.test(key))
const first = new Set(home)
for (const key of late) if (!partOf(key)) for (const file of filesOf(key)) first.add(file)

report('home page without its language', home)
report('everything but the floe', first, FIRST)
for (const part of parts) {
  const files = new Set()
  for (const key of late) if (partOf(key) === part) for (const file of filesOf(key)) if (!first.has(file)) files.add(file)
  report(part.name, files, part.budget)
}
for (const file of first) {
  if (/\.js$/.test(file) && /WebGLRenderer/.test(readFileSync(join(built, file), 'utf8'))) {
    console.error(`budget: three.js is in ${file}, which is not its own chunk`)
    failed = true
  }
}
process.exit(failed ? 1 : 0)
