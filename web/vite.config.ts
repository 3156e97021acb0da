import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig, type Plugin } from 'vite'

const server = process.env['ROLLMOPS_SERVER'] ?? 'http://127.0.0.1:8000'

/** What the page starts with comes all at once, as scripts of their own: preloads would be fetched twice (see below). */
const scripts: Plugin = {
  name: 'scripts-for-preloads',
  transformIndexHtml: { order: 'post', handler: (page) => page.replace(/<link rel="modulepreload" crossorigin href="([^"]+)">/g, '<script type="module" crossorigin src="$1"></script>') },
}

/** What the home page needs as well as a table does. */
const shared = /src\/(art|parts|look|games\/(soles|espresso|lure|\w+(\.svelte)?\.ts)|table\/(http|kept|name|open|trouble)|\w+\/kept\.svelte|[a-z.]+\.ts)/

export default defineConfig({
  base: './',
  plugins: [svelte(), scripts],
  build: {
    outDir: '../src/rollmops/server/static',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // the Content-Security-Policy allows no data: addresses
    modulePreload: {
      polyfill: false,
      // Where a service worker answers, Chromium fetches what was preloaded once more and says so on the console. Parts that come
      // later bring their styles along and import the rest themselves.
      resolveDependencies: (_file, parts, { hostType }) => (hostType === 'html' ? parts : parts.filter((part) => part.endsWith('.css'))),
    },
    manifest: 'manifest.json', // budget.js reads it
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      output: {
        // What several pages use is one file: dozens of small ones compress badly and come late.
        codeSplitting: { groups: [{ name: 'shared', test: shared, minShareCount: 2 }] },
      },
    },
  },
  server: {
    proxy: { '/api': { target: server, ws: true, changeOrigin: true } },
  },
})
