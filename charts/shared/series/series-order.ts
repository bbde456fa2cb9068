import { toNumber } from '#charts/shared/cell.ts'
import { isExpected } from './expected.ts'
import type { Series, SeriesTable } from './one-series.ts'
import type { Ordering } from '#charts/shared/controls/orderings.ts'
import type { SeriesForm } from './series-form.ts'
import { comparePlaces } from '#core/color/label-places.ts'

const collator = new Intl.Collator('en', { numeric: true })

/** Aggregates the non-null values into one number; null without any. */
function measured(values: readonly (number | null)[], by: Ordering): number | null {
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
    const key = JSON.stringify([each.metric, each.pick])
    const members = found.get(key)
    if (members) members.push(each)
    else found.set(key, [each])
  }
  return [...found.values()].map((members) => {
    const own = members.find((each) => each.role === undefined) ?? members.find((each) => !isExpected(each))
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
    const placed = families(series).toSorted((a, b) => comparePlaces(a.head, b.head))
    return placed.flatMap(({ members }) => members)
  }
  const keyed = families(series).map((family) => ({
    members: family.members,
    key: by === 'name' ? family.head.name : measured(family.head.values, by),
  }))
  return keyed.toSorted((a, b) => compare(a.key, b.key, isRising)).flatMap(({ members }) => members)
}

/** Sorts categories by `x_axis_sort_series`, ascending unless `x_axis_sort_series_ascending` is false. */
function orderedCategories(table: SeriesTable, form: SeriesForm): SeriesTable {
  const by = form.x_axis_sort_series
  if (by === null || table.x.kind !== 'category') return table
  const own = table.series.filter((each) => each.role === undefined)
  const keys = table.x.values.map((value, at) =>
    by === 'name'
      ? (toNumber(value) ?? (value === null ? null : String(value)))
      : measured(
          own.map((each) => each.values[at] ?? null),
          by,
        ),
  )
  const ascending = form.x_axis_sort_series_ascending
  const places = [...keys.keys()].toSorted((a, b) => compare(keys[a] ?? null, keys[b] ?? null, ascending))
  const moved = <T>(values: readonly T[]): T[] => places.map((place) => values[place] as T)
  return {
    x: { ...table.x, values: moved(table.x.values) },
    series: table.series.map((each) => ({ ...each, values: moved(each.values) })),
  }
}

/** Returns a table with series and categories in the order of the form. */
export function inOrder(table: SeriesTable, form: SeriesForm): SeriesTable {
  const ordered = orderedCategories(table, form)
  return { ...ordered, series: orderedSeries(ordered.series, form) }
}
