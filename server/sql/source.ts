import type { Environment } from './environment.ts'
import type { From } from './tree.ts'

/**
 * Returns the source of a dataset's rows: its table, or its SQL under the alias `virtual_table`, to whose tables the
 * row-level security rules apply.
 */
export async function sourceOf(env: Pick<Environment, 'dataset' | 'guard' | 'tables'>): Promise<From> {
  const { dataset } = env
  return dataset.sql
    ? { kind: 'virtual', fragment: await env.guard.select(dataset.sql, env.tables), alias: 'virtual_table' }
    : { kind: 'table', schema: dataset.schema || null, name: dataset.table_name }
}
