import { join } from 'node:path'
import { run } from './processes.mjs'
import { removeStamp, takeStamp, writeStamp } from './stamp.mjs'

/**
 * @typedef {{ name: string, args: string[] }} Step a part of the product and the Node program that builds it
 */

/**
 * @param {string} root
 * @returns {Step[]}
 */
function steps(root) {
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const output = ['--outDir', join(root, 'dist/client'), '--emptyOutDir', '--logLevel', 'warn']
  return [
    { name: 'server', args: [join(root, 'scripts/start/bundle-server.mjs')] },
    { name: 'client', args: [vite, 'build', '-c', join(root, 'client/vite.config.ts'), ...output] },
  ]
}

/**
 * Builds in processes of their own, so that their memory is given back before the server starts.
 * The stamp is written last: a build that was cut short is made again.
 * @param {string} root
 * @param {(line: string) => void} tell
 * @returns {Promise<void>}
 */
export async function build(root, tell) {
  const stamp = takeStamp(root)
  removeStamp(root)
  const env = { ...process.env, NODE_ENV: 'production' }
  await Promise.all(
    steps(root).map(async ({ name, args }) => {
      const begun = performance.now()
      const { code, output } = await run(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
      if (code !== 0) throw new Error(`The ${name} could not be built.\n${output.trim()}`)
      tell(`Built the ${name} in ${((performance.now() - begun) / 1000).toFixed(1)} s`)
    }),
  )
  writeStamp(root, stamp)
}
