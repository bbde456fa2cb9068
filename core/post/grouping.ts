import type { Value } from '#core/table/table.ts'
import { cellAt, type FrameColumn } from './frame.ts'
import { compareValues } from './compare-values.ts'

/**
 * The distinct values of a column in ascending order, and the number of the value in each row; missing is a separate
 * value, the last.
 */
export interface CodedColumn {
  readonly levels: readonly Value[]
  readonly codes: Int32Array
}

/** Groups of rows: the `group` of each row (-1 for omitted rows), and the key values of each group. */
export interface Grouping {
  readonly group: Int32Array
  readonly count: number
  /** By key column, then by group. */
  readonly keys: readonly (readonly Value[])[]
}

/** Numbers the values of a column in ascending order. */
function encodeColumn(column: Pick<FrameColumn, 'values'>): CodedColumn {
  const seen = new Map<Value, number>()
  const codes = new Int32Array(column.values.length)
  // Sorted columns repeat their cells: comparing with the previous cell saves most lookups.
  let last: Value | undefined
  let code = -1
  for (let row = 0; row < codes.length; row++) {
    const value = cellAt(column, row)
    if (value !== last) {
      last = value
      code = seen.get(value) ?? -1
      if (code < 0) {
        code = seen.size
        seen.set(value, code)
      }
    }
    codes[row] = code
  }
  const found = [...seen.keys()]
  if (isAscending(found)) return { levels: found, codes }
  const order = found.map((_, index) => index).toSorted((a, b) => compareValues(found[a] ?? null, found[b] ?? null))
  const rank = new Int32Array(order.length)
  for (const [index, from] of order.entries()) rank[from] = index
  for (let row = 0; row < codes.length; row++) codes[row] = rank[codes[row] as number] as number
  return { levels: order.map((at) => found[at] ?? null), codes }
}

function isAscending(values: readonly Value[]): boolean {
  for (let at = 1; at < values.length; at++) {
    if (compareValues(values[at - 1] ?? null, values[at] ?? null) > 0) return false
  }
  return true
}

/**
 * Groups rows by their values in the key columns, in ascending order of the keys; only existing combinations are
 * groups. With `dropNull`, rows with a missing key are omitted. Without key columns, all rows are one group.
 */
export function groupRows(
  columns: readonly Pick<FrameColumn, 'values'>[],
  rowCount: number,
  { dropNull }: { readonly dropNull: boolean },
): Grouping {
  let group = new Int32Array(rowCount)
  let count = Math.min(rowCount, 1)
  let keys: (readonly Value[])[] = []
  for (const column of columns) {
    const { levels, codes } = encodeColumn(column)
    const width = levels.length
    const nothing = dropNull && levels.at(-1) === null ? width - 1 : -1
    const joint = new Float64Array(rowCount)
    for (let row = 0; row < rowCount; row++) {
      const out = group[row] === -1 || codes[row] === nothing
      joint[row] = out ? -1 : (group[row] as number) * width + (codes[row] as number)
    }
    const { ranks, sorted } = rankNumbers(joint, count * width)
    group = ranks
    const before = (pair: number) => Math.floor(pair / width)
    keys = keys.map((values) => Array.from(sorted, (pair) => values[before(pair)] ?? null))
    keys.push(Array.from(sorted, (pair) => levels[pair % width] ?? null))
    count = sorted.length
  }
  return { group, count, keys }
}

/**
 * Replaces each number by its rank among the distinct numbers, ascending; -1 is unchanged. `end` is greater than all
 * numbers.
 */
export function rankNumbers(
  numbers: Float64Array,
  end: number,
): { ranks: Int32Array<ArrayBuffer>; sorted: Float64Array } {
  const ranks = new Int32Array(numbers.length)
  if (end > 4 * numbers.length + 1024) {
    const sorted = Float64Array.from(new Set(numbers.filter((number) => number >= 0))).toSorted()
    const known = new Map(Array.from(sorted, (number, index) => [number, index]))
    for (let row = 0; row < ranks.length; row++) ranks[row] = known.get(numbers[row] as number) ?? -1
    return { ranks, sorted }
  }
  const seen = new Int32Array(end).fill(-1)
  for (const number of numbers) if (number >= 0) seen[number] = 0
  const sorted: number[] = []
  for (let number = 0; number < end; number++) if (seen[number] === 0) seen[number] = sorted.push(number) - 1
  for (let row = 0; row < ranks.length; row++) ranks[row] = seen[numbers[row] as number] ?? -1
  return { ranks, sorted: Float64Array.from(sorted) }
}

/** Rows ordered by group: those of group g are `rows[starts[g]] … rows[starts[g + 1] - 1]`, in row order. */
export interface RowsByGroup {
  readonly starts: Int32Array
  readonly rows: Int32Array
}

/** Returns the rows of each group; rows of group -1 are omitted. */
export function rowsByGroup(group: Int32Array, count: number): RowsByGroup {
  const starts = new Int32Array(count + 1)
  for (const each of group) if (each >= 0) starts[each + 1] = (starts[each + 1] as number) + 1
  for (let index = 0; index < count; index++)
    starts[index + 1] = (starts[index + 1] as number) + (starts[index] as number)
  const next = starts.slice()
  const rows = new Int32Array(starts[count] as number)
  for (let row = 0; row < group.length; row++) {
    const at = group[row] as number
    if (at < 0) continue
    const index = next[at] as number
    rows[index] = row
    next[at] = index + 1
  }
  return { starts, rows }
}
