import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { brotliFiles } from './build/brotli-files.mjs'
import { chunks } from './build/chunks.mjs'
import { englishControls } from './build/english-controls.mjs'
import { pageFiles } from './build/page-files.mjs'
import { themeScript } from './build/theme-script.mjs'

const server = process.env['FACET_DEV_SERVER'] ?? 'http://127.0.0.1:8088'
const serverPaths = ['/api', '/login', '/logout', '/superset', '/static', '/health']

export default defineConfig({
  root: import.meta.dirname,
  // the base path is only known when the server starts, so files refer to each other by relative paths
  base: './',
  plugins: [react(), englishControls(), themeScript(), pageFiles(), brotliFiles()],
  html: { cspNonce: '__FACET_NONCE__' },
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    // Vite's helper resolves the dependencies of each dynamic import by script, which costs a dashboard 80 ms. The server
    // preloads the files of the requested page, and there is one style sheet.
    modulePreload: false,
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 900,
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
  },
  server: {
    port: 5173,
    proxy: Object.fromEntries(serverPaths.map((path) => [path, { target: server, ws: true }])),
  },
})
