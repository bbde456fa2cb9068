import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { forwardSignals, runProgram } from './start/processes.mjs'
import { serverEnvironment } from './start/serve.mjs'
import { prepareTools } from './test/prepare.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/**
 * @param {string} tool
 * @param {string[]} args
 */
const watch = (tool, args) =>
  runProgram(process.execPath, [join(root, 'node_modules', tool), ...args], {
    cwd: root,
    env: { ...serverEnvironment(process.env), NODE_ENV: 'development' },
    stdio: ['ignore', 'inherit', 'inherit'],
  })

// The server restarts and the client reloads when a source changes; Vite proxies all other requests to the server.
forwardSignals()
await prepareTools(root, async () => {})
await Promise.all([
  watch('tsx/dist/cli.mjs', ['watch', '--clear-screen=false', 'server/main.ts']),
  watch('vite/bin/vite.js', ['-c', 'client/vite.config.ts']),
])
