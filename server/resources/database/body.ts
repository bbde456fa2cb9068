import type { Database, DatabaseDraft } from '#core/entity/database.ts'
import type { Patch } from '#core/entity/entity.ts'
import { readBody } from '#core/rest/body.ts'
import { type DatabaseUpdate, databaseCreate, databaseUpdate } from '#core/rest/database.ts'
import { Fault } from '#core/rest/fault.ts'
import { engineNamed, engines } from '#server/engines/index.ts'
import type { Asked } from '#server/route/route.ts'
import type { Parsed } from '#server/resources/resource.ts'
import { compact } from '#server/resources/shared/compact.ts'
import { keepAddress, openAddress } from '#server/security/connection-secret.ts'
import { attempt } from './connection-attempts.ts'
import { formEngine, settingsOf } from './parameters.ts'

/** A database as sent, the engine its address is of, and what of the address is secret, sealed. */
export type DatabaseBody = DatabaseUpdate & { readonly backend?: string; readonly secrets?: string | null }

/** The engine that reads an address: named before the colon, with or without a driver. */
export function backendOf(uri: string): string {
  const engine = engines.find((each) => each.parseUri(uri) !== undefined)
  if (engine) return engine.name
  const name = /^([a-z][\w]*)(\+\w+)?:\/\//i.exec(uri)?.[1]?.toLowerCase()
  if (name && !engineNamed(name)) throw new Fault('engine-unknown', { args: [name] })
  throw new Fault('uri-wrong')
}

/** The address a body means: given whole, or as an engine and its parameters. */
export function uriOf(body: Pick<DatabaseUpdate, 'sqlalchemy_uri' | 'parameters' | 'engine'>): string | undefined {
  const { sqlalchemy_uri, parameters, engine: name } = body
  if (sqlalchemy_uri !== undefined) return sqlalchemy_uri
  if (parameters === undefined || Object.keys(parameters).length === 0) return undefined
  if (!name) throw new Fault('engine-none')
  const engine = formEngine(name)
  return engine.printUri(settingsOf(engine, parameters))
}

export async function parseDatabase(body: unknown, asked: Asked, row?: Database): Promise<Parsed<DatabaseBody>> {
  const read = row ? readBody(databaseUpdate, body) : readBody(databaseCreate, body)
  if ('errors' in read) return { errors: read.errors, status: row ? 400 : 422 }
  const database: DatabaseUpdate = read.ok
  const name = database.database_name
  if (name !== undefined) {
    const taken = await asked.context.store.databases.find({ col: 'database_name', op: 'eq', value: name })
    if (taken && taken.id !== row?.id)
      return { errors: { database_name: ['A database with the same name already exists.'] }, status: 422 }
  }
  const uri = uriOf(database)
  if (uri === undefined) {
    if (row) return { ok: database }
    return { errors: { sqlalchemy_uri: ['Missing data for required field.'] }, status: 422 }
  }
  const backend = backendOf(uri)
  const { config, road } = asked.context
  const address = { backend, sqlalchemy_uri: openAddress(uri, row, config) }
  await attempt(asked.context, () => road.sources.test(address))
  return { ok: { ...database, ...keepAddress(uri, row, config), backend } }
}

function toPatch(body: DatabaseBody): Patch<Database> {
  return compact({
    database_name: body.database_name,
    sqlalchemy_uri: body.sqlalchemy_uri,
    backend: body.backend,
    secrets: body.secrets,
    configuration_method: body.configuration_method,
    cache_timeout: body.cache_timeout,
    expose_in_sqllab: body.expose_in_sqllab,
    allow_run_async: body.allow_run_async,
    allow_file_upload: body.allow_file_upload,
    allow_ctas: body.allow_ctas,
    allow_cvas: body.allow_cvas,
    allow_dml: body.allow_dml,
    force_ctas_schema: body.force_ctas_schema,
    impersonate_user: body.impersonate_user,
    extra: body.extra,
    server_cert: body.server_cert,
    is_managed_externally: body.is_managed_externally ?? undefined,
    external_url: body.external_url,
  })
}

export async function createDatabase(body: DatabaseBody, { context, user }: Asked): Promise<Database> {
  const uuid = body.uuid === undefined ? {} : { uuid: body.uuid }
  const owners = user.userId === null ? [] : [user.userId]
  return context.store.databases.create({ ...toPatch(body), ...uuid, owners } as DatabaseDraft, user.userId)
}

export async function updateDatabase(
  row: Database,
  body: DatabaseBody,
  { context, user }: Asked,
  ifVersion?: number,
): Promise<Database> {
  return context.store.databases.update(
    row.id,
    toPatch(body),
    user.userId,
    ifVersion === undefined ? {} : { ifVersion },
  )
}

/** Keys of a body that hold secrets, or may. */
const SECRET = ['encrypted_extra', 'masked_encrypted_extra', 'secrets', 'parameters', 'ssh_tunnel', 'password']

/** What was sent, without anything secret: the address and its parameters as they are kept. */
export function echoDatabase(body: DatabaseBody, row: Database): object {
  const rest = Object.fromEntries(Object.entries(body).filter(([name]) => !SECRET.includes(name)))
  const parameters = engineNamed(row.backend)?.parseUri(row.sqlalchemy_uri) ?? {}
  return { ...rest, uuid: row.uuid, sqlalchemy_uri: row.sqlalchemy_uri, parameters }
}
