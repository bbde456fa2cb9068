import type { Dataset, DatasetColumn } from '#core/entity/dataset.ts'
import { columnExpr, datasetColumn, isText } from './columns.ts'
import type { Bounds, Environment } from './environment.ts'
import { strftime } from './strftime.ts'
import type { Expr } from './tree.ts'

/** The time column a question means: the one it names if that is temporal, else the main one of the dataset. */
export function timeColumn(dataset: Dataset, name: string | null | undefined): DatasetColumn | undefined {
  const asked = name ? datasetColumn(dataset, name) : undefined
  if (asked?.is_dttm) return asked
  return dataset.main_dttm_col ? datasetColumn(dataset, dataset.main_dttm_col) : undefined
}

/** From the start, inclusive, to the end, exclusive, on the column as it is stored; undefined when both are open. */
export async function timeFilter(column: DatasetColumn, bounds: Bounds, env: Environment): Promise<Expr | undefined> {
  const left = await columnExpr(column, env)
  const parts: Expr[] = []
  if (bounds.from !== null) parts.push({ kind: 'compare', op: '>=', left, right: timeBound(column, bounds.from, env) })
  if (bounds.to !== null) parts.push({ kind: 'compare', op: '<', left, right: timeBound(column, bounds.to, env) })
  return parts.length === 0 ? undefined : parts.length === 1 ? parts[0] : { kind: 'all', of: parts }
}

/** A moment as this column keeps moments. */
export function timeBound(
  column: Pick<DatasetColumn, 'type' | 'python_date_format'>,
  epochMs: number,
  env: Pick<Environment, 'dialect'>,
): Extract<Expr, { kind: 'bind' }> {
  const format = column.python_date_format
  if (format === 'epoch_s') return { kind: 'bind', value: Math.floor(epochMs / 1000) }
  if (format === 'epoch_ms') return { kind: 'bind', value: epochMs }
  if (format && isText(column.type)) return { kind: 'bind', value: strftime(format, epochMs) }
  const { template, value } = env.dialect.timeBound(column.type, { epochMs })
  return { kind: 'bind', value, template }
}
