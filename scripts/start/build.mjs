import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { currentBuild, newBuild, removeOldBuilds, adoptBuild } from './build-folders.mjs'
import { runProgram } from './processes.mjs'
import { isBuiltFromSources, takeFingerprint, staleReason, writeFingerprint } from './build-fingerprint.mjs'

/**
 * @typedef {{ name: string, args: string[] }} Step a part of the product and the Node program that builds it
 */

/**
 * @param {string} root
 * @param {string} folder of the build
 * @returns {Step[]}
 */
function steps(root, folder) {
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const output = ['--outDir', join(folder, 'client'), '--emptyOutDir', '--logLevel', 'warn']
  return [
    { name: 'server', args: [join(root, 'scripts/start/bundle-server.mjs'), join(folder, 'server')] },
    { name: 'client', args: [vite, 'build', '-c', join(root, 'client/vite.config.ts'), ...output] },
  ]
}

/**
 * @param {string} root
 * @returns {boolean} whether the build in dist was made from the current sources
 */
export const isBuilt = (root) => isBuiltFromSources(root, currentBuild(root))

/**
 * @param {string} root
 * @returns {string} why a build is needed
 */
export const buildReason = (root) => staleReason(root, currentBuild(root))

/**
 * Builds in separate processes, so that their memory is freed before the server starts.
 * A build becomes current when it is complete: after an aborted one the previous build stays.
 * @param {string} root
 * @param {(line: string) => void} tell
 * @returns {Promise<void>}
 */
export async function build(root, tell) {
  const print = takeFingerprint(root)
  const id = `${print.stamp.content.slice(0, 12)}-${randomUUID().slice(0, 8)}`
  const folder = newBuild(root, id)
  const env = { ...process.env, NODE_ENV: 'production' }
  await Promise.all(
    steps(root, folder).map(async ({ name, args }) => {
      const begun = performance.now()
      const { code, output } = await runProgram(process.execPath, args, {
        cwd: root,
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      if (code !== 0) throw new Error(`The ${name} could not be built.\n${output.trim()}`)
      tell(`Built the ${name} in ${((performance.now() - begun) / 1000).toFixed(1)} s`)
    }),
  )
  writeFingerprint(folder, print)
  adoptBuild(root, id)
  removeOldBuilds(root)
}
