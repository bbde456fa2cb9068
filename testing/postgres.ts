import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { findPostgres } from '../scripts/test/programs.mjs'
import { root } from './tree.ts'
import { freePort, type ProcessOwner, unprivilegedOwner } from './local-server.ts'

const execFileAsync = promisify(execFile)
const TRIES = 3

/** A PostgreSQL server for the duration of one test file. */
export interface Postgres {
  /** Connection URL of an empty database, as a superuser. */
  readonly url: string
  /** Stops the server and deletes its files. */
  readonly stop: () => Promise<void>
  /** Stops the server and keeps its files: `INT` is a clean shutdown, `QUIT` a crash. */
  halt(signal: 'INT' | 'QUIT'): Promise<void>
  /** Starts a stopped server on the same port. */
  resume(): Promise<void>
}

/** The options of a server. */
export interface PostgresOptions {
  /** Whether acknowledged writes survive a crash; this is slower. */
  readonly durable?: boolean
}

/**
 * The shell outlives this process: when its input ends, by stop() or by the death of this process, it stops the server
 * and deletes the files. A signal read from the input stops the server and keeps them.
 */
const KEEPER = `trap '' INT TERM HUP
folder="$1"; shift
"$@" &
server=$!
exec 2>&-
read -r signal
kill -"\${signal:-INT}" "$server" 2>/dev/null
wait "$server"
[ -n "$signal" ] || rm -rf "$folder"`

/** The files of a cluster, and the process that serves it. */
interface Cluster extends PostgresOptions {
  readonly programs: string
  readonly folder: string
  readonly port: number
  readonly owner: ProcessOwner | undefined
}

function serve({ programs, folder, port, owner, durable }: Cluster): ChildProcess {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port: String(port),
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: durable ? 'on' : 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    shared_buffers: '32MB',
    max_connections: '50',
  }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const command = [join(programs, 'postgres'), '-D', join(folder, 'data'), ...options]
  return spawn('/bin/sh', ['-c', KEEPER, 'keeper', folder, ...command], {
    ...owner,
    cwd: folder,
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
  })
}

/** Resolves to undefined when the server accepts connections, else to its output before it ended. */
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

function endServer(keeper: ChildProcess, word?: string): Promise<void> {
  return new Promise((resolve) => {
    if (keeper.exitCode !== null) return resolve()
    keeper.once('exit', () => resolve())
    keeper.stdin?.end(word)
  })
}

/** Returns the running server of a keeper process. */
function serverOf(cluster: Cluster, first: ChildProcess): Postgres {
  const { folder, port } = cluster
  let keeper = first
  let halted = false
  return {
    url: `postgres://facet@127.0.0.1:${port}/postgres`,
    stop: async () => {
      await endServer(keeper)
      if (halted) rmSync(folder, { recursive: true, force: true })
    },
    async halt(signal) {
      await endServer(keeper, `${signal}\n`)
      halted = true
    },
    async resume() {
      keeper = serve(cluster)
      const said = await ready(keeper)
      if (said !== undefined) throw new Error(`PostgreSQL did not start again: ${said}`)
      halted = false
    },
  }
}

/** New clusters, one per version. `initdb` takes 2 s of processor time, a copy a tenth of that. */
const CLUSTERS = join(root, 'node_modules/.cache/postgres')

/** Creates a cluster: with `initdb` the first time, then as a copy. */
async function makeCluster(programs: string, folder: string, owner: ProcessOwner | undefined): Promise<void> {
  const data = join(folder, 'data')
  const known = join(CLUSTERS, createHash('sha256').update(programs).digest('hex').slice(0, 16))
  if (existsSync(known)) return void (await execFileAsync('cp', ['-a', known, data]))
  const options = ['-D', data, '--username=facet', '--auth=trust', '--encoding=UTF8', '--no-locale', '--no-sync']
  await execFileAsync(join(programs, 'initdb'), options, { ...owner, cwd: folder })
  mkdirSync(CLUSTERS, { recursive: true })
  const draft = `${known}.${process.pid}`
  await execFileAsync('cp', ['-a', data, draft])
  // Another process may have copied its cluster first; that copy is complete.
  await rename(draft, known).catch(() => rm(draft, { recursive: true, force: true }))
}

/** @returns the server, or its output if it did not start */
async function attempt(
  programs: string,
  owner: ProcessOwner | undefined,
  options: PostgresOptions,
): Promise<Postgres | string> {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'facet-postgres-'))
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const port = await freePort()
  try {
    await makeCluster(programs, folder, owner)
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
  const made = { programs, folder, port, owner, ...options }
  const keeper = serve(made)
  const said = await ready(keeper)
  if (said === undefined) return serverOf(made, keeper)
  await endServer(keeper)
  return said
}

/**
 * Starts a temporary PostgreSQL on a free loopback port, with all files in a temporary folder. It ends with this
 * process at the latest. Throws if PostgreSQL is not installed.
 */
export async function startPostgres(options: PostgresOptions = {}): Promise<Postgres> {
  const postgres = findPostgres()
  if (!postgres) throw new Error('PostgreSQL is not installed: the program postgres was not found')
  // Through a link such as /usr/local/bin/initdb the server's own files are not found; through the real path they are.
  const programs = dirname(realpathSync(postgres))
  const owner = unprivilegedOwner('postgres', 'PostgreSQL')
  let server: Postgres | string = ''
  // The port may be taken between its selection and its use.
  for (let tries = 0; tries < TRIES && typeof server === 'string'; tries++)
    server = await attempt(programs, owner, options)
  if (typeof server === 'string') throw new Error(`PostgreSQL did not start: ${server}`)
  return server
}

/** The server of this worker; stored outside modules, which are loaded anew for each isolated file. */
const sharedServer = process as { facetPostgres?: Promise<Postgres>; facetTemplate?: Promise<string> }
let databases = 0

/**
 * Returns an empty database on a server that the test files of one worker share, since starting a server takes seconds.
 * Tests that create roles, change settings or stop the server need a separate one.
 */
export function emptyDatabase(): Promise<Pick<Postgres, 'url' | 'stop'>> {
  return makeDatabase('template1')
}

/**
 * Returns a copy of a database that `fill` writes once per worker, on the server of `emptyDatabase`. `fill` must close its
 * connections, and every caller must pass the same one.
 */
export async function filledDatabase(fill: (url: string) => Promise<void>): Promise<Pick<Postgres, 'url' | 'stop'>> {
  sharedServer.facetTemplate ??= emptyDatabase().then(async ({ url }) => {
    await fill(url)
    return url.slice(url.lastIndexOf('/') + 1)
  })
  return makeDatabase(await sharedServer.facetTemplate)
}

async function makeDatabase(template: string): Promise<Pick<Postgres, 'url' | 'stop'>> {
  sharedServer.facetPostgres ??= startPostgres()
  const { url } = await sharedServer.facetPostgres
  const name = `test_${process.pid}_${Date.now()}_${++databases}`
  const tell = async (statement: string) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      await client.query(statement)
    } finally {
      await client.end()
    }
  }
  await tell(`CREATE DATABASE ${name} TEMPLATE ${template}`)
  return { url: url.replace(/postgres$/, name), stop: () => tell(`DROP DATABASE ${name} WITH (FORCE)`) }
}
