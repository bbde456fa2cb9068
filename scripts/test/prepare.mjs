import { join } from 'node:path'
import { install, isInstalled } from '../start/install.mjs'
import { withLock } from '../start/lock.mjs'

/**
 * Installs missing packages for tests and tools: a start installs only its own.
 * @template T
 * @param {string} root
 * @param {() => Promise<T>} further work to do while no other process installs
 * @returns {Promise<T>}
 */
export function prepareTools(root, further) {
  const work = async () => {
    if (!isInstalled(root, true)) await install(root, true, console.log)
    return further()
  }
  return withLock(join(root, 'dist/.lock'), work, (pid) => console.log(`Waiting for process ${pid} ...`))
}
