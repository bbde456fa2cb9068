import { runProgram } from '../start/processes.mjs'

/** Debian runs this program to decide whether a service may start. */
const GUARD = '/usr/sbin/policy-rc.d'

/** During the installation the program exits with 101, which means not allowed. */
const SCRIPT = `guard="$0"
if [ ! -e "$guard" ]; then
  printf '#!/bin/sh\\nexit 101\\n' >"$guard" && chmod 755 "$guard"
  trap 'rm -f "$guard"' EXIT
fi
export DEBIAN_FRONTEND=noninteractive
apt-get -o DPkg::Lock::Timeout=300 update
apt-get -o DPkg::Lock::Timeout=300 install -y --no-install-recommends "$@"`

/**
 * @param {string} command
 * @param {string[]} args
 * @returns {Promise<boolean>}
 */
async function succeeds(command, args) {
  try {
    return (await runProgram(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })).code === 0
  } catch {
    return false
  }
}

/** @returns {Promise<string[] | undefined>} how to become root without a password prompt */
async function asRoot() {
  if (process.getuid?.() === 0) return []
  return (await succeeds('sudo', ['-n', 'true'])) ? ['sudo', '-n'] : undefined
}

/**
 * Installs Debian packages if this process has the permission.
 * @param {readonly string[]} packages
 * @param {string} [guard]
 * @returns {Promise<string | undefined>} why it failed
 */
export async function installPackages(packages, guard = GUARD) {
  if (!(await succeeds('apt-get', ['--version']))) return 'there is no apt-get'
  const prefix = await asRoot()
  if (!prefix) return 'this user is neither root nor allowed to use sudo without a password'
  const [command = 'sh', ...args] = [...prefix, 'sh', '-c', SCRIPT, guard, ...packages]
  const { code, output } = await runProgram(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  return code === 0 ? undefined : `apt-get failed:\n${output.trim()}`
}
