import * as z from 'zod'
import { readBody } from '#core/rest/body.ts'
import { connectionTest } from '#core/rest/database.ts'
import { Fault } from '#core/rest/fault.ts'
import type { Database } from '#core/entity/database.ts'
import { engines } from '#server/engines/index.ts'
import { idOf } from '#server/resources/generic.ts'
import type { Answer, Asked, Route } from '#server/resources/resource.ts'
import { findDatabase } from '#server/resources/shared/database-access.ts'
import { relatedObjects } from '#server/resources/shared/related-objects.ts'
import { defaultSchema } from '#server/resources/shared/source-columns.ts'
import { backendOf, uriOf } from './body.ts'
import { openAddress } from './secrets.ts'
import { uploadRoute } from './upload.ts'

/** What databases can beside being written: say what is in them, be tried, take files. */
export function databaseRoutes(view: string): readonly Route[] {
  const read = { permission: 'can_read', view }
  const write = { permission: 'can_write', view }
  const of =
    (act: (database: Database, asked: Asked) => Promise<Answer>) =>
    async (asked: Asked): Promise<Answer> =>
      act(await findDatabase(asked, idOf(asked)), asked)
  return [
    { method: 'GET', path: '/available', policy: read, act: available },
    { method: 'POST', path: '/test_connection', policy: write, act: testConnection },
    { method: 'GET', path: '/:id/schemas', policy: read, act: of(schemas) },
    { method: 'GET', path: '/:id/tables', policy: read, act: of(tables) },
    { method: 'GET', path: '/:id/table/:table/:schema', policy: read, act: of(table) },
    { method: 'GET', path: '/:id/table_extra/:table/:schema', policy: read, act: of(tableExtra) },
    { method: 'GET', path: '/:id/related_objects', policy: read, act: of(related) },
    uploadRoute,
  ]
}

async function available(): Promise<Answer> {
  const databases = engines.map((engine) => ({
    name: engine.label,
    engine: engine.name,
    available_drivers: [engine.name],
    default_driver: engine.name,
    preferred: true,
    sqlalchemy_uri_placeholder: `${engine.name}:///file.${engine.name}`,
    parameters: {
      type: 'object',
      required: engine.settings.filter(({ required }) => required).map(({ name }) => name),
      properties: Object.fromEntries(
        engine.settings.map(({ name, kind, help }) => [
          name,
          { type: kind === 'number' ? 'integer' : kind === 'checkbox' ? 'boolean' : 'string', description: help },
        ]),
      ),
    },
    engine_information: { supports_file_upload: engine.ingest !== undefined, disable_ssh_tunneling: true },
  }))
  return { status: 200, json: { databases } }
}

async function testConnection(asked: Asked): Promise<Answer> {
  if (typeof asked.body !== 'object' || asked.body === null) throw new Fault('not-json')
  const read = readBody(connectionTest, asked.body)
  if ('errors' in read) throw new Fault('fields-wrong', { fields: read.errors })
  const uri = uriOf(read.ok)
  if (uri === undefined)
    throw new Fault('fields-wrong', { fields: { sqlalchemy_uri: ['Missing data for required field.'] } })
  const { config, road, store } = asked.context
  const name = read.ok.database_name
  const known = name ? await store.databases.find({ col: 'database_name', op: 'eq', value: name }) : undefined
  await road.sources.test({ backend: backendOf(uri), sqlalchemy_uri: openAddress(uri, known, config) })
  return { status: 200, json: { message: 'OK' } }
}

async function schemas(database: Database, { context }: Asked): Promise<Answer> {
  const result = await context.road.sources.use(database, ({ connection }) => connection.schemas())
  return { status: 200, json: { result } }
}

const tablesQuery = z.looseObject({ schema_name: z.string(), force: z.boolean().optional() })

async function tables(database: Database, asked: Asked): Promise<Answer> {
  const read = readBody(tablesQuery, asked.q)
  if ('errors' in read) throw new Fault('q-schema', { args: ["'schema_name' is a required property"] })
  const found = await asked.context.road.sources.use(database, ({ connection }) =>
    connection.tables(read.ok.schema_name),
  )
  const result = found.map(({ name, kind }) => ({ value: name, type: kind, extra: null }))
  return { status: 200, json: { count: result.length, result } }
}

/** `undefined` and `null` in an address mean no schema. */
function schemaOf({ params }: Asked): string | undefined {
  const schema = params['schema']
  return schema === undefined || schema === 'undefined' || schema === 'null' ? undefined : schema
}

async function table(database: Database, asked: Asked): Promise<Answer> {
  const name = asked.params['table'] ?? ''
  const answer = await asked.context.road.sources.use(database, async ({ connection, engine }) => {
    const schema = schemaOf(asked) ?? defaultSchema(await connection.schemas())
    const columns = await connection.columns(schema, name)
    const quote = (text: string) => engine.dialect.quote(text)
    return { columns, selectStar: `SELECT *\nFROM ${quote(schema)}.${quote(name)}\nLIMIT 100` }
  })
  if (answer.columns.length === 0) throw new Fault('not-found')
  const columns = answer.columns.map((column) => ({
    name: column.name,
    type: column.type.replace(/\(.*$/s, ''),
    longType: column.type,
    keys: [],
    comment: null,
  }))
  const none = { column_names: [], name: null, type: null }
  return {
    status: 200,
    json: {
      name,
      columns,
      foreignKeys: [],
      indexes: [],
      primaryKey: none,
      selectStar: answer.selectStar,
      comment: null,
    },
  }
}

/** Our engines know no partitions. */
async function tableExtra(): Promise<Answer> {
  return { status: 200, json: {} }
}

async function related(database: Database, asked: Asked): Promise<Answer> {
  const { ids } = await asked.context.store.datasets.list({
    where: { col: 'database_id', op: 'eq', value: database.id },
  })
  return { status: 200, json: await relatedObjects(asked, ids) }
}
