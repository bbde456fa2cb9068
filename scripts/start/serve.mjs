import { realpathSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { lockCurrentBuild } from './build-folders.mjs'
import { runProgram } from './processes.mjs'

const LEAST_THREADS = 16
const THREADS_PER_CORE = 4
/** With the default of one heap per thread, a fourth more memory than in use was retained. */
const MALLOC_HEAPS = 2
/** Larger blocks are mapped separately and returned when freed; by default, the threshold grows with freed blocks. */
const MAPPED_FROM_BYTES = 128 * 1024

/**
 * Returns the environment of the server. libuv reads its thread pool size, and the C library its heap settings, before
 * the first line of a program runs, so only the environment can set them.
 * @param {NodeJS.ProcessEnv} env
 * @param {number} [cores]
 * @returns {NodeJS.ProcessEnv}
 */
export function serverEnvironment(env, cores = availableParallelism()) {
  const threads = Math.max(LEAST_THREADS, THREADS_PER_CORE * cores)
  return {
    UV_THREADPOOL_SIZE: String(threads),
    MALLOC_ARENA_MAX: String(MALLOC_HEAPS),
    MALLOC_MMAP_THRESHOLD_: String(MAPPED_FROM_BYTES),
    NODE_ENV: 'production',
    ...env,
  }
}

/**
 * Runs the server until it ends.
 * @param {string} root
 * @param {readonly string[]} args
 * @returns {Promise<number>} the exit code
 */
export async function serve(root, args) {
  const watchdog = pathToFileURL(join(root, 'scripts/start/parent-watchdog.mjs')).href
  const leave = lockCurrentBuild(root, process.pid)
  // The real path, so that a later build does not affect this server.
  const program = realpathSync(join(root, 'dist/server/main.js'))
  try {
    const { code } = await runProgram(process.execPath, ['--import', watchdog, program, ...args], {
      cwd: root,
      env: serverEnvironment(process.env),
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    return code
  } finally {
    leave()
  }
}
