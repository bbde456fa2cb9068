import { join } from 'node:path'
import { install, isInstalled } from '../start/install.mjs'
import { withLock } from '../start/lock.mjs'

/**
 * Installs the packages that tests and tools need, where they are missing: a start installs only what it needs itself.
 * @template T
 * @param {string} root
 * @param {() => Promise<T>} further what else is prepared while nobody else installs
 * @returns {Promise<T>}
 */
export function prepareTools(root, further) {
  const work = async () => {
    if (!isInstalled(root, true)) await install(root, true, console.log)
    return further()
  }
  return withLock(join(root, 'dist/.lock'), work, (pid) => console.log(`Waiting for process ${pid} ...`))
}
