import { numberOr, textOf } from '#charts/shared/number-format.ts'
import type { Item } from '#controls/shared/item.ts'
import { timeColumnTypes, timeComparisons } from '#controls/ts_columns/fields.ts'
import type { TimeTableForm } from './controls.ts'

export type TimeColumnType = (typeof timeColumnTypes)[number]['value']
export type Comparison = (typeof timeComparisons)[number]['value']

/** Two ends, either of which may be open. */
export type Bounds = readonly [number | null, number | null]

/** A column of the form, every setting legal; `null` is a setting nobody made. */
export interface TimeColumn {
  readonly key: string
  readonly label: string
  readonly tooltip: string
  readonly type: TimeColumnType
  /** Periods: back from the last one, or from the first one where negative. */
  readonly lag: number
  /** Each point of a sparkline is divided by the one so many periods before; 0 draws the values themselves. */
  readonly ratio: number
  readonly comparison: Comparison
  readonly bounds: Bounds
  readonly format: string | null
  readonly dateFormat: string
  /** Pixels. */
  readonly width: number | null
  readonly height: number | null
  readonly showYAxis: boolean
  readonly yAxisBounds: Bounds
}

const OPEN: Bounds = [null, null]

const textOrNull = (value: unknown): string | null => textOf(value, '') || null

/** A size in whole pixels, kept within what can be drawn; null when there is none. */
function sizeOf(value: unknown, most: number): number | null {
  const size = Math.round(numberOr(value, 0))
  return size > 0 ? Math.min(size, most) : null
}

const MAX_WIDTH = 2000
const MAX_HEIGHT = 400

function toColumn(item: Item): readonly TimeColumn[] {
  const type = timeColumnTypes.find(({ value }) => value === item['colType'])?.value
  if (type === undefined) return []
  return [
    {
      key: textOf(item['key'], ''),
      label: textOf(item['label'], ''),
      tooltip: textOf(item['tooltip'], ''),
      type,
      lag: Math.trunc(numberOr(item['timeLag'], 0)),
      ratio: Math.max(0, Math.trunc(numberOr(item['timeRatio'], 0))),
      comparison: timeComparisons.find(({ value }) => value === item['comparisonType'])?.value ?? 'value',
      bounds: (item['bounds'] as Bounds | undefined) ?? OPEN,
      format: textOrNull(item['d3format']),
      dateFormat: textOf(item['dateFormat'], 'smart_date'),
      width: sizeOf(item['width'], MAX_WIDTH),
      height: sizeOf(item['height'], MAX_HEIGHT),
      showYAxis: item['showYAxis'] === true,
      yAxisBounds: (item['yAxisBounds'] as Bounds | undefined) ?? OPEN,
    },
  ]
}

/** The columns of a form in their order; what has no type yet is no column. */
export function columnsOf({ column_collection }: Pick<TimeTableForm, 'column_collection'>): readonly TimeColumn[] {
  return column_collection.flatMap(toColumn)
}
