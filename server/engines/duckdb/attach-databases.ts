import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { type DuckDBConnection, version } from '@duckdb/node-api'
import { ApiError } from '#core/rest/api-error.ts'
import { ansi, textLiteral } from '../ansi.ts'
import type { Settings } from '../engine.ts'
import { isLinkLocal } from '../link-local.ts'
import { dataFile, type FileAccess } from '../shared/data-file.ts'
import { type Extension, loadExtensions } from './extensions.ts'
import { CATALOG } from './open-database.ts'

export type AttachedKind = 'sqlite' | 'postgres' | 'mysql'

/** A database that DuckDB reads through an extension. */
export interface AttachedMember {
  /** The schema of its tables for users. */
  readonly schema: string
  /** Its name for users. */
  readonly name: string
  readonly kind: AttachedKind
  /** The schema that is attached; null: the default one. */
  readonly source: string | null
  readonly settings: Settings
}

/** The databases of one connection, which files may be opened, and where the extensions are. */
export interface AttachedSource {
  readonly members: readonly AttachedMember[]
  readonly access: FileAccess
  readonly extensions?: string | undefined
  /** An extension to load besides, as a check. */
  readonly tested?: Extension
}

const EXTENSION_OF: Readonly<Record<AttachedKind, Extension>> = {
  sqlite: 'sqlite_scanner',
  postgres: 'postgres_scanner',
  mysql: 'mysql_scanner',
}

/**
 * Settings without which an extension is not used. Pushed filters of MySQL do not escape backslashes, which lets a value
 * end its literal and continue as SQL. Pushed aggregates fail with internal errors, and pushed orders follow the
 * collation of the server.
 */
const SETTINGS: Readonly<Partial<Record<AttachedKind, readonly string[]>>> = {
  mysql: ['mysql_experimental_filter_pushdown', 'mysql_aggregate_pushdown_enabled', 'mysql_order_pushdown_enabled'],
}

/** Schemas with the tables of the servers themselves. */
const CATALOGUES = /^(pg_.*|information_schema|mysql|performance_schema|sys|temp)$/i
/** Seconds after which a PostgreSQL server that does not respond is given up. */
const CONNECT_S = 10

/** Returns the catalog of a member by its position. Statements of users cannot name it. */
const catalogOf = (index: number): string => `facet_a${index}`

/** Returns the attached schema of a member. */
function sourceSchema({ kind, source, settings }: AttachedMember): string {
  if (source !== null) return source
  if (kind === 'postgres')
    return (
      String(settings['schema'] ?? '')
        .split(',')[0]
        ?.trim() || 'public'
    )
  return kind === 'mysql' ? String(settings['database'] ?? '') : 'main'
}

/**
 * Loads the extensions of databases, attaches the databases and creates their schemas. Returns them with the paths of
 * files without links. Throws the errors of `loadExtensions`, `attachMember` and `dataFile`.
 */
export async function attachAll(
  connection: Pick<DuckDBConnection, 'run'>,
  { members, access, extensions, tested }: AttachedSource,
): Promise<readonly AttachedMember[]> {
  await loadExtensions(
    connection,
    extensions,
    new Set([...members.map(({ kind }) => EXTENSION_OF[kind]), ...(tested ? [tested] : [])]),
  )
  // Persistent secrets of the server's own user are not read.
  await connection.run('SET allow_persistent_secrets=false')
  for (const kind of new Set(members.map((member) => member.kind))) await disableSettings(connection, kind)
  const attached: AttachedMember[] = []
  for (const [index, given] of members.entries()) {
    const file = given.kind === 'sqlite' ? { file: dataFile(given.settings, access) } : {}
    const member = { ...given, settings: { ...given.settings, ...file } }
    await attachMember(connection, member, index)
    await connection.run(`CREATE SCHEMA ${CATALOG}.${ansi.quote(member.schema)}`)
    attached.push(member)
  }
  return attached
}

/** Turns settings of an extension off. Throws `extension-unusable` if the extension does not have one of them. */
async function disableSettings(connection: Pick<DuckDBConnection, 'run'>, kind: AttachedKind): Promise<void> {
  for (const setting of SETTINGS[kind] ?? [])
    try {
      await connection.run(`SET GLOBAL ${setting}=false`)
    } catch (cause) {
      const reason = `it does not have the setting ${setting}`
      throw new ApiError('extension-unusable', { args: [EXTENSION_OF[kind], version(), reason], cause })
    }
}

/**
 * Attaches a database for reading. Passwords are in secrets, which the catalogue shows without them. Throws
 * `attached-failed`, `attached-tls`, `connection-database` and `connection-link-local`.
 */
async function attachMember(
  connection: Pick<DuckDBConnection, 'run'>,
  member: AttachedMember,
  index: number,
): Promise<void> {
  const { kind, name, settings } = member
  const catalog = catalogOf(index)
  if (CATALOGUES.test(sourceSchema(member))) throw new ApiError('connection-database', { args: [sourceSchema(member)] })
  let lastError: unknown
  try {
    if (kind === 'sqlite') {
      await connection.run(`ATTACH ${textLiteral(String(settings['file']))} AS ${catalog} (TYPE sqlite, READ_ONLY)`)
      return
    }
    for (const [tried, address] of (await addressesOf(String(settings['host'] ?? ''))).entries()) {
      const secret = `facet_s${index}_${tried}`
      await connection.run(`CREATE SECRET ${secret} (${secretOf(member, address)})`)
      const options = kind === 'postgres' ? postgresOptions(member) : mysqlOptions(member)
      const attach = `ATTACH ${textLiteral(options)} AS ${catalog} (TYPE ${kind}, READ_ONLY, SECRET ${secret})`
      const failure = await connection.run(attach).then(
        () => undefined,
        (error: unknown) => ({ error }),
      )
      if (!failure) return
      lastError = failure.error
    }
  } catch (error) {
    if (error instanceof ApiError) throw error
    lastError = error
  }
  throw new ApiError('attached-failed', { args: [name], cause: lastError })
}

