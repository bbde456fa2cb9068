import { countryFieldOf } from '#charts/countries.ts'
import { isMeasure } from '#core/metric/is-measure.ts'
import { editMetric, newMetric } from '#core/metric/metric.ts'
import type { DatasetCounts, ExaminedColumns } from '#core/form/dataset-counts.ts'
import { metricLabel, type QueryMetric } from '#core/query/query-object.ts'
import type { DatasetResponse, DatasetColumnResponse, DatasetMetricResponse } from '#core/rest/responses.ts'
import { NUMERIC, STRING, type Table, TEMPORAL } from '#core/table/table.ts'
import { t } from '#core/text/t.ts'
import type { SelectedFields } from './selected-fields.ts'
import { timeColumnOf } from './new-form.ts'

export type Source = Pick<DatasetResponse, 'columns' | 'metrics' | 'main_dttm_col'>

export interface MeasuredColumn {
  readonly metric: QueryMetric
  readonly name: string
}

/** A column with its label and number of distinct values. */
export interface CountedColumn {
  readonly column: string
  readonly name: string
  readonly distinct: number
}

/** The drawable parts of a dataset: only the selected ones, or all if none is selected. */
export interface DrawableParts {
  readonly rows: number
  readonly time: DatasetColumnResponse | undefined
  readonly dimensions: readonly CountedColumn[]
  readonly numbers: readonly CountedColumn[]
  /** Selected metrics. */
  readonly metrics: readonly MeasuredColumn[]
  readonly count: MeasuredColumn | undefined
  readonly amount: MeasuredColumn | undefined
  readonly means: readonly MeasuredColumn[]
  readonly position: { readonly type: 'latlong'; readonly latCol: string; readonly lonCol: string } | undefined
  readonly country: { readonly dimension: CountedColumn; readonly written: string } | undefined
  /** Whether the time column and dimensions were selected, so that suggestions must use them. */
  readonly chosen: { readonly time: boolean; readonly dimensions: boolean }
}

const labelOf = (column: DatasetColumnResponse) => column.verbose_name || column.column_name
const isMoment = ({ is_dttm, type_generic }: DatasetColumnResponse) => is_dttm || type_generic === TEMPORAL
const isText = (column: DatasetColumnResponse) =>
  column.type_generic === STRING && !isMoment(column) && column.groupby !== false
const isCount = ({ expression }: DatasetMetricResponse) => /^\s*count\s*\(\s*(\*|1)?\s*\)\s*$/i.test(expression)
const measuredMetric = (metric: DatasetMetricResponse): MeasuredColumn => ({
  metric: metric.metric_name,
  name: metric.verbose_name || metric.metric_name,
})

/**
 * Returns the columns whose values decide the suggestions: the selected ones, then text and numeric columns; and the
 * time column.
 */
export function columnsForSuggestions(dataset: Source, { columns: chosen }: SelectedFields): ExaminedColumns {
  const { columns = [] } = dataset
  const texts = columns.filter(isText).slice(0, 10)
  const amounts = columns.filter(isMeasure).slice(0, 6)
  const known = new Set(columns.filter((each) => !isMoment(each)).map(({ column_name }) => column_name))
  const names = [...texts, ...amounts].map(({ column_name }) => column_name)
  const time = timeColumnOf(dataset)
  return {
    columns: [...new Set([...chosen.filter((name) => known.has(name)), ...names])],
    // Timestamps stored as text or numbers have no time extent.
    time: time && isMoment(time) && !time.python_date_format ? time.column_name : undefined,
  }
}

/** Returns a row count metric: a saved one, else an ad hoc one. With locked metrics, the first saved metric. */
function countOf({ metrics = [] }: Source, isLocked: boolean): MeasuredColumn | undefined {
  const saved = metrics.find(isCount)
  if (saved) return { metric: saved.metric_name, name: saved.verbose_name || t('Rows') }
  const [first] = metrics
  if (isLocked) return first && measuredMetric(first)
  const sql = { expressionType: 'SQL', sqlExpression: 'COUNT(*)' } as const
  return { metric: editMetric(newMetric('metric_1'), sql), name: t('Rows') }
}

function aggregateMetric(
  { column_name, type }: DatasetColumnResponse,
  aggregate: 'SUM' | 'AVG',
  at: number,
): QueryMetric {
  return editMetric(newMetric(`metric_${at}`), { column: { column_name, type: type ?? null }, aggregate })
}

