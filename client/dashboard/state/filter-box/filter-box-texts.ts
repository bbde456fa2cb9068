import {
  type DashboardFilters,
  hasFilterEffect,
  TIME_COLUMN,
  TIME_GRAIN,
  TIME_RANGE,
} from '#core/filter-box/dashboard-filter.ts'
import type { BoxValue } from '#core/filter-box/item.ts'
import { parseDatasource } from '#core/form/form-data.ts'
import type { ProfiledColumn } from '#core/query/column-profile.ts'
import { storedTimestamp } from '#core/query/stored-times.ts'
import { hasTimestampValues, valueName } from '#core/query/value-name.ts'
import { formatTimeRange } from '#core/time/label.ts'
import type { Datasets } from '#client/dashboard/state/masks.ts'

type ScalarValue = string | number | boolean | null

/** True if a column stores timestamps in another type than the engine's time types: seconds, or formatted text. */
export const storesTimestamps = (column: ProfiledColumn): boolean =>
  hasTimestampValues(column) && Boolean(column.python_date_format) && !/DATE|TIMESTAMP/i.test(column.type ?? '')

/** Milliseconds around 1970 within which queries treat a number as a stored value, such as a year. */
const NEAR_ZERO = 100_000_000_000

/** Converts a value of a filter box to that of a native filter: a time stored in another form becomes a timestamp. */
export function boxValueInBar(value: ScalarValue, column: ProfiledColumn | undefined): ScalarValue {
  if (column === undefined || !storesTimestamps(column)) return value
  const instant = storedTimestamp(value, column.python_date_format ?? null)
  return instant === undefined || Math.abs(instant) < NEAR_ZERO ? value : instant
}

/**
 * Returns the label of a filter box value: timestamps as dates, as in native filters. The value itself is in the stored
 * form of its column, such as seconds.
 */
export function boxValueName(value: ScalarValue, column: ProfiledColumn | undefined): string {
  if (column === undefined || !hasTimestampValues(column)) return valueName(value, false)
  if (!storesTimestamps(column)) return valueName(value, true)
  const instant = storedTimestamp(value, column.python_date_format ?? null)
  return instant === undefined ? valueName(value, false) : valueName(instant, true)
}

/** The values that one column of a filter box filters by, as text. */
interface BoxTexts {
  readonly chartId: number
  readonly column: string
  readonly label: string
  readonly text: string
}

/** Returns the label of a time range, grain or time column; undefined for the columns of the items of a box. */
function timeFieldText(column: string, value: BoxValue, dataset: Datasets[number] | undefined): string | undefined {
  if (typeof value !== 'string') return undefined
  if (column === TIME_RANGE) return formatTimeRange(value)
  if (column === TIME_GRAIN) return dataset?.time_grain_sqla?.find(([code]) => code === value)?.[1] ?? value
  if (column !== TIME_COLUMN) return undefined
  return dataset?.columns?.find(({ column_name }) => column_name === value)?.verbose_name || value
}

/** Returns the values of the filter boxes of a dashboard as text, per column. */
export function filterBoxTexts(filterBoxes: DashboardFilters, datasets: Datasets): readonly BoxTexts[] {
  return Object.values(filterBoxes).flatMap(({ chartId, columns, labels, datasourceId }) => {
    const dataset = datasets[parseDatasource(datasourceId)?.id ?? -1]
    const text = (column: string, value: BoxValue) => {
      const timeText = timeFieldText(column, value, dataset)
      if (timeText !== undefined) return timeText
      const of = dataset?.columns?.find((each) => each.column_name === column)
      const values: readonly ScalarValue[] = Array.isArray(value)
        ? (value as readonly ScalarValue[])
        : [value as ScalarValue]
      return values.map((each) => boxValueName(each, of)).join(', ')
    }
    return Object.entries(columns)
      .filter(([column, value]) => hasFilterEffect(column, value))
      .map(([column, value]) => ({ chartId, column, label: labels[column] ?? column, text: text(column, value) }))
  })
}
