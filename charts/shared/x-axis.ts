import { toInstant, toNumber } from './cell.ts'
import type { SeriesForm } from './series-form.ts'
import { type Column, NUMERIC, TEMPORAL, type Value } from '#core/table/table.ts'

/** The x axis: instants in epoch milliseconds and numbers ascending, categories in the order of the answer or form. */
export interface Axis {
  readonly kind: 'time' | 'category'
  readonly column: string
  readonly label: string
  readonly values: readonly Value[]
}

/** Where each row stands on the axis; -1 where it has no place. */
export interface Placed {
  readonly axis: Axis
  readonly placeOf: (row: number) => number
}

function isAscending(values: readonly Value[]): values is readonly number[] {
  return values.every((value, row) => typeof value === 'number' && (row === 0 || value > (values[row - 1] as number)))
}

function distinctOf(column: Column, sorted: boolean): { cells: readonly Value[]; distinct: Value[] } {
  const isTime = column.type === TEMPORAL
  const cells = isTime ? column.values.map(toInstant) : column.values
  const distinct = [...new Set(isTime ? cells.filter((each) => each !== null) : cells)]
  const isOrdered = isTime || (column.type === NUMERIC && !sorted)
  const order = (value: Value): number => toNumber(value) ?? Infinity
  return { cells, distinct: isOrdered ? distinct.toSorted((a, b) => order(a) - order(b)) : distinct }
}

/** Whether the answer to a form comes in the order its categories are to stand in. */
export function isSorted({ x_axis_sort: by }: Pick<SeriesForm, 'x_axis_sort'>): boolean {
  return typeof by === 'string'
}

/**
 * The axis of a column. A table without one has a single place when it has rows. Numbers of a `sorted` answer stay in
 * its order.
 */
export function axisOf(
  column: Column | undefined,
  rowCount: number,
  verbose: Readonly<Record<string, string>>,
  sorted = false,
): Placed {
  const name = column?.name ?? ''
  const kind = column?.type === TEMPORAL ? 'time' : 'category'
  const axis = (values: readonly Value[]): Axis => ({ kind, column: name, label: verbose[name] ?? name, values })
  if (column === undefined) return { axis: axis(rowCount > 0 ? [''] : []), placeOf: () => 0 }
  if (isAscending(column.values)) return { axis: axis(column.values), placeOf: (row) => row }
  const { cells, distinct } = distinctOf(column, sorted)
  const places = new Map(distinct.map((value, at) => [value, at]))
  return { axis: axis(distinct), placeOf: (row) => places.get(cells[row] ?? null) ?? -1 }
}
