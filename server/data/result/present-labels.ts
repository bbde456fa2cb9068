import { type LabelValue, labelKey } from '#core/color/place.ts'
import type { CachedResult } from '#server/shared/cached-result.ts'
import type { Format } from '#server/files/lay-out.ts'

/** Larger answers in rows are not read for their labels; those in columns are read as far as the labels stand. */
const MAX_ROW_BYTES = 4 * 1024 * 1024

const FORECAST = /__yhat(_lower|_upper)?$/
const QUOTE = 34
const BACKSLASH = 92
const OPEN = 91
const CLOSE = 93

/** The keys of the labels that an answer with these data contains, each once, by the dimensions they are made of. */
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

/** Where post-processing made a column of each label, it stands at the end of what the name was joined from. */
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

/** The cells of some columns; what stands behind the last of them is not looked at. */
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

/** Where the list that begins at `from` is over. Cells are no lists, but texts may look like one. */
function endOfList(data: Uint8Array, from: number): number {
  for (let at = from; at < data.length; at++) {
    const byte = data[at]
    if (byte === CLOSE) return at + 1
    if (byte !== QUOTE) continue
    for (at++; data[at] !== QUOTE && at < data.length; at++) if (data[at] === BACKSLASH) at++
  }
  return data.length
}
