import type { MixedForm } from './controls.ts'
import { firstForm, secondForm } from './query-forms.ts'
import type { ChartInput } from '#charts/chart.ts'
import type { Series, SeriesTable } from '#charts/shared/series/series-table-types.ts'
import type { SeriesForm } from '#charts/shared/series/series-form.ts'
import { MAX_SERIES, seriesTable } from '#charts/shared/series/series.ts'
import type { SeriesDisplayOptions } from '#charts/shared/timeseries/timeseries-props.ts'
import { wideTable } from '#charts/shared/series/wide-table.ts'
import type { Axis } from '#charts/shared/axes/x-axis.ts'
import { FIRST_HASHED_POSITION } from '#core/color/label-positions.ts'
import type { Value } from '#core/table/table.ts'

/** Sort options of single-query charts that this type does not have. */
const USUAL = {
  show_empty_columns: true,
  sort_series_ascending: false,
  sort_series_type: null,
  x_axis_sort: null,
  x_axis_sort_series: null,
  x_axis_sort_series_ascending: true,
} as const

/** Returns one of the results as series. */
function resultSeries(input: ChartInput<MixedForm>, at: 0 | 1): SeriesTable {
  const { form, tables, entries } = input
  const own: SeriesForm = { ...(at === 0 ? firstForm(form) : secondForm(form)), ...USUAL }
  const one = { ...input, form: own, tables: tables.slice(at, at + 1), entries: entries.slice(at, at + 1) }
  return wideTable(one) ?? seriesTable(one, MAX_SERIES / 2)
}

/**
 * Merges both x axes: ascending instants or numbers, or the categories of the first followed by the additional ones of
 * the second.
 */
function mergeAxes(first: Axis, second: Axis): Axis {
  const base = first.values.length > 0 ? first : second
  const known = [...new Set([...first.values, ...second.values])]
  const isNumbers = known.every((value) => typeof value === 'number')
  return { ...base, values: isNumbers ? known.toSorted((a, b) => a - b) : known }
}

/** Maps the values of a series to another axis. */
function moveToAxis(series: Series, from: Axis, indexes: ReadonlyMap<Value, number>): Series {
  const values = Array.from({ length: indexes.size }, (): number | null => null)
  for (const [at, value] of from.values.entries()) {
    const index = indexes.get(value)
    if (index !== undefined) values[index] = series.values[at] ?? null
  }
  return { ...series, values }
}

/** Makes names unique across both queries: equal names get their metric, or else the query letter. */
function withUniqueNames(first: readonly Series[], second: readonly Series[], input: ChartInput): [Series[], Series[]] {
  const both = new Set(first.map(({ name }) => name).filter((name) => second.some((each) => each.name === name)))
  const withMetric = (each: Series): Series => {
    const metric = input.dataset.verbose_map[each.metric] ?? each.metric
    return both.has(each.name) && each.name !== metric ? { ...each, name: `${metric}, ${each.name}` } : each
  }
  const [a, b] = [first.map(withMetric), second.map(withMetric)]
  const names = new Set(a.map(({ name }) => name))
  return [a, b.map((each) => (names.has(each.name) ? { ...each, name: `${each.name} (B)` } : each))]
}

/** Continues the colors after those of the first query for metrics of the second; dimension values keep their color. */
function continueColors(second: readonly Series[], first: readonly Series[]): Series[] {
  const isMeasure = ({ selection }: Series) => Object.keys(selection).length === 0
  const known = first.filter(({ colorPosition }) => colorPosition < FIRST_HASHED_POSITION)
  const taken = known.reduce((most, { colorPosition }) => Math.max(most, colorPosition + 1), 0)
  return second.map((each) => (isMeasure(each) ? { ...each, colorPosition: each.colorPosition + taken } : each))
}

/** Returns the series of both results over one x axis, first query first. */
export function joinSeries(
  input: ChartInput<MixedForm>,
  looks: readonly [SeriesDisplayOptions, SeriesDisplayOptions],
): SeriesTable {
  const [first, second] = [resultSeries(input, 0), resultSeries(input, 1)]
  const x = mergeAxes(first.x, second.x)
  const indexes = new Map(x.values.map((value, index) => [value, index]))
  const [a, b] = withUniqueNames(
    first.series.map((each) => moveToAxis(each, first.x, indexes)),
    second.series.map((each) => moveToAxis(each, second.x, indexes)),
    input,
  )
  const bothLines = looks.every(({ mark }) => mark.shape === 'line')
  const inFirst = new Set(a.map(({ colorPosition }) => colorPosition))
  const others = continueColors(b, a).map((each): Series => {
    const isTwin = bothLines && inFirst.has(each.colorPosition)
    return { ...each, question: 1, ...(isTwin ? { isTwin } : {}) }
  })
  const left = (first.left ?? 0) + (second.left ?? 0)
  return { x, series: [...a, ...others], ...(left > 0 ? { left } : {}) }
}
