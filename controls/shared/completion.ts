import type { ColumnInfo, MetricInfo } from '#controls/control.ts'
import { MACROS } from '#core/query/macros.ts'

/** A SQL completion: its search label, its detail and the inserted text. */
export interface SqlCompletion {
  readonly label: string
  readonly kind: 'column' | 'metric' | 'function' | 'keyword' | 'macro'
  readonly detail?: string | undefined
  readonly text?: string | undefined
}

/** SQL keywords for expressions. */
const WORDS =
  'AND OR NOT IN IS NULL LIKE BETWEEN CASE WHEN THEN ELSE END CAST DISTINCT EXISTS FILTER OVER WHERE TRUE FALSE'.split(
    ' ',
  )

/** Quotes a name for SQL unless it is a plain identifier. */
export function sqlName(name: string): string {
  return /^[a-z_]\w*$/i.test(name) ? name : `"${name.replaceAll('"', '""')}"`
}

/** The names for SQL over a dataset. A metric name is not valid SQL there: its expression is inserted. */
export interface Vocabulary {
  readonly columns: readonly Pick<ColumnInfo, 'column_name' | 'type'>[]
  readonly metrics: readonly Pick<MetricInfo, 'metric_name' | 'expression'>[]
  readonly functions: readonly string[]
}

/** Returns the completions for SQL over a dataset. */
export function sqlCompletions({ columns, metrics, functions }: Vocabulary): readonly SqlCompletion[] {
  return [
    ...columns.map(({ column_name: name, type }) => ({
      label: name,
      kind: 'column' as const,
      detail: type ?? undefined,
      text: sqlName(name),
    })),
    ...metrics.map(({ metric_name: name, expression }) => ({
      label: name,
      kind: 'metric' as const,
      detail: expression,
      text: expression,
    })),
    ...functions.map((name) => ({ label: name, kind: 'function' as const, detail: '()' })),
    ...WORDS.map((label) => ({ label, kind: 'keyword' as const })),
    ...MACROS.map(({ name, call }) => ({
      label: name,
      kind: 'macro' as const,
      detail: '{{ }}',
      text: `{{ ${call} }}`,
    })),
  ]
}
