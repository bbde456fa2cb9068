import { ownValue } from '#core/rest/json.ts'
import { EMPTY_TEXT, toNumber } from '#charts/shared/cell.ts'
import { colorPositions } from '#charts/shared/colors.ts'
import type { Series, SeriesRole, SeriesTable } from './series.ts'
import { type SeriesForm, isSorted } from './series-form.ts'
import { sortSeriesTable } from './series-order.ts'
import { type Axis, axisOf } from '#charts/shared/axes/x-axis.ts'
import type { ChartInput, SelectedMark } from '#charts/chart.ts'
import { isAdvanced, type MetricColumn, metricColumns } from '#core/form/advanced-analytics.ts'
import { xLabelOf } from '#core/form/base-query.ts'
import { queryFields } from '#core/form/query-fields.ts'
import { columnLabel } from '#core/query/query-object.ts'
import { type Column, TEMPORAL } from '#core/table/table.ts'
import { t } from '#core/text/t.ts'

/** The text of null dimension values in the labels of a wide result. */
const NULL_TEXT = '<NULL>'

const FORECAST = /__yhat(_lower|_upper)?$/

const ROLES: Readonly<Record<string, SeriesRole>> = { _lower: 'lower', _upper: 'upper' }

/**
 * Converts a wide result, which forms with comparison, rolling, resampling or forecast have: one column per series, in
 * order. The column label gives its metric, time offset and dimension values. Undefined for other forms and long
 * results.
 */
export function wideTable(input: ChartInput<SeriesForm>): SeriesTable | undefined {
  const { form } = input
  const table = input.tables[0] ?? { columns: [], rowCount: 0 }
  const fields = queryFields(form)
  const label = xLabelOf(form)
  const dimensions = fields.columns.map(columnLabel).filter((name) => name !== label)
  const isLong = table.columns.some(({ name }) => dimensions.includes(name))
  if (isLong || !isAdvanced(form, fields.metrics ?? [])) return undefined
  const x = table.columns.find(({ name }) => name === label) ?? table.columns.find(({ type }) => type === TEMPORAL)
  const { axis, axisIndexOf } = axisOf(x, table.rowCount, input.dataset.verbose_map, isSorted(form))
  const known = metricColumns(form, { x: label, metrics: fields.metrics ?? [], series: dimensions })
  const labels = { input, dimensions, known, colorPositionOf: colorPositions(input, dimensions) }
  const columns = table.columns.filter((column) => column !== x)
  const series = columns.map((column) => seriesOf(column, labels, valuesOnAxis(column, axis, axisIndexOf)))
  const shown = form.show_empty_columns ? series : series.filter(({ values }) => values.some(isThere))
  const seriesTable = { x: axis, series: shown }
  return dimensions.length > 0 ? sortSeriesTable(seriesTable, form) : seriesTable
}

const isThere = (value: number | null): boolean => value !== null

interface Labels {
  readonly input: ChartInput
  readonly dimensions: readonly string[]
  readonly known: readonly MetricColumn[]
  readonly colorPositionOf: (values: readonly string[]) => number
}

function seriesOf({ name }: Column, labels: Labels, values: Series['values']): Series {
  const { input, dimensions, known } = labels
  const forecast = FORECAST.exec(name)
  const parts = partsOf(name, input.entries[0]?.label_map ?? {}, forecast?.[0] ?? '')
  const own = parts.slice(Math.max(0, parts.length - dimensions.length))
  const head = parts.slice(0, parts.length - own.length).join(', ')
  const found = metricOf(head, known)
  const compared = found?.offset === undefined ? undefined : 'compared'
  const role = forecast ? (ROLES[forecast[1] ?? ''] ?? 'forecast') : compared
  const of = nameOf(found, head, own, input)
  return {
    name: forecast ? expectedName(of, role) : of,
    metric: found?.metric ?? head,
    selection: selectionOf(dimensions, own),
    values,
    colorPosition: colorPositionOfSeries(found, own, labels),
    ...(role ? { role } : {}),
    ...(forecast ? { of } : {}),
    ...(found?.offset === undefined ? {} : { offset: found.offset }),
  }
}

/**
 * Returns the color position: metrics in form order, then their comparisons. A dimension value has the same color for
 * all time offsets.
 */
function colorPositionOfSeries(
  found: MetricColumn | undefined,
  own: readonly string[],
  { known, colorPositionOf }: Labels,
): number {
  const metrics = [...new Set(known.map(({ metric }) => metric))]
  const at = Math.max(0, metrics.indexOf(found?.metric ?? ''))
  if (own.length > 0) return colorPositionOf(own) * metrics.length + at
  const times = [...new Set(known.map(({ offset }) => offset))]
  return Math.max(0, times.indexOf(found?.offset)) * metrics.length + at
}

function partsOf(name: string, labels: Readonly<Record<string, readonly string[]>>, suffix: string): readonly string[] {
  const parts = ownValue(labels, name) ?? [name]
  const last = parts.at(-1) ?? ''
  return suffix !== '' && last.endsWith(suffix) ? [...parts.slice(0, -1), last.slice(0, -suffix.length)] : parts
}

function metricOf(head: string, known: readonly MetricColumn[]): MetricColumn | undefined {
  return known.find(({ name }) => (name ?? '') === head) ?? known.find(({ column }) => column === head)
}

function nameOf(
  found: MetricColumn | undefined,
  head: string,
  dimensions: readonly string[],
  { dataset }: ChartInput,
): string {
  const verbose = found ? (dataset.verbose_map[found.metric] ?? found.metric) : head
  const shown = found?.offset === undefined ? (head === '' ? '' : verbose) : comparedName(head, found, verbose)
  const named = dimensions.map((part) => (part === '' ? EMPTY_TEXT : part))
  return [shown, ...named].filter((part) => part !== '').join(', ') || verbose
}

/** Returns the name of a comparison series: the offset as in the form, except `inherit`, which gets a phrase. */
function comparedName(head: string, { metric, offset = '' }: MetricColumn, verbose: string): string {
  const named = head.replace(metric, verbose)
  return offset === 'inherit' && named.endsWith(offset)
    ? `${named.slice(0, -offset.length)}${t('as long before')}`
    : named
}

function expectedName(name: string, role: SeriesRole | undefined): string {
  if (role === 'forecast') return t('%s, forecast', name)
  if (role === 'lower') return t('%s, lower bound', name)
  return role === 'upper' ? t('%s, upper bound', name) : name
}

function selectionOf(dimensions: readonly string[], parts: readonly string[]): SelectedMark {
  return Object.fromEntries(dimensions.map((name, at) => [name, parts[at] === NULL_TEXT ? null : (parts[at] ?? null)]))
}

function valuesOnAxis(column: Column, axis: Axis, axisIndexOf: (row: number) => number): (number | null)[] {
  const values = Array.from({ length: axis.values.length }, (): number | null => null)
  for (let row = 0; row < column.values.length; row++) {
    const at = axisIndexOf(row)
    if (at >= 0) values[at] = toNumber(column.values[row])
  }
  return values
}
