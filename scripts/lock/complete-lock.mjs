/** @import { Held, Lock } from '../start/versions.mjs' */

const PLATFORM =
  /[/-](aix|android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32)-([a-z0-9]+)(?:-(eabi|gnu|gnueabihf|msvc|musl|musleabihf))?$/

/**
 * Returns the platform of a package with native code, from its name.
 * @param {string} name
 * @param {readonly string[]} siblings packages with the same code for other platforms
 * @returns {{ os: string[], cpu: string[], libc?: string[] } | undefined}
 */
export function platformOf(name, siblings) {
  const [, os, cpu, kind] = PLATFORM.exec(name) ?? []
  if (!os || !cpu) return undefined
  const isGlibc = kind === 'gnu' || (os === 'linux' && kind === undefined && siblings.includes(`${name}-musl`))
  const libc = kind === 'musl' ? 'musl' : isGlibc ? 'glibc' : undefined
  return { cpu: [cpu], ...(libc ? { libc: [libc] } : {}), os: [os] }
}

/**
 * Returns the folder in which a package finds another, by Node's module resolution.
 * @param {Lock} lock
 * @param {string} from
 * @param {string} name
 * @returns {string | undefined}
 */
function folderFor({ packages }, from, name) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
    const folder = `${at === '' ? '' : `${at}/`}node_modules/${name}`
    if (packages[folder]) return folder
    if (at === '') return undefined
  }
}

/**
 * Returns the dependencies that packages of the lock do not find in it.
 * @param {Lock} lock
 * @returns {{ from: string, name: string, version: string, optional: boolean }[]}
 */
export function missingDependencies(lock) {
  return Object.entries(lock.packages).flatMap(([from, { dependencies, devDependencies, optionalDependencies }]) =>
    Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
      .filter(([name]) => folderFor(lock, from, name) === undefined)
      .map(([name, version]) => ({ from, name, version, optional: name in (optionalDependencies ?? {}) })),
  )
}

/**
 * Returns the lock with an entry for every optional package that the registry did not list. The version is the one its
 * package requires; the hash of a file that was not downloaded is missing.
 * @param {Lock} lock
 * @returns {Lock}
 */
export function completeLock(lock) {
  /** @type {[string, Held][]} */
  const added = missingDependencies(lock).flatMap(({ from, name, version, optional }) => {
    const siblings = Object.keys(lock.packages[from]?.optionalDependencies ?? {})
    const platform = platformOf(name, siblings)
    if (!optional || !platform || !/^\d/.test(version)) return []
    const { cpu, libc, os } = platform
    const dev = lock.packages[from]?.dev ? { dev: true } : {}
    return [[`node_modules/${name}`, { version, cpu, ...dev, ...(libc ? { libc } : {}), optional: true, os }]]
  })
  const [root, ...others] = [...Object.entries(lock.packages), ...added]
  const sorted = others.toSorted(([a], [b]) => a.localeCompare(b, 'en'))
  return { ...lock, packages: Object.fromEntries(root ? [root, ...sorted] : sorted) }
}
