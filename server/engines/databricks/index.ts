import { ApiError } from '#core/rest/api-error.ts'
import type { Engine } from '../engine.ts'
import { sessionOf } from './catalogue.ts'
import { DatabricksClient } from './client.ts'
import { DatabricksDatabase } from './connection.ts'
import { dialect } from './dialect.ts'
import { explain } from './explain.ts'
import { DEFAULT_PORT, parseUri, printUri, settings } from './settings.ts'

/** The hosts of workspaces: the token is sent to no other one. */
const HOST =
  /^[a-z\d-]+(?:\.[a-z\d-]+)*\.(?:databricks\.(?:com|us|mil|cn)|azuredatabricks\.net|databricks\.azure\.(?:us|cn))$/i
const PATH = /^\/?[\w./-]+(?:\?o=\d+)?$/
const MAX_PORT = 65_535

/** Throws `connection-database` for the catalog of the workspace, which has the queries of all users, and for its schemas. */
function requireUserCatalog({ catalog, schema }: { readonly catalog: string; readonly schema: string }): void {
  if (dialect.fold(catalog) === 'system' || dialect.isCatalogue({ schema: dialect.fold(schema), name: '' }))
    throw new ApiError('connection-database', { args: [schema ? `${catalog}/${schema}` : catalog] })
}

/** Catalogs of Databricks SQL. */
export const databricks: Engine = {
  name: 'databricks',
  label: 'Databricks SQL',
  settings,
  dialect,
  parseUri,
  printUri,
  isUnverified: true,
  placeholder: 'databricks://token:access_token@host:port?http_path=path&catalog=name&schema=name',
  async connect(connectionSettings, storage) {
    const text = (name: string): string => String(connectionSettings[name] ?? '')
    const [host, path, token, schema] = [text('host'), text('http_path'), text('password'), text('schema')]
    const port = Number(connectionSettings['port'] ?? DEFAULT_PORT)
    if (!HOST.test(host)) throw new ApiError('connection-hostname', { extra: { invalid: ['host'] } })
    if (!Number.isInteger(port) || port < 0 || port > MAX_PORT) throw new ApiError('connection-port')
    const missing = Object.entries({ http_path: path, password: token }).flatMap(([name, value]) =>
      value === '' ? [name] : [],
    )
    if (missing.length > 0)
      throw new ApiError('connection-parameters', { args: [missing.join(', ')], extra: { missing } })
    if (!PATH.test(path))
      throw new ApiError('connection-payload', { args: ['The HTTP path is that of a SQL warehouse'] })
    const catalog = text('catalog')
    requireUserCatalog({ catalog, schema })
    const client = await DatabricksClient.open({ host, port, path, token, catalog, schema }, storage)
    try {
      const session = await sessionOf(client)
      // These may be defaults of the server.
      requireUserCatalog(session)
      return new DatabricksDatabase(client, session)
    } catch (error) {
      await client.close()
      throw error
    }
  },
  explain,
}
