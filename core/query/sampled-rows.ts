import { POINTS_PER_PIXEL, type Sample } from './sample.ts'
import type { Table, Value } from '#core/table/table.ts'

/** Indexes of the columns by role; all other columns identify a series. */
export interface SamplingColumns {
  /** The x axis, a time column. */
  readonly x: number
  readonly metrics: readonly number[]
}

/** The selected rows of a table in order, and the number of values they were selected from. */
export interface SampledRowSet {
  readonly rows: readonly number[]
  readonly points: number
}

/** The selected rows of one series in one part of the x axis. */
interface SelectedRows {
  first: number
  last: number
  /** By metric; -1 if it has no value. */
  readonly least: number[]
  readonly greatest: number[]
}

function numberIn(value: Value | undefined): number {
  if (typeof value === 'number') return value
  return typeof value === 'string' && value !== '' ? Number(value) : Number.NaN
}

/**
 * Returns which of `width` equal parts from `first` to `last` contains a timestamp; the last timestamp is in the last
 * part.
 */
function partIndex(at: number, first: number, last: number, width: number): number {
  return at < last ? Math.floor(((at - first) / (last - first)) * width) : width - 1
}

/** Returns separate parts before, within and after the visible range. */
function partOf(at: number, ends: readonly [number, number], { width, from, to }: Sample): number {
  const whole = partIndex(at, ...ends, width)
  if (from === undefined || to === undefined || at < from) return whole
  return at <= to ? width + partIndex(at, from, to, width) : 2 * width + whole
}

/** Returns a function that identifies the series of a row as text; undefined if there is only one series. */
function seriesOf(table: Table, { x, metrics }: SamplingColumns): ((row: number) => string) | undefined {
  const telling = table.columns.filter((_, index) => index !== x && !metrics.includes(index))
  return telling.length > 0 ? (row) => JSON.stringify(telling.map(({ values }) => values[row])) : undefined
}

/**
 * Selects rows like the engine does (`sampledSelect`): for each series and part of the x axis the first, the last and,
 * for each metric, the minimum and the maximum (the earliest of equal ones). Short series are complete; rows without a
 * timestamp are omitted. Selected rows are unchanged.
 */
export function sampledRows(table: Table, sample: Sample, by: SamplingColumns): SampledRowSet {
  const moments = table.columns[by.x]?.values ?? []
  const at = (row: number) => moments[row] as number
  const placed = Array.from({ length: table.rowCount }, (_, row) => row).filter(
    (row) => typeof moments[row] === 'number',
  )
  const ends: [number, number] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  const counts = new Map<string, number>()
  const seriesAt = seriesOf(table, by) ?? (() => '')
  const names = placed.map(seriesAt)
  placed.forEach((row, index) => {
    ends[0] = Math.min(ends[0], at(row))
    ends[1] = Math.max(ends[1], at(row))
    const name = names[index] ?? ''
    counts.set(name, (counts.get(name) ?? 0) + 1)
  })
  const values = by.metrics.map((index) => table.columns[index]?.values ?? [])
  const seen = new Map<string, Map<number, SelectedRows>>()
  const remaining = new Uint8Array(table.rowCount)
  let points = 0
  placed.forEach((row, index) => {
    const name = names[index] ?? ''
    const numbers = values.map((each) => numberIn(each[row]))
    points += numbers.filter(Number.isFinite).length
    if ((counts.get(name) ?? 0) <= POINTS_PER_PIXEL * sample.width) {
      remaining[row] = 1
      return
    }
    const parts = seen.get(name) ?? new Map<number, SelectedRows>()
    seen.set(name, parts)
    selectRow(parts, partOf(at(row), ends, sample), row, { at, values, numbers })
  })
  for (const parts of seen.values())
    for (const { first, last, least, greatest } of parts.values())
      for (const row of [first, last, ...least, ...greatest]) if (row >= 0) remaining[row] = 1
  return { rows: placed.filter((row) => remaining[row] === 1), points }
}

interface SampledColumns {
  readonly at: (row: number) => number
  readonly values: readonly (readonly Value[])[]
  /** The values of the current row. */
  readonly numbers: readonly number[]
}

function selectRow(
  parts: Map<number, SelectedRows>,
  where: number,
  row: number,
  { at, values, numbers }: SampledColumns,
): void {
  const none = () => numbers.map(() => -1)
  const known: SelectedRows = parts.get(where) ?? { first: row, last: row, least: none(), greatest: none() }
  parts.set(where, known)
  if (at(row) < at(known.first)) known.first = row
  if (at(row) >= at(known.last)) known.last = row
  numbers.forEach((number, metric) => {
    if (!Number.isFinite(number)) return
    for (const [extremes, sign] of [
      [known.least, 1],
      [known.greatest, -1],
    ] as const) {
      const before = extremes[metric] ?? -1
      const separation = before < 0 ? -1 : sign * (number - numberIn(values[metric]?.[before]))
      if (separation < 0 || (separation === 0 && at(row) < at(before))) extremes[metric] = row
    }
  })
}
