import { realpathSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { useCurrent } from './builds.mjs'
import { run } from './processes.mjs'

const LEAST_THREADS = 16
const THREADS_PER_CORE = 4
/** Each thread having a heap of its own, as is usual, kept a fourth more memory than was in use. */
const MALLOC_HEAPS = 2
/** Larger pieces are mapped one by one and given back when freed; left to itself the limit grows with what is freed. */
const MAPPED_FROM_BYTES = 128 * 1024

/**
 * libuv reads the size of its thread pool, and the C library how it keeps its heaps, before the first line of a
 * program runs, so the environment is the only way to set them.
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
  const leash = pathToFileURL(join(root, 'scripts/start/parent-watchdog.mjs')).href
  const leave = useCurrent(root, process.pid)
  // The real path: a build taken up later changes nothing for this server.
  const program = realpathSync(join(root, 'dist/server/main.js'))
  try {
    const { code } = await run(process.execPath, ['--import', leash, program, ...args], {
      cwd: root,
      env: serverEnvironment(process.env),
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    return code
  } finally {
    leave()
  }
}
