import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'

const server = process.env['ROLLMOPS_SERVER'] ?? 'http://127.0.0.1:8000'

export default defineConfig({
  base: './',
  plugins: [svelte()],
  build: {
    outDir: '../src/rollmops/server/static',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // the Content-Security-Policy allows no data: addresses
    modulePreload: { polyfill: false },
    manifest: 'manifest.json', // budget.js reads it
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      output: {
        // What several pages use is one file: dozens of small ones compress badly and come late.
        codeSplitting: { groups: [{ name: 'shared', test: /src\/(art|parts|look|games\/(soles|espresso|lure)|[a-z.]+\.ts)/, minShareCount: 2 }] },
      },
    },
  },
  server: {
    proxy: { '/api': { target: server, ws: true, changeOrigin: true } },
  },
})
