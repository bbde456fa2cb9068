import { runPost } from '#core/post/index.ts'
import type { Options } from '#core/post/operation.ts'
import { BOOLEAN, type Column, NUMERIC, STRING, type Table, TEMPORAL, type Value } from '#core/table/table.ts'

/** Columns by name; texts with a date are temporal. */
export type Columns = Readonly<Record<string, readonly unknown[]>>

const DATE = /^\d{4}-\d\d-\d\d/

/** Returns a table of these columns; `2021-01-31` and `2021-01-31T10:00` are timestamps in UTC. */
export function tableOf(columns: Columns): Table {
  const all = Object.entries(columns).map(([name, values]) => columnOf(name, values as readonly Value[]))
  return { columns: all, rowCount: all[0]?.values.length ?? 0 }
}

function columnOf(name: string, values: readonly Value[]): Column {
  const present = values.filter((value) => value !== null)
  if (present.length > 0 && present.every((value) => typeof value === 'string' && DATE.test(value))) {
    const instant = (value: Value) =>
      value === null ? null : Date.parse(`${value}${`${value}`.length > 10 ? 'Z' : ''}`)
    return { name, type: TEMPORAL, values: values.map(instant) }
  }
  const kind = typeof present[0]
  return { name, type: kind === 'string' ? STRING : kind === 'boolean' ? BOOLEAN : NUMERIC, values }
}

/** Returns the columns of a table by name, timestamps as `2021-01-31` or with their time. */
function columnsOf({ columns }: Table): Record<string, readonly unknown[]> {
  return Object.fromEntries(
    columns.map(({ name, type, values }) => [name, type === TEMPORAL ? values.map(dateText) : values]),
  )
}

function dateText(value: Value): Value {
  if (typeof value !== 'number') return value
  return new Date(value)
    .toISOString()
    .replace(/T00:00:00\.000Z$/, '')
    .replace(/:00\.000Z$/, '')
}

/** Returns the columns after these steps, each an operation and its options; index columns come first. */
export function post(
  columns: Columns,
  ...steps: readonly (readonly [string, Options])[]
): Record<string, readonly unknown[]> {
  const named = steps.map(([operation, options]) => ({ operation, options }))
  const { table, index } = runPost(tableOf(columns), named)
  return columnsOf({ ...table, columns: [...index, ...table.columns] })
}
