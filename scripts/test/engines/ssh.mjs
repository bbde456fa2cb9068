import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { installPackages } from '../apt.mjs'
import { findSshd } from '../programs.mjs'
import { installLocked } from './install-locked.mjs'

/**
 * Installs OpenSSH as a Debian package, and the driver as `facet driver add` does.
 * @param {string} cache
 * @returns {Promise<import('../engine-suites.mjs').EngineServer>}
 */
export async function prepareSsh(cache) {
  const failure = findSshd() ? undefined : await installPackages(['openssh-server'])
  if (!findSshd()) return { missing: `openssh-server is not installed: ${failure}` }
  try {
    const locks = join(import.meta.dirname, '../../../server/engines/driver-locks.json')
    await installLocked(join(cache, 'home/drivers/ssh'), JSON.parse(readFileSync(locks, 'utf8')).ssh)
    return { env: { FACET_TEST_SSH_HOME: join(cache, 'home') } }
  } catch (error) {
    return { missing: `the driver cannot be installed: ${/** @type {Error} */ (error).message}` }
  }
}
