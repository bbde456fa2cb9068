import { type ChildProcess, spawn } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import mysql, { type Connection } from 'mysql2/promise'
import { findMariaDB } from '../scripts/test/programs.mjs'
import { freePort, unprivilegedOwner } from './local-server.ts'

const PASSWORD = 'facet-test'

/** A MariaDB server for the duration of one test file. */
export interface MariaDB {
  readonly port: number
  /** Returns a connection of the administrator. */
  connect(database?: string): Promise<Connection>
  /** Stops the server and deletes its files. */
  stop(): Promise<void>
}

/** The shell stops the server and deletes the files when its input ends, with this process at the latest. */
const KEEPER = `trap '' INT TERM HUP
folder="$1"; shift
"$@" &
server=$!
exec 2>&-
read -r _
kill -KILL "$server" 2>/dev/null
wait "$server"
rm -rf "$folder"`

function ready(keeper: ChildProcess): Promise<string | undefined> {
  return new Promise((resolve) => {
    let output = ''
    keeper.stderr?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      if (output.includes('ready for connections')) resolve(undefined)
    })
    keeper.stderr?.once('close', () => resolve(output))
    keeper.once('error', (error) => resolve(error.message))
  })
}

const SYSTEM_TABLES = ['mysql_system_tables.sql', 'mysql_system_tables_data.sql']
const SHARE = '/usr/share/mysql'

/** Creates the system tables of a new server. */
async function createTables(server: string, data: string, options: object): Promise<void> {
  const scripts = SYSTEM_TABLES.map((name) => readFileSync(join(SHARE, name), 'utf8'))
  const flags = ['--no-defaults', '--bootstrap', `--datadir=${data}`, `--lc-messages-dir=${SHARE}`]
  const bootstrap = spawn(server, [...flags, '--log-warnings=0'], { ...options, stdio: ['pipe', 'ignore', 'pipe'] })
  let output = ''
  bootstrap.stderr?.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  bootstrap.stdin?.end(`USE mysql;\n${scripts.join('\n')}`)
  const [code] = await once(bootstrap, 'exit')
  if (code !== 0) throw new Error(`MariaDB could not create its tables: ${output}`)
}

/** Creates a user with a password, as the server allows root on loopback only without one. */
const ACCOUNT = `CREATE USER 'facet'@'%' IDENTIFIED BY '${PASSWORD}'; GRANT ALL ON *.* TO 'facet'@'%' WITH GRANT OPTION;`

/**
 * Starts a temporary MariaDB on a free loopback port, with all files in a temporary folder; `more` are options of the
 * server. Throws if it is not installed.
 */
export async function startMariaDB(more: readonly string[] = []): Promise<MariaDB> {
  const server = findMariaDB()
  if (!server) throw new Error('MariaDB is not installed: the program mariadbd was not found')
  const owner = unprivilegedOwner('mysql', 'MariaDB')
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'facet-mariadb-'))
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const data = join(folder, 'data')
  mkdirSync(join(data, 'mysql'), { recursive: true })
  for (const each of owner ? [data, join(data, 'mysql')] : []) chownSync(each, owner?.uid ?? 0, owner?.gid ?? 0)
  const port = await freePort()
  const options = { ...owner, cwd: folder }
  await createTables(server, data, options)
  const settings = [
    '--no-defaults',
    `--datadir=${data}`,
    `--socket=${join(folder, 'socket')}`,
    `--pid-file=${join(folder, 'pid')}`,
    `--port=${port}`,
    '--bind-address=127.0.0.1',
    '--skip-log-bin',
    '--innodb-flush-log-at-trx-commit=0',
    '--innodb-buffer-pool-size=32M',
    '--character-set-server=utf8mb4',
    '--collation-server=utf8mb4_nopad_bin',
    ...more,
  ]
  const keeper = spawn('/bin/sh', ['-c', KEEPER, 'keeper', folder, server, ...settings], {
    ...options,
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      keeper.once('exit', () => {
        rmSync(folder, { recursive: true, force: true })
        resolve()
      })
      keeper.stdin?.end()
    })
  const failure = await ready(keeper)
  if (failure !== undefined) throw new Error(`MariaDB did not start: ${failure}`)
  const root = await mysql.createConnection({ host: '127.0.0.1', port, user: 'root', multipleStatements: true })
  await root.query(ACCOUNT)
  await root.end()
  return {
    port,
    connect: (database) =>
      mysql.createConnection({
        host: '127.0.0.1',
        port,
        user: 'facet',
        password: PASSWORD,
        ...(database && { database }),
      }),
    stop,
  }
}

/** Returns the URI of a database of the server, for the account of tests. */
export function mariadbUri({ port }: Pick<MariaDB, 'port'>, database: string): string {
  return `mysql://facet:${PASSWORD}@127.0.0.1:${port}/${database}`
}
