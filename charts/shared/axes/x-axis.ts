import { toInstant, toNumber } from '#charts/shared/cell.ts'
import { type Column, NUMERIC, TEMPORAL, type Value } from '#core/table/table.ts'

/** The x axis: ascending instants in epoch milliseconds, ascending numbers, or categories in result or form order. */
export interface Axis {
  readonly kind: 'time' | 'category'
  readonly column: string
  readonly label: string
  readonly values: readonly Value[]
}

/** The axis index of each row; -1 if it has none. */
export interface IndexedRows {
  readonly axis: Axis
  readonly axisIndexOf: (row: number) => number
}

function isAscending(values: readonly Value[]): values is readonly number[] {
  return values.every((value, row) => typeof value === 'number' && (row === 0 || value > (values[row - 1] as number)))
}

function distinctOf(column: Column, sorted: boolean): Value[] {
  const distinct = [...new Set(column.values)]
  const order = (value: Value): number => toNumber(value) ?? Infinity
  return column.type === NUMERIC && !sorted ? distinct.toSorted((a, b) => order(a) - order(b)) : distinct
}

/** Returns the index of a number in an ascending array that contains it. */
function sortedIndexOf(ascending: Float64Array, value: number): number {
  let [low, high] = [0, ascending.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ascending[middle] as number) < value) low = middle + 1
    else high = middle
  }
  return low
}

/** Returns the axis of distinct ascending instants, optimized for hundreds of thousands. */
function instantsOf(column: Column, axis: (values: readonly Value[]) => Axis): IndexedRows {
  const instants = Float64Array.from(column.values, (value) => toInstant(value) ?? Number.NaN)
  // `NaN` values sort last.
  const ascending = instants.toSorted()
  const distinct = ascending.filter((instant, at) => !Number.isNaN(instant) && instant !== ascending[at - 1])
  const axisIndexOf = (row: number): number => {
    const instant = instants[row] ?? Number.NaN
    return Number.isNaN(instant) ? -1 : sortedIndexOf(distinct, instant)
  }
  return { axis: axis([...distinct]), axisIndexOf }
}

/**
 * Returns the axis of a column. A table without the column but with rows has a single position. Numbers of a `sorted`
 * result keep its order.
 */
export function axisOf(
  column: Column | undefined,
  rowCount: number,
  verbose: Readonly<Record<string, string>>,
  sorted = false,
): IndexedRows {
  const name = column?.name ?? ''
  const kind = column?.type === TEMPORAL ? 'time' : 'category'
  const axis = (values: readonly Value[]): Axis => ({ kind, column: name, label: verbose[name] ?? name, values })
  if (column === undefined) return { axis: axis(rowCount > 0 ? [''] : []), axisIndexOf: () => 0 }
  if (isAscending(column.values)) return { axis: axis(column.values), axisIndexOf: (row) => row }
  if (column.type === TEMPORAL) return instantsOf(column, axis)
  const distinct = distinctOf(column, sorted)
  const indexes = new Map(distinct.map((value, index) => [value, index]))
  return { axis: axis(distinct), axisIndexOf: (row) => indexes.get(column.values[row] ?? null) ?? -1 }
}
