import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installLocked } from './install-locked.mjs'

const scriptFolder = dirname(fileURLToPath(import.meta.url))

/** @param {string} file */
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'))

/**
 * Starts ClickHouse behind its HTTP interface on a free loopback port.
 * @param {string} packages
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
async function startServer(packages) {
  const data = mkdtempSync(join(tmpdir(), 'facet-clickhouse-'))
  const password = randomBytes(12).toString('hex')
  const args = [join(scriptFolder, 'chdb-server.mjs'), packages, join(data, 'data'), password]
  const server = spawn(process.execPath, args, { cwd: data, stdio: ['pipe', 'pipe', 'inherit'] })
  const [line] = await Promise.race([once(server.stdout, 'data'), once(server, 'exit')])
  const port = Number(line)
  if (!(line instanceof Buffer) || !(port > 0)) throw new Error(`the server ended with ${line}`)
  const stop = async () => {
    const ended = once(server, 'exit')
    server.stdin.end()
    await ended
    rmSync(data, { recursive: true, force: true })
  }
  return { url: `clickhousedb://default:${password}@127.0.0.1:${port}/default`, stop }
}

/**
 * Installs ClickHouse as a library, about 550 MB, and the driver as `facet driver add` does, and starts a server.
 * @param {string} cache
 * @returns {Promise<import('../engine-suites.mjs').EngineServer>}
 */
export async function prepareClickHouse(cache) {
  if (process.platform !== 'linux' || process.arch !== 'x64') return { missing: 'chdb is locked for Linux on x64 only' }
  try {
    const packages = join(cache, 'server')
    await installLocked(packages, readJson(join(scriptFolder, 'clickhouse-lock.json')))
    const drivers = readJson(join(scriptFolder, '../../../server/engines/driver-locks.json'))
    await installLocked(join(cache, 'home/drivers/clickhouse'), drivers.clickhouse)
    const { url, stop } = await startServer(packages)
    return { env: { FACET_TEST_CLICKHOUSE: url, FACET_TEST_CLICKHOUSE_HOME: join(cache, 'home') }, stop }
  } catch (error) {
    return { missing: `chdb does not start: ${/** @type {Error} */ (error).message}` }
  }
}