/**
 * Returns the main amount of the dataset: the first saved metric other than a count, else the sum of the first numeric
 * column.
 */
function amountOf(
  { metrics = [] }: Source,
  amounts: readonly DatasetColumnResponse[],
  isLocked: boolean,
): MeasuredColumn | undefined {
  const saved = metrics.find((metric) => !isCount(metric))
  if (saved) return measuredMetric(saved)
  const [column] = amounts
  return column && !isLocked
    ? { metric: aggregateMetric(column, 'SUM', 1), name: t('Sum of %s', labelOf(column)) }
    : undefined
}

const wordsOf = (column: DatasetColumnResponse) => column.column_name.toLowerCase().split(/[^\p{L}]+/u)

/** Returns the first pair of numeric columns named as latitude and longitude. */
function positionOf(columns: readonly DatasetColumnResponse[]): DrawableParts['position'] {
  const find = (names: readonly string[]) =>
    columns.find((each) => each.type_generic === NUMERIC && wordsOf(each).some((word) => names.includes(word)))
  const lat = find(['lat', 'latitude'])
  const lon = find(['lon', 'lng', 'long', 'longitude'])
  return lat && lon ? { type: 'latlong', latCol: lat.column_name, lonCol: lon.column_name } : undefined
}

/** Longer texts do not fit an axis. */
const SHORT = 24

/** True if a column can serve as categories: its values repeat and are short enough for an axis. */
function isCategory({ distinct }: CountedColumn, rows: number, values: readonly unknown[]): boolean {
  const texts = values.filter((value) => typeof value === 'string')
  const length = texts.reduce((sum, text) => sum + text.length, 0) / Math.max(1, texts.length)
  return distinct > 1 && distinct <= rows / 2 && length <= SHORT
}

/**
 * Returns the drawable parts of a dataset.
 * @param samples rows of the dataset, to check text lengths and country names
 * @param isLocked only saved metrics of the dataset may be used
 */
export function drawableParts(
  dataset: Source,
  counts: DatasetCounts,
  { samples, chosen, isLocked }: { samples: Table | undefined; chosen: SelectedFields; isLocked: boolean },
): DrawableParts {
  const columns = dataset.columns ?? []
  const sampled = (name: string) => samples?.columns.find((each) => each.name === name)?.values ?? []
  const picked = chosen.columns.flatMap((name) => columns.find(({ column_name }) => column_name === name) ?? [])
  const counted = (column: DatasetColumnResponse): CountedColumn => ({
    column: column.column_name,
    name: labelOf(column),
    distinct: counts.distinct.get(column.column_name) ?? Number.NaN,
  })
  const [times, amounts] = [picked.filter(isMoment), picked.filter(isMeasure)]
  const sides = picked.filter((each) => !isMoment(each) && !isMeasure(each))
  const all = columns.filter(isText).map(counted)
  const dimensions =
    sides.length > 0 ? sides.map(counted) : all.filter((each) => isCategory(each, counts.rows, sampled(each.column)))
  const measures = amounts.length > 0 ? amounts : columns.filter(isMeasure)
  const countries = dimensions.flatMap((dimension) => {
    const written = countryFieldOf(sampled(dimension.column))
    return written ? [{ dimension, written }] : []
  })
  return {
    rows: counts.rows,
    time: times[0] ?? timeColumnOf(dataset),
    dimensions,
    numbers: measures.map(counted),
    metrics: chosen.metrics.map((metric) => measuredOf(metric, dataset)),
    count: countOf(dataset, isLocked),
    amount: amountOf(dataset, measures, isLocked),
    means: isLocked
      ? []
      : measures.map((each, index) => ({
          metric: aggregateMetric(each, 'AVG', index + 2),
          name: t('Mean of %s', labelOf(each)),
        })),
    position: positionOf(columns),
    country: countries[0],
    chosen: { time: times.length > 0, dimensions: sides.length > 0 },
  }
}

function measuredOf(metric: QueryMetric, { metrics = [] }: Source): MeasuredColumn {
  const saved = metrics.find(({ metric_name }) => metric_name === metric)
  return saved ? measuredMetric(saved) : { metric, name: metricLabel(metric) }
}
