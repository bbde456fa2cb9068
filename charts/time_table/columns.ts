import { numberOrDefault, textOrDefault } from '#charts/shared/number-format.ts'
import type { Item } from '#controls/shared/item.ts'
import { timeColumnTypes, timeComparisons } from '#controls/ts_columns/fields.ts'
import type { TimeTableForm } from './controls.ts'

export type TimeColumnType = (typeof timeColumnTypes)[number]['value']
export type Comparison = (typeof timeComparisons)[number]['value']

/** A range that may be open at either end. */
export type Bounds = readonly [number | null, number | null]

/** A column of the form with valid settings; `null` means not set. */
export interface TimeColumn {
  readonly key: string
  readonly label: string
  readonly tooltip: string
  readonly type: TimeColumnType
  /** In periods: back from the last one, or from the first one if negative. */
  readonly lag: number
  /** Each point of a sparkline is divided by the value this many periods earlier; 0 draws the values themselves. */
  readonly ratio: number
  readonly comparison: Comparison
  readonly bounds: Bounds
  readonly format: string | null
  readonly dateFormat: string
  /** In pixels. */
  readonly width: number | null
  readonly height: number | null
  readonly showYAxis: boolean
  readonly yAxisBounds: Bounds
}

const OPEN: Bounds = [null, null]

const textOrNull = (value: unknown): string | null => textOrDefault(value, '') || null

/** Parses a size in whole pixels, limited to a drawable range; null if there is none. */
function sizeOf(value: unknown, most: number): number | null {
  const size = Math.round(numberOrDefault(value, 0))
  return size > 0 ? Math.min(size, most) : null
}

const MAX_WIDTH = 2000
const MAX_HEIGHT = 400

function toColumn(item: Item): readonly TimeColumn[] {
  const type = timeColumnTypes.find(({ value }) => value === item['colType'])?.value
  if (type === undefined) return []
  return [
    {
      key: textOrDefault(item['key'], ''),
      label: textOrDefault(item['label'], ''),
      tooltip: textOrDefault(item['tooltip'], ''),
      type,
      lag: Math.trunc(numberOrDefault(item['timeLag'], 0)),
      ratio: Math.max(0, Math.trunc(numberOrDefault(item['timeRatio'], 0))),
      comparison: timeComparisons.find(({ value }) => value === item['comparisonType'])?.value ?? 'value',
      bounds: (item['bounds'] as Bounds | undefined) ?? OPEN,
      format: textOrNull(item['d3format']),
      dateFormat: textOrDefault(item['dateFormat'], 'smart_date'),
      width: sizeOf(item['width'], MAX_WIDTH),
      height: sizeOf(item['height'], MAX_HEIGHT),
      showYAxis: item['showYAxis'] === true,
      yAxisBounds: (item['yAxisBounds'] as Bounds | undefined) ?? OPEN,
    },
  ]
}

/** Returns the columns of a form in order; columns without a type are left out. */
export function columnsOf({ column_collection }: Pick<TimeTableForm, 'column_collection'>): readonly TimeColumn[] {
  return column_collection.flatMap(toColumn)
}
