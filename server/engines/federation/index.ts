import { attachedText, parseAttachedDatabases, withAttachedText } from '#core/access/attached-databases.ts'
import { ApiError } from '#core/rest/api-error.ts'
import {
  type AttachedKind,
  type AttachedMember,
  duckdb,
  extensionErrors,
  openAttachedDatabases,
} from '../duckdb/index.ts'
import type { Engine, EngineStorage, Settings } from '../engine.ts'

/** The types of database that DuckDB attaches, by engine. */
const KINDS: Readonly<Record<string, AttachedKind>> = {
  sqlite: 'sqlite',
  postgresql: 'postgres',
  timescaledb: 'postgres',
  mysql: 'mysql',
}

/** Several databases of this server as one, joined by DuckDB. Nothing is written. */
export const federation: Engine = {
  name: 'federation',
  label: 'Joined databases (DuckDB)',
  settings: [
    {
      name: 'databases',
      label: 'Databases',
      kind: 'text',
      required: true,
      help: 'A schema name and the name or number of each SQLite, PostgreSQL or MySQL database, for example shop:Sales, crm:7; or with a schema of the database, crm:7:public',
    },
  ],
  dialect: {
    ...duckdb.dialect,
    name: 'federation',
    countsAtOnce: false,
    defaultSchema: (schemas) => schemas[0] ?? '',
  },
  parseUri(uri): Settings | undefined {
    if (!/^federation:/i.test(uri)) return undefined
    const text = attachedText(uri)
    return text === undefined || parseAttachedDatabases(text) === undefined ? undefined : { databases: text }
  },
  printUri: (given) => withAttachedText('federation:///?attached=', String(given['databases'] ?? '')),
  placeholder: 'federation:///?attached=schema:number,schema:number',
  async connect(settings, storage) {
    return openAttachedDatabases(await membersOf(settings, storage), storage)
  },
  explain: (error, sql) => duckdb.explain(error, sql),
  storageErrors: extensionErrors,
}

/** Returns the databases of the settings. Throws `uri-wrong` and errors that begin with `attached-`. */
async function membersOf(
  connectionSettings: Settings,
  { attachable }: EngineStorage,
): Promise<readonly AttachedMember[]> {
  const entries = parseAttachedDatabases(String(connectionSettings['databases'] ?? ''))
  if (!entries) throw new ApiError('uri-wrong')
  const members: AttachedMember[] = []
  for (const { schema, id, source } of entries) {
    const found = await attachable?.(id)
    if (!found) throw new ApiError('attached-missing', { args: [id] })
    const { name, engine, settings, impersonates, isTunneled } = found
    const kind = Object.hasOwn(KINDS, engine) ? KINDS[engine] : undefined
    if (kind === undefined) throw new ApiError('attached-engine', { args: [name] })
    if (impersonates) throw new ApiError('attached-by-user', { args: [name] })
    if (isTunneled) throw new ApiError('attached-tunnel', { args: [name] })
    // DuckDB verifies no certificates.
    if (settings['server_cert'] ?? settings['client_cert']) throw new ApiError('attached-tls', { args: [name] })
    members.push({ schema, name, kind, source, settings })
  }
  return members
}
