import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { chownSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { findPostgres } from '../scripts/test/programs.mjs'

const run = promisify(execFile)
const TRIES = 3

/** A PostgreSQL server that lives as long as one test file. */
export interface Postgres {
  /** Connection URL of an empty database of a superuser. */
  readonly url: string
  /** Ends the server and removes its files. */
  stop(): Promise<void>
}

interface Owner {
  readonly uid: number
  readonly gid: number
}

/** PostgreSQL refuses root: then its own user runs it, or nobody. */
function unprivileged(): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const user = ['postgres', 'nobody'].map((name) => users.find((fields) => fields[0] === name)).find(Boolean)
  if (!user) throw new Error('Running as root, and there is no user postgres or nobody to run PostgreSQL')
  return { uid: Number(user[2]), gid: Number(user[3]) }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/**
 * The shell outlives this process: when its input ends, by stop() or by any kind of death,
 * it ends the server and removes the files.
 */
const KEEPER = `trap '' INT TERM HUP
folder="$1"; shift
"$@" &
server=$!
exec 2>&-
read -r _
kill -INT "$server" 2>/dev/null
wait "$server"
rm -rf "$folder"`

function serve(postgres: string, folder: string, port: number, owner: Owner | undefined): ChildProcess {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port: String(port),
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    shared_buffers: '32MB',
    max_connections: '50',
  }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const command = [postgres, '-D', join(folder, 'data'), ...options]
  return spawn('/bin/sh', ['-c', KEEPER, 'keeper', folder, ...command], {
    ...owner,
    cwd: folder,
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
  })
}

/** Settles with undefined when the server accepts connections, else with what it said before it ended. */
function ready(keeper: ChildProcess): Promise<string | undefined> {
  return new Promise((resolve) => {
    let said = ''
    keeper.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes('ready to accept connections')) resolve(undefined)
    })
    keeper.stderr?.once('close', () => resolve(said))
    keeper.once('error', (error) => resolve(error.message))
  })
}

function end(keeper: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (keeper.exitCode !== null) return resolve()
    keeper.once('exit', () => resolve())
    keeper.stdin?.end()
  })
}

/** @returns the server, or what it said when it did not start */
async function attempt(programs: string, owner: Owner | undefined): Promise<Postgres | string> {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'facet-postgres-'))
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const port = await freePort()
  const cluster = ['-D', join(folder, 'data'), '--username=facet', '--auth=trust']
  try {
    await run(join(programs, 'initdb'), [...cluster, '--encoding=UTF8', '--no-locale', '--no-sync'], {
      ...owner,
      cwd: folder,
    })
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
  const keeper = serve(join(programs, 'postgres'), folder, port, owner)
  const said = await ready(keeper)
  if (said === undefined) return { url: `postgres://facet@127.0.0.1:${port}/postgres`, stop: () => end(keeper) }
  await end(keeper)
  return said
}

/**
 * Starts a throw-away PostgreSQL on a free port of the loopback interface, all of its files in a temporary folder.
 * It ends with this process at the latest. Throws when PostgreSQL is not installed.
 */
export async function startPostgres(): Promise<Postgres> {
  const postgres = findPostgres()
  if (!postgres) throw new Error('PostgreSQL is not installed: the program postgres was not found')
  // Behind a link such as /usr/local/bin/initdb the server's own files are not found; behind the real path they are.
  const programs = dirname(realpathSync(postgres))
  const owner = unprivileged()
  let server: Postgres | string = ''
  // The port may be taken between its choice and its use.
  for (let tries = 0; tries < TRIES && typeof server === 'string'; tries++) server = await attempt(programs, owner)
  if (typeof server === 'string') throw new Error(`PostgreSQL did not start: ${server}`)
  return server
}
