import { type QuoteMark, quotedName, quoteMarkOf } from '#core/query/quote-mark.ts'
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

/** Words that are no column or table names in SQL without quotes. */
const RESERVED = new Set(
  'all and any as asc between both by case cast check collate column constraint create cross current_date current_time current_timestamp default desc distinct else end except exists false fetch for foreign from full grant group having in inner intersect into is join key lateral leading left like limit natural not null offset on only or order outer partition primary qualify references right row rows select some table tables then to trailing true union unique user using values when where window with'.split(
    ' ',
  ),
)

/** Quotes a name for SQL unless it is a plain identifier: reserved words are none, and engines fold upper case. */
export function sqlName(name: string, mark: QuoteMark = '"'): string {
  const isPlain = /^[a-z_][a-z0-9_]*$/.test(name) && !RESERVED.has(name)
  return isPlain ? name : quotedName(name, mark)
}

/** The names for SQL over a dataset. A metric name is not valid SQL there: its expression is inserted. */
export interface Vocabulary {
  readonly columns: readonly Pick<ColumnInfo, 'column_name' | 'type'>[]
  readonly metrics: readonly Pick<MetricInfo, 'metric_name' | 'expression'>[]
  readonly functions: readonly string[]
  /** The backend of the database, whose dialect quotes names. */
  readonly backend: string | undefined
}

/** Returns the completions for SQL over a dataset. */
export function sqlCompletions({ columns, metrics, functions, backend }: Vocabulary): readonly SqlCompletion[] {
  const mark = quoteMarkOf(backend)
  return [
    ...columns.map(({ column_name: name, type }) => ({
      label: name,
      kind: 'column' as const,
      detail: type ?? undefined,
      text: sqlName(name, mark),
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
