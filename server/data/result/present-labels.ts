import { type LabelValue, labelKey } from '#core/color/label-positions.ts'
import type { CachedResult } from '#server/shared/cached-result.ts'
import type { Format } from '#server/files/encode-table.ts'

/** Larger row results are not searched for labels; column results are read up to the last label column. */
const MAX_ROW_BYTES = 4 * 1024 * 1024

const FORECAST = /__yhat(_lower|_upper)?$/
const QUOTE = 34
const BACKSLASH = 92
const OPEN = 91
const CLOSE = 93

/** Returns the distinct label keys in a result, by the dimensions they consist of. */
export function labelsIn(
  { columns: kinds, labels }: Pick<CachedResult, 'columns' | 'labels'>,
  data: Uint8Array,
  format: Format,
  dimensions: readonly string[],
) {
  const at = dimensions.map((name) => kinds.findIndex((column) => column.name === name))
  if (at.includes(-1)) return spreadLabels(labels, dimensions.length)
  const columns = format === 'columns' ? columnsAt(data, at) : rowsOf(data, dimensions)
  const [first = []] = columns
  const keys = new Set<string>()
  for (let row = 0; row < first.length; row++) keys.add(labelKey(columns.map((cells) => cells[row])))
  return keys
}

/** If post-processing made a column per label, the label is the last part of the joined name. */
function spreadLabels(labels: CachedResult['labels'], count: number): Set<string> {
  const keys = new Set<string>()
  for (const parts of Object.values(labels)) {
    if (parts.length < count) continue
    const own = parts.slice(-count)
    keys.add(labelKey(own))
    keys.add(labelKey(own.map((part, at) => (at === count - 1 ? part.replace(FORECAST, '') : part))))
  }
  return keys
}

function rowsOf(data: Uint8Array, dimensions: readonly string[]): readonly (readonly LabelValue[])[] {
  if (data.byteLength > MAX_ROW_BYTES) return []
  const rows = JSON.parse(Buffer.from(data).toString()) as readonly Readonly<Record<string, LabelValue>>[]
  return dimensions.map((name) => rows.map((row) => row[name]))
}

/** Returns the cells of some columns; the rest of the data after the last of them is not parsed. */
function columnsAt(data: Uint8Array, wanted: readonly number[]): readonly (readonly LabelValue[])[] {
  const last = Math.max(...wanted)
  const found = new Map<number, readonly LabelValue[]>()
  let from = data.indexOf(OPEN) + 1
  for (let column = 0; column <= last; column++) {
    from = data.indexOf(OPEN, from)
    const end = endOfList(data, from)
    if (wanted.includes(column)) {
      const text = Buffer.from(data.buffer, data.byteOffset + from, end - from).toString()
      found.set(column, JSON.parse(text) as readonly LabelValue[])
    }
    from = end
  }
  return wanted.map((column) => found.get(column) ?? [])
}

/** Returns the end of the list that begins at `from`. Cells are not lists, but texts may contain brackets. */
function endOfList(data: Uint8Array, from: number): number {
  for (let at = from; at < data.length; at++) {
    const byte = data[at]
    if (byte === CLOSE) return at + 1
    if (byte !== QUOTE) continue
    for (at++; data[at] !== QUOTE && at < data.length; at++) if (data[at] === BACKSLASH) at++
  }
  return data.length
}
