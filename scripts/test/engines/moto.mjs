import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { prepareExtensions } from './duckdb-extensions.mjs'
import { installPythonPackages } from './python-packages.mjs'

/** The server of the tests: an implementation of S3 in Python, in an environment of its own. */
const PACKAGES = ['moto[s3]==5.2.5', 'flask==3.1.2', 'flask-cors==6.0.1']
/** Milliseconds until the server must listen. */
const START_MS = 60_000

/**
 * Installs the extensions of DuckDB and a server for S3, about 150 MB, and starts the server on a free port.
 * @param {string} cache
 * @returns {Promise<import('../engine-suites.mjs').EngineServer>}
 */
export async function prepareS3(cache) {
  const extensions = await prepareExtensions(join(cache, 'extensions'))
  if ('missing' in extensions) return extensions
  try {
    const programs = await installPythonPackages(join(cache, 'moto'), PACKAGES)
    const started = await start(join(programs, 'moto_server'))
    return { env: { ...extensions.env, FACET_TEST_S3_ENDPOINT: started.endpoint }, stop: started.stop }
  } catch (error) {
    return { missing: `the server cannot be installed: ${/** @type {Error} */ (error).message.split('\n', 1)[0]}` }
  }
}

/**
 * @param {string} program
 * @returns {Promise<{ endpoint: string, stop: () => Promise<void> }>}
 */
async function start(program) {
  const child = spawn(program, ['-H', '127.0.0.1', '-p', '0'], { stdio: ['ignore', 'ignore', 'pipe'] })
  const stop = async () => void child.kill()
  let printed = ''
  /** @type {Promise<string>} */
  const endpoint = new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('it does not start')), START_MS).unref()
    child.once('error', reject)
    child.once('exit', () => reject(new Error('it has ended')))
    child.stderr.on('data', (/** @type {Buffer} */ chunk) => {
      printed = (printed + String(chunk)).slice(-4096)
      const [, url] = /Running on (http:\/\/127\.0\.0\.1:\d+)/.exec(printed) ?? []
      if (url) resolve(url)
    })
  })
  try {
    return { endpoint: await endpoint, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
