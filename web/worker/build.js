// Builds the service worker after the page: it must know every file of the page that was just built. `npm run build` runs it.
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const here = dirname(fileURLToPath(import.meta.url))
const built = process.argv[2] ?? join(here, '../../src/rollmops/server/static') // a test builds a version of its own
const left = new Set(['.sources', 'manifest.json', 'sw.js']) // not of the page

const digest = (text, form) => createHash('sha256').update(text).digest(form)
const files = Object.fromEntries(
  readdirSync(built, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(built.length + 1).replaceAll('\\', '/'))
    .filter((name) => !left.has(name))
    .sort()
    .map((name) => [name, `sha256-${digest(readFileSync(join(built, name)), 'base64')}`]),
)
const source = readdirSync(here).filter((name) => name.endsWith('.ts')).sort().map((name) => readFileSync(join(here, name), 'utf8'))
const version = digest(JSON.stringify(files) + source.join('\n'), 'hex').slice(0, 12)

await build({
  configFile: false,
  root: here,
  logLevel: 'warn',
  define: { __FILES__: JSON.stringify(files), __VERSION__: JSON.stringify(version) },
  build: {
    outDir: built,
    emptyOutDir: false,
    copyPublicDir: false,
    target: 'es2022',
    reportCompressedSize: false,
    rolldownOptions: { input: join(here, 'sw.ts'), output: { format: 'iife', entryFileNames: 'sw.js' } },
  },
})
