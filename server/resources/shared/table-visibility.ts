import { printSchemaView } from '#core/access/object-view.ts'
import { datasetAccess } from '#core/access/rules.ts'
import type { Database } from '#core/entity/database.ts'
import type { RouteRequest } from '#server/route/route.ts'
import { callerHasFullDatabaseAccess } from './database-access.ts'
import { ruleOptions } from './rule-options.ts'

/** The parts of a database a user may see: all, whole schemas, or the tables of datasets they may read. */
export interface TableVisibility {
  /** True if the user may see parts of this schema. */
  schema(name: string): boolean
  table(schema: string, name: string): boolean
  /** True if the user may see all tables of this schema. */
  wholeSchema(name: string): boolean
}

const fullVisibility: TableVisibility = { schema: () => true, table: () => true, wholeSchema: () => true }

/** Returns what the caller may see of the database; `defaultSchemaName` is the schema of tables that name none. */
export async function tableVisibility(
  request: RouteRequest,
  database: Database,
  defaultSchemaName: string,
): Promise<TableVisibility> {
  if (callerHasFullDatabaseAccess(request, database)) return fullVisibility
  const { rows } = await request.context.store.datasets.list({
    where: {
      and: [{ col: 'database_id', op: 'eq', value: database.id }, datasetAccess(request.user, ruleOptions(request))],
    },
  })
  // The name of a virtual dataset is not that of a table.
  const datasets = rows.filter(({ sql }) => !sql)
  const tables = new Map<string, Set<string>>()
  for (const { schema, table_name: name } of datasets) {
    const schemaName = schema ?? defaultSchemaName
    tables.set(schemaName, (tables.get(schemaName) ?? new Set()).add(name))
  }
  const readable = new Set(request.user.permissions['schema_access'])
  const whole = (schema: string) => readable.has(printSchemaView(database.database_name, schema))
  return {
    schema: (name) => whole(name) || tables.has(name),
    table: (schema, name) => whole(schema) || tables.get(schema)?.has(name) === true,
    wholeSchema: whole,
  }
}
