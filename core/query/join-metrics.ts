import type { JoinMetricReason } from '#core/rest/dataset-shapes.ts'
import type { JoinedColumn } from './join-sql.ts'
import type { QuoteMark } from './quote-mark.ts'
import { namesInSql, renameInSql, identifiersInSql } from './replace-name-in-sql.ts'

interface NamedMetric {
  readonly metric_name: string
  readonly expression: string
}

/** One dataset of a join with its metrics. Counts are null if they are unknown. */
interface JoinMetricSide<M extends NamedMetric> {
  readonly name: string
  readonly metrics: readonly M[]
  /** The names of all columns of the dataset. */
  readonly columns: readonly string[]
  /** How often the join repeats rows of the dataset. */
  readonly repeated: number | null
  /** The number of result rows that contain no row of the dataset. */
  readonly added: number | null
}

/** A metric in the joined dataset; `side` counts from 0. */
export type JoinedMetric<M> = M & { readonly side: number }

interface RefusedJoinMetric {
  readonly side: number
  readonly metric_name: string
  readonly reason: JoinMetricReason
}

/**
 * Returns the metrics of joined datasets as metrics of the result, and those that would be wrong in it: a join that
 * repeats rows of a dataset raises its sums and counts. `taken` are names that the result already uses. A name that is
 * taken is prefixed like a column.
 */
export function joinedMetrics<M extends NamedMetric>(
  sides: readonly JoinMetricSide<M>[],
  columns: readonly JoinedColumn[],
  { taken, mark }: { readonly taken: readonly string[]; readonly mark: QuoteMark },
): { readonly metrics: readonly JoinedMetric<M>[]; readonly refused: readonly RefusedJoinMetric[] } {
  const used = new Set(taken.map((name) => name.toLowerCase()))
  const refused: RefusedJoinMetric[] = []
  const metrics = sides.flatMap((side, index) =>
    side.metrics.flatMap((metric) => {
      const reason = isReadable(metric.expression, side, { columns, at: index, mark })
        ? metricProblem(metric.expression, side, mark)
        : 'expression'
      if (reason) refused.push({ side: index, metric_name: metric.metric_name, reason })
      if (reason) return []
      const metric_name = freeName(metric.metric_name, side.name, used)
      const expression = renameInSql(metric.expression, newNames(columns, index), mark)
      return [{ ...metric, metric_name, expression, side: index }]
    }),
  )
  return { metrics, refused }
}

/**
 * True if the result has each column that the expression reads, and if the expression quotes names as the database does:
 * names in other backticks cannot be renamed.
 */
function isReadable(
  expression: string,
  { columns: all }: Pick<JoinMetricSide<NamedMetric>, 'columns'>,
  { columns, at, mark }: { readonly columns: readonly JoinedColumn[]; readonly at: number; readonly mark: QuoteMark },
): boolean {
  if (mark !== '`' && expression.includes('`')) return false
  const selected = new Set(columns.filter(({ side }) => side === at).map(({ column }) => column.toLowerCase()))
  const names = new Set([...namesInSql(expression, mark)].map((name) => name.toLowerCase()))
  return all.every((name) => !names.has(name.toLowerCase()) || selected.has(name.toLowerCase()))
}

/** Returns the changed names of the columns of one side, by their old names. */
const newNames = (columns: readonly JoinedColumn[], at: number): ReadonlyMap<string, string> =>
  new Map(
    columns.filter(({ side, name, column }) => side === at && name !== column).map((each) => [each.column, each.name]),
  )

function freeName(metric: string, dataset: string, used: Set<string>): string {
  let name = metric
  if (used.has(name.toLowerCase())) name = `${dataset}_${metric}`
  for (let number = 2; used.has(name.toLowerCase()); number++) name = `${dataset}_${metric}_${number}`
  used.add(name.toLowerCase())
  return name
}

function metricProblem(
  expression: string,
  { repeated, added }: Pick<JoinMetricSide<NamedMetric>, 'repeated' | 'added'>,
  mark: QuoteMark,
): JoinMetricReason | undefined {
  // Templates, subqueries and qualified names refer to the dataset, not to the result.
  if (/\{[{%#]/.test(expression) || identifiersInSql(expression, mark).has('select') || isQualified(expression))
    return 'expression'
  const type = aggregateType(expression, mark)
  if (type === 'distinct') return undefined
  if (repeated === null || added === null) return 'rows_not_counted'
  if (repeated > 0) return 'rows_repeated'
  return added > 0 && type !== 'column' ? 'rows_added' : undefined
}

const NAME = '(?:"(?:[^"]|"")*"|`(?:[^`]|``)*`|[\\p{L}_][\\p{L}\\p{N}_$]*)'
const DISTINCT = new RegExp(
  String.raw`^\s*(?:(?:min|max)\s*\(\s*(?:distinct\s+)?|(?:count|sum|avg)\s*\(\s*distinct\s+)${NAME}\s*\)\s*$`,
  'iu',
)
const COLUMN = new RegExp(String.raw`^\s*(?:count|sum|avg)\s*\(\s*${NAME}\s*\)\s*$`, 'iu')

/**
 * Returns `distinct` for one aggregate of a column whose value is the same if rows repeat, `column` for one that
 * ignores rows without a value, undefined for any other expression, such as the aggregate of a constant.
 */
function aggregateType(expression: string, mark: QuoteMark): 'distinct' | 'column' | undefined {
  if (namesInSql(expression, mark).size === 0) return undefined
  if (DISTINCT.test(expression)) return 'distinct'
  return COLUMN.test(expression) ? 'column' : undefined
}

const QUALIFIED = new RegExp(String.raw`${NAME}\s*\.\s*${NAME}`, 'u')

function isQualified(expression: string): boolean {
  return QUALIFIED.test(
    expression.replaceAll(/'(?:[^']|'')*'/g, "''").replaceAll(/(["`])(?:(?!\1)[\s\S]|\1\1)*\1/g, '""'),
  )
}
