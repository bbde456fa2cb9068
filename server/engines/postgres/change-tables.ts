import { ApiError } from '#core/rest/api-error.ts'
import type { TableChanges } from '../engine.ts'
import { dialect } from './dialect.ts'
import { findTable, loadError, type RunCatalogQuery, quotedTable, requireShort, SETTING } from './load.ts'
import type { Connections } from './pool.ts'

/** Views and foreign keys that would follow a renamed table instead of its name. */
const DEPENDENTS =
  'SELECT 1 AS one FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace ' +
  'WHERE n.nspname = $1 AND c.relname = $2 AND (' +
  "EXISTS (SELECT FROM pg_depend d WHERE d.refobjid = c.oid AND d.classid = 'pg_rewrite'::regclass) " +
  "OR EXISTS (SELECT FROM pg_constraint k WHERE k.confrelid = c.oid AND k.contype = 'f'))"

/**
 * Drops and renames tables in one transaction; an error changes nothing. Throws `table-missing` and
 * `upload-table-exists` like `Engine.changeTables`, and `upload-table-replace` if views or foreign keys depend on a
 * table to rename, or row security is enabled.
 */
export async function changeTables(connections: Connections, { schema, drop, rename }: TableChanges): Promise<void> {
  const [table = ''] = rename.map(({ from }) => from)
  try {
    for (const { to } of rename) requireShort(to)
    await connections.transaction(SETTING, new AbortController().signal, async (client) => {
      const runQuery: RunCatalogQuery = async (text, values) => (await client.query(text, [...values])).rows
      for (const each of drop) await client.query(`DROP TABLE IF EXISTS ${quotedTable(schema, each)}`)
      for (const { from, to } of rename) {
        await requireRenamed(runQuery, schema, from)
        await client.query(`ALTER TABLE ${quotedTable(schema, from)} RENAME TO ${dialect.quote(to)}`)
      }
    })
  } catch (error) {
    throw loadError(error, table)
  }
}

/** Throws if another table cannot take over the name of a table without losses. */
async function requireRenamed(runQuery: RunCatalogQuery, schema: string, table: string): Promise<void> {
  const found = await findTable(runQuery, schema, table)
  if (!found) throw new ApiError('table-missing', { args: [table] })
  if (found.kind !== 'r') throw new ApiError('upload-table-exists', { args: [table] })
  const refuse = (reason: string) => new ApiError('upload-table-replace', { args: [table, reason] })
  if (found.isSecured) throw refuse('it has policies of row security')
  if ((await runQuery(DEPENDENTS, [schema, table])).length > 0) throw refuse('other objects depend on it')
}
