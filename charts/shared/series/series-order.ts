import { toNumber } from '#charts/shared/cell.ts'
import { isForecastSeries } from './forecast-points.ts'
import type { Series, SeriesTable } from './series-table-types.ts'
import type { Ordering } from '#charts/shared/controls/orderings.ts'
import type { SeriesForm } from './series-form.ts'
import { isSorted } from './series-form.ts'
import { compareLabelPositions } from '#core/color/label-positions.ts'
import { calendarPositions } from '#core/time/calendar-names.ts'

const collator = new Intl.Collator('en', { numeric: true })

/** Aggregates the non-null values into one number; null without any. */
function aggregateValues(values: readonly (number | null)[], by: Ordering): number | null {
  const present = values.filter((value) => value !== null)
  if (present.length === 0) return null
  const sum = present.reduce((total, value) => total + value, 0)
  if (by === 'min') return present.reduce((least, value) => Math.min(least, value))
  if (by === 'max') return present.reduce((most, value) => Math.max(most, value))
  return by === 'avg' ? sum / present.length : sum
}

/** Compares two sort keys; null sorts last in both directions. */
function compare(a: string | number | null, b: string | number | null, ascending: boolean): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  const order = typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b))
  return ascending ? order : -order
}

/** A series with its time comparisons, forecasts and their bounds. */
interface Family {
  readonly head: Series
  readonly members: Series[]
}

function families(series: readonly Series[]): Family[] {
  const found = new Map<string, Series[]>()
  for (const each of series) {
    const key = JSON.stringify([each.metric, each.selection])
    const members = found.get(key)
    if (members) members.push(each)
    else found.set(key, [each])
  }
  return [...found.values()].map((members) => {
    const own = members.find((each) => each.role === undefined) ?? members.find((each) => !isForecastSeries(each))
    return { head: own ?? (members[0] as Series), members }
  })
}

/**
 * Sorts series by `sort_series_type`, descending unless `sort_series_ascending`, which by itself sorts by sum.
 * Otherwise series are in color order, which filters do not change.
 */
function orderedSeries(series: readonly Series[], form: SeriesForm): readonly Series[] {
  const isRising = form.sort_series_ascending
  const by = form.sort_series_type ?? (isRising ? 'sum' : null)
  if (by === null) {
    const placed = families(series).toSorted((a, b) => compareLabelPositions(a.head, b.head))
    return placed.flatMap(({ members }) => members)
  }
  const keyed = families(series).map((family) => ({
    members: family.members,
    key: by === 'name' ? family.head.name : aggregateValues(family.head.values, by),
  }))
  return keyed.toSorted((a, b) => compare(a.key, b.key, isRising)).flatMap(({ members }) => members)
}

/** Returns the table with its categories in the order of these positions. */
function moveCategories(table: SeriesTable, order: readonly number[]): SeriesTable {
  const moved = <T>(values: readonly T[]): T[] => order.map((index) => values[index] as T)
  return {
    x: { ...table.x, values: moved(table.x.values) },
    series: table.series.map((each) => ({ ...each, values: moved(each.values) })),
  }
}

/**
 * Sorts weekdays and months by the calendar, and null last. Other categories keep their order, and all do if the form
 * sorts the query.
 */
export function sortSeriesTableByDefault(table: SeriesTable, form: SeriesForm): SeriesTable {
  if (table.x.kind !== 'category' || isSorted(form)) return table
  const { values } = table.x
  const present = [...values.keys()].filter((at) => values[at] !== null)
  const positions = calendarPositions(present.map((at) => String(values[at])))
  if (!positions) return table
  const keys = new Map(present.map((at, index) => [at, positions[index] ?? null]))
  const order = [...values.keys()].toSorted((a, b) => compare(keys.get(a) ?? null, keys.get(b) ?? null, true))
  return moveCategories(table, order)
}

/**
 * Sorts categories by `x_axis_sort_series`, ascending unless `x_axis_sort_series_ascending` is false. Without a sort in
 * the form, weekdays and months are in calendar order.
 */
function orderedCategories(table: SeriesTable, form: SeriesForm): SeriesTable {
  const by = form.x_axis_sort_series
  if (table.x.kind !== 'category') return table
  if (by === null) return sortSeriesTableByDefault(table, form)
  const own = table.series.filter((each) => each.role === undefined)
  const keys = table.x.values.map((value, index) =>
    by === 'name'
      ? (toNumber(value) ?? (value === null ? null : String(value)))
      : aggregateValues(
          own.map((each) => each.values[index] ?? null),
          by,
        ),
  )
  const ascending = form.x_axis_sort_series_ascending
  const order = [...keys.keys()].toSorted((a, b) => compare(keys[a] ?? null, keys[b] ?? null, ascending))
  return moveCategories(table, order)
}

/** Returns a table with series and categories in the order of the form. */
export function sortSeriesTable(table: SeriesTable, form: SeriesForm): SeriesTable {
  const ordered = orderedCategories(table, form)
  return { ...ordered, series: orderedSeries(ordered.series, form) }
}
