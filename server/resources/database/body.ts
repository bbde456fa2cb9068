import { databaseAccess } from '#core/access/rules.ts'
import { canReadAttachedDatabases } from '#core/access/database-access.ts'
import { attachedText, splitAttachedList, withAttachedText } from '#core/access/attached-databases.ts'
import { type Database, type DatabaseBody, type DatabaseDraft, databaseEntity } from '#core/entity/database.ts'
import type { Patch } from '#core/entity/entity.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { engineNamed, engines } from '#server/engines/index.ts'
import { type EngineSwitch, unsupportedSwitches } from '#server/engines/switches.ts'
import { selectEntityFields, parseEntityBody } from '#core/entity/entity-definition.ts'
import type { RouteRequest } from '#server/route/route.ts'
import type { Parsed } from '#server/resources/resource.ts'
import { connectionToStore, resolveConnection } from '#server/security/connection-secret.ts'
import { changesConnection, connectionIn, presentTunnel } from './connection.ts'
import { runConnectionTest } from './connection-attempts.ts'
import { formEngine, settingsOf } from './parameters.ts'
import { requireHosts } from './require-hosts.ts'

/** Returns the engine of a database URI: the scheme, without the driver. */
export function backendOf(uri: string): string {
  const engine = engines.find((each) => each.parseUri(uri) !== undefined)
  if (engine) return engine.name
  const name = /^([a-z][\w]*)(\+\w+)?:\/\//i.exec(uri)?.[1]?.toLowerCase()
  if (name && !engineNamed(name)) throw new ApiError('engine-unknown', { args: [name] })
  throw new ApiError('uri-wrong')
}

/** Returns the URI of a body: given directly, or as an engine and its parameters. */
export function uriOf(body: Pick<DatabaseBody, 'sqlalchemy_uri' | 'parameters' | 'engine'>): string | undefined {
  const { sqlalchemy_uri, parameters, engine: name } = body
  if (typeof sqlalchemy_uri === 'string') return sqlalchemy_uri
  if (parameters === undefined || Object.keys(parameters).length === 0) return undefined
  if (!name) throw new ApiError('engine-none')
  const engine = formEngine(name)
  return engine.printUri(settingsOf(engine, parameters))
}

export async function parseDatabase(
  body: unknown,
  request: RouteRequest,
  row?: Database,
): Promise<Parsed<DatabaseBody>> {
  const read = parseEntityBody(databaseEntity, body, row ? 'update' : 'create')
  if ('errors' in read) return { errors: read.errors, status: row ? 400 : 422 }
  const database: DatabaseBody = read.ok
  const name = database.database_name
  if (name !== undefined) {
    const taken = await request.context.store.databases.find({ col: 'database_name', op: 'eq', value: name })
    if (taken && taken.id !== row?.id)
      return { errors: { database_name: ['A database with the same name already exists.'] }, status: 422 }
  }
  const written = uriOf(database)
  const kept = changesConnection(database) ? row?.sqlalchemy_uri : undefined
  const uri = written === undefined ? kept : await withNumbers(request, written)
  const engine = uri === undefined ? row?.backend : backendOf(uri)
  const wrong = engine === undefined ? [] : unsupportedSwitches(engine, database)
  if (wrong.length > 0) return { errors: switchErrors(wrong), status: row ? 400 : 422 }
  const supported = { ...database, ...(engine !== undefined && row ? switchedOff(engine, database, row) : {}) }
  if (uri === undefined) {
    if (row) return { ok: supported }
    return { errors: { sqlalchemy_uri: ['Missing data for required field.'] }, status: 422 }
  }
  const backend = backendOf(uri)
  const given = connectionIn(uri, database, row, backend)
  if ('errors' in given) return { errors: given.errors, status: row ? 400 : 422 }
  const { config, chartData } = request.context
  const connection = resolveConnection(given.ok, row, config)
  await runConnectionTest(request, async () => {
    await requireHosts(request, backend, connection)
    await chartData.sources.test({ backend, ...connection }, request.signal)
  })
  const { server_cert } = connection
  return { ok: { ...supported, server_cert, ...connectionToStore(given.ok, row, config), backend } }
}

