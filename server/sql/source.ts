import type { Environment } from './environment.ts'
import type { From } from './tree.ts'

/**
 * Where the rows of a dataset come from: its table, or its SQL under the alias `virtual_table`, in which the rules of
 * the tables it names hold.
 */
export async function sourceOf(env: Pick<Environment, 'dataset' | 'guard' | 'tables'>): Promise<From> {
  const { dataset } = env
  return dataset.sql
    ? { kind: 'virtual', fragment: await env.guard.select(dataset.sql, env.tables), alias: 'virtual_table' }
    : { kind: 'table', schema: dataset.schema || null, name: dataset.table_name }
}