/** Returns what a secret of DuckDB contains for a server at an address. */
function secretOf({ kind, settings }: AttachedMember, address: string): string {
  const text = (key: string): string => textLiteral(String(settings[key] ?? ''))
  return [
    `TYPE ${kind}`,
    `HOST ${textLiteral(address)}`,
    `PORT ${Number(settings['port'])}`,
    `DATABASE ${text('database')}`,
    `USER ${text('username')}`,
    `PASSWORD ${text('password')}`,
  ].join(', ')
}

/**
 * Returns the addresses of a host. The clients in the extensions get an address, so that a name cannot resolve to
 * another one later.
 */
async function addressesOf(host: string): Promise<readonly string[]> {
  const found = isIP(host) ? [{ address: host }] : await lookup(host, { all: true })
  if (isLinkLocal(host) || found.some(({ address }) => isLinkLocal(address)))
    throw new ApiError('connection-link-local', { args: [host] })
  return found.map(({ address }) => address)
}

/**
 * Without a password the client would look into a file of the server's own user. Pushed filters double quotes only, so
 * that a backslash must be a plain character, whatever the role or database has set.
 */
function postgresOptions({ name, settings }: AttachedMember): string {
  const mode = String(settings['sslmode'] ?? '') || 'prefer'
  if (!['disable', 'allow', 'prefer', 'require'].includes(mode)) throw new ApiError('attached-tls', { args: [name] })
  return [
    `sslmode=${mode}`,
    `connect_timeout=${CONNECT_S}`,
    'passfile=/dev/null',
    'gssencmode=disable',
    'application_name=facet',
    "options='-c standard_conforming_strings=on'",
  ].join(' ')
}

function mysqlOptions({ name, settings }: AttachedMember): string {
  const mode = String(settings['ssl_mode'] ?? '').toUpperCase() || (settings['encryption'] ? 'REQUIRED' : 'PREFERRED')
  if (!['DISABLED', 'PREFERRED', 'REQUIRED'].includes(mode)) throw new ApiError('attached-tls', { args: [name] })
  return `ssl_mode=${mode.toLowerCase()}`
}

/** Returns the query for the names of the tables and views of an attached database, run by that database. */
export function tableList(member: AttachedMember, index: number): string {
  const { kind, settings } = member
  if (kind === 'sqlite')
    return `SELECT name, type = 'view' AS is_view FROM sqlite_scan(${textLiteral(String(settings['file']))}, 'sqlite_master')
      WHERE type IN ('table', 'view') AND NOT starts_with(name, 'sqlite_') ORDER BY 1`
  const schema = kind === 'mysql' ? sourceSchema(member).replaceAll('\\', '\\\\') : sourceSchema(member)
  const listing = `SELECT table_name AS name, table_type AS kind FROM information_schema.tables
    WHERE table_schema = ${textLiteral(schema)}`
  return `SELECT CAST(name AS VARCHAR) AS name, upper(CAST(kind AS VARCHAR)) LIKE '%VIEW%' AS is_view
    FROM ${kind}_query(${textLiteral(catalogOf(index))}, ${textLiteral(listing)}) ORDER BY 1`
}

/** Returns the statements that create a table of users, a view over the attached one, with its present columns. */
export function attachedView(member: AttachedMember, index: number, table: string): readonly string[] {
  const source = [catalogOf(index), sourceSchema(member), table].map((part) => ansi.quote(part)).join('.')
  const view = [CATALOG, member.schema, table].map((part) => ansi.quote(part)).join('.')
  return [...(RESETS[member.kind] ?? []), `CREATE OR REPLACE VIEW ${view} AS SELECT * FROM ${source}`]
}

/** Statements after which the columns of tables are read again. */
const RESETS: Readonly<Partial<Record<AttachedKind, readonly string[]>>> = {
  postgres: ['CALL pg_clear_cache()'],
  mysql: ['CALL mysql_clear_cache()'],
}

/** Messages of the clients about unreachable servers, files and tables; they contain addresses and accounts. */
const LOST =
  /unable to connect|failed to connect|connection to server|connection refused|server closed|terminating connection|authentication failed|access denied for|command denied to user|lost connection|gone away|no pg_hba|unable to open database/i

/** Returns the error of attached databases for users: it contains no address, path, account or password. */
export function attachedError(error: unknown, members: readonly AttachedMember[]): unknown {
  if (!(error instanceof Error) || error instanceof ApiError) return error
  const hidden = members.flatMap(({ settings }) =>
    ['password', 'host', 'file'].map((key) => String(settings[key] ?? '')),
  )
  const hasHidden = hidden.some((text) => text.length > 2 && error.message.includes(text))
  const namesAccount = members.some(({ settings }) => isAccountIn(error.message, String(settings['username'] ?? '')))
  if (!hasHidden && !namesAccount && !LOST.test(error.message)) return error
  const alike = members.filter(({ kind }) => error.message.toLowerCase().includes(kind))
  const names = (alike.length > 0 ? alike : members).map(({ name }) => name)
  return new ApiError('attached-failed', { args: [names.join(', ')], cause: error })
}

/** True if a message names an account as a server does. The name alone may be that of a table, such as `sales`. */
function isAccountIn(message: string, username: string): boolean {
  const name = username.toLowerCase()
  const forms = [`'${name}'@`, `user '${name}'`, `user "${name}"`, `role "${name}"`]
  return name !== '' && forms.some((form) => message.toLowerCase().includes(form))
}