/**
 * Returns a URI with the numbers of the databases that it attaches in place of their names. Throws `attached-missing`,
 * `uri-wrong` if they are too many, and `database-access` unless the caller may read all of them.
 */
export async function withNumbers({ context, user }: RouteRequest, uri: string): Promise<string> {
  const text = attachedText(uri)
  if (text === undefined) return uri
  const entries: string[] = []
  for (const [schema = '', named = '', ...source] of splitAttachedList(text)) {
    const where = { and: [{ col: 'database_name', op: 'eq', value: named }, databaseAccess(user)] } as const
    const isNumber = named === '' || /^\d+$/.test(named)
    const found = isNumber ? undefined : await context.store.databases.find(where)
    if (!isNumber && !found) throw new ApiError('attached-missing', { args: [named] })
    entries.push([schema, found?.id ?? named, ...source].join(':'))
  }
  const numbered = withAttachedText(uri, entries.join(','))
  if (!canReadAttachedDatabases(user, { sqlalchemy_uri: numbered }))
    throw new ApiError('database-access', { args: [text] })
  return numbered
}

/** Returns the errors of switches that are on and have no effect. */
function switchErrors(names: readonly EngineSwitch[]): Record<string, readonly string[]> {
  return Object.fromEntries(
    names.map((name) => [
      name,
      [
        name === 'allow_file_upload'
          ? 'This database engine does not accept uploads.'
          : 'This database engine only reads.',
      ],
    ]),
  )
}

/** Returns the stored switches that the body omits and the engine does not support, as off. */
function switchedOff(backend: string, body: DatabaseBody, row: Database): Partial<Pick<Database, EngineSwitch>> {
  const names = unsupportedSwitches(backend, row).filter((name) => typeof body[name] !== 'boolean')
  return Object.fromEntries(names.map((name) => [name, false]))
}

/** The server derives the engine of a URI and the encrypted secrets in it; clients never send them. */
function toPatch(body: DatabaseBody): Patch<Database> {
  const { backend, secrets, tunnel } = body
  return {
    ...selectEntityFields(databaseEntity, body),
    ...(backend ? { backend } : {}),
    ...(secrets === undefined ? {} : { secrets }),
    ...(tunnel === undefined ? {} : { tunnel }),
  }
}

export async function createDatabase(body: DatabaseBody, { context, user }: RouteRequest): Promise<Database> {
  const uuid = body.uuid === undefined ? {} : { uuid: body.uuid }
  const owners = user.userId === null ? [] : [user.userId]
  return context.store.databases.create({ ...toPatch(body), ...uuid, owners } as DatabaseDraft, user.userId)
}

export async function updateDatabase(
  row: Database,
  body: DatabaseBody,
  { context, user }: RouteRequest,
  ifVersion?: number,
): Promise<Database> {
  const changesAddress = body.backend !== undefined
  // The test of the connection takes time, and the secrets belong to the row from before it.
  if (changesAddress && ifVersion !== undefined && ifVersion !== row.version) throw new ApiError('version-conflict')
  const version = changesAddress ? row.version : ifVersion
  return context.store.databases.update(
    row.id,
    toPatch(body),
    user.userId,
    version === undefined ? {} : { ifVersion: version },
  )
}

/** Keys of a body that hold or may hold secrets. */
const SECRET = [
  'encrypted_extra',
  'masked_encrypted_extra',
  'secrets',
  'parameters',
  'ssh_tunnel',
  'tunnel',
  'password',
]

/** Returns the sent body without secrets: URI and parameters as stored. */
export function echoDatabase(body: DatabaseBody, row: Database): object {
  const rest = Object.fromEntries(Object.entries(body).filter(([name]) => !SECRET.includes(name)))
  const parameters = engineNamed(row.backend)?.parseUri(row.sqlalchemy_uri) ?? {}
  const tunnel = row.tunnel ? { ssh_tunnel: presentTunnel(row) } : {}
  return { ...rest, ...tunnel, uuid: row.uuid, sqlalchemy_uri: row.sqlalchemy_uri, parameters }
}
