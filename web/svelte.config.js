import { relative } from 'node:path'
import { vitePreprocess } from '@sveltejs/vite-plugin-svelte'

const files = new Map()

// The name of a component's styles stands in each of its elements: four letters of the file's digest are shorter than Svelte's own.
function cssHash({ hash, filename, css }) {
  const file = filename ? relative(import.meta.dirname, filename) : css
  const name = `s${hash(file).slice(-4)}`
  const other = files.get(name) ?? file
  if (other !== file) throw new Error(`${file} and ${other} would share the name ${name} for their styles: take a letter more in svelte.config.js`)
  files.set(name, file)
  return name
}

export default { preprocess: vitePreprocess(), compilerOptions: { runes: true, cssHash } }
