import { beginningChart } from '#charts/index.ts'
import { isMeasure } from '#core/metric/measure.ts'
import { editMetric, newMetric } from '#core/metric/metric.ts'
import type { QueryMetric } from '#core/query/query-object.ts'
import type { DatasetAnswer, DatasetColumnAnswer, DatasetMetricAnswer } from '#core/rest/answers.ts'
import { STRING, type Table } from '#core/table/table.ts'
import { t } from '#core/text/t.ts'
import { timeColumnOf } from './new-form.ts'

/** A chart that can be drawn of a dataset as it is. */
export interface Suggestion {
  readonly vizType: string
  readonly title: string
  /** What its controls hold beside what a new chart holds anyway. */
  readonly controls: Readonly<Record<string, unknown>>
}

type Source = Pick<DatasetAnswer, 'columns' | 'metrics' | 'main_dttm_col'>

interface Measured {
  readonly metric: QueryMetric
  readonly name: string
}

const named = (metric: DatasetMetricAnswer): Measured => ({
  metric: metric.metric_name,
  name: metric.verbose_name || metric.metric_name,
})
const isCount = ({ expression }: DatasetMetricAnswer) => /^\s*count\s*\(\s*(\*|1)?\s*\)\s*$/i.test(expression)
const nameOf = (column: DatasetColumnAnswer) => column.verbose_name || column.column_name

/** The rows counted: by the metric that does, else by one made for it; a dataset of saved metrics has at least one. */
function countOf({ metrics = [] }: Source, isLocked: boolean): Measured | undefined {
  const saved = metrics.find(isCount)
  if (saved) return { metric: saved.metric_name, name: saved.verbose_name || t('Rows') }
  const [first] = metrics
  if (isLocked) return first && named(first)
  const sql = { expressionType: 'SQL', sqlExpression: 'COUNT(*)' } as const
  return { metric: editMetric(newMetric('metric_1'), sql), name: t('Rows') }
}

/** The amount of the dataset: the first saved metric that is more than a count, else the sum of the first amount. */
function amountOf({ metrics = [], columns = [] }: Source, isLocked: boolean): Measured | undefined {
  const saved = metrics.find((metric) => !isCount(metric))
  if (saved) return named(saved)
  const column = isLocked ? undefined : columns.find(isMeasure)
  if (!column) return undefined
  const { column_name, type } = column
  const metric = editMetric(newMetric('metric_1'), { column: { column_name, type: type ?? null }, aggregate: 'SUM' })
  return { metric, name: t('Sum of %s', nameOf(column)) }
}

const SHORT = 24

/** Whether the samples of a column are few and short enough to stand on an axis. */
function isShort(values: readonly unknown[]): boolean {
  const texts = values.filter((value) => typeof value === 'string')
  const distinct = new Set(texts).size
  const length = texts.reduce((sum, text) => sum + text.length, 0) / Math.max(1, texts.length)
  return distinct > 1 && distinct <= texts.length / 2 && length <= SHORT
}

function categoryOf({ columns = [] }: Source, samples: Table | undefined): DatasetColumnAnswer | undefined {
  return columns.find((column) => {
    if (column.type_generic !== STRING || column.groupby === false) return false
    const sampled = samples?.columns.find(({ name }) => name === column.column_name)
    return sampled !== undefined && isShort(sampled.values)
  })
}

/**
 * Up to three charts a dataset can begin with: its rows over time, the most frequent values of a short text, and its
 * main amount. `samples` are rows of the dataset, for how long texts are and how often they come again.
 */
export function suggestions(dataset: Source, samples: Table | undefined, isLocked: boolean): readonly Suggestion[] {
  const count = countOf(dataset, isLocked)
  const amount = amountOf(dataset, isLocked)
  const time = timeColumnOf(dataset)
  const category = categoryOf(dataset, samples)
  const found: (Suggestion | undefined)[] = []
  if (time && count) found.push(beginning('time', t('%s over time', count.name), { metrics: [count.metric] }))
  if (category && count) {
    const controls = { metrics: [count.metric], x_axis: category.column_name, row_limit: 10 }
    found.push(beginning('category', t('%s by %s', count.name, nameOf(category)), controls))
  }
  if (amount) found.push(beginning('amount', amount.name, { metric: amount.metric }))
  return found.filter((each) => each !== undefined)
}

function beginning(
  begins: Parameters<typeof beginningChart>[0],
  title: string,
  controls: Suggestion['controls'],
): Suggestion | undefined {
  const chart = beginningChart(begins)
  return chart && { vizType: chart.type, title, controls }
}
