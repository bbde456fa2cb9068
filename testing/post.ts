import { runPost } from '#core/post/index.ts'
import type { Options } from '#core/post/operation.ts'
import { BOOLEAN, type Column, NUMERIC, STRING, type Table, TEMPORAL, type Value } from '#core/table/table.ts'

/** Columns by name; texts of a date are temporal. */
export type Columns = Readonly<Record<string, readonly unknown[]>>

const DATE = /^\d{4}-\d\d-\d\d/

/** A table of columns given plainly; `2021-01-31` and `2021-01-31T10:00` are moments UTC. */
export function tableOf(columns: Columns): Table {
  const all = Object.entries(columns).map(([name, values]) => columnOf(name, values as readonly Value[]))
  return { columns: all, rowCount: all[0]?.values.length ?? 0 }
}

function columnOf(name: string, values: readonly Value[]): Column {
  const present = values.filter((value) => value !== null)
  if (present.length > 0 && present.every((value) => typeof value === 'string' && DATE.test(value))) {
    const moment = (value: Value) =>
      value === null ? null : Date.parse(`${value}${`${value}`.length > 10 ? 'Z' : ''}`)
    return { name, type: TEMPORAL, values: values.map(moment) }
  }
  const kind = typeof present[0]
  return { name, type: kind === 'string' ? STRING : kind === 'boolean' ? BOOLEAN : NUMERIC, values }
}

/** Columns of a table by name, moments as `2021-01-31` or with their time. */
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

/** Columns after these steps, each an operation and its options; those that name the rows come first. */
export function post(
  columns: Columns,
  ...steps: readonly (readonly [string, Options])[]
): Record<string, readonly unknown[]> {
  const named = steps.map(([operation, options]) => ({ operation, options }))
  const { table, index } = runPost(tableOf(columns), named)
  return columnsOf({ ...table, columns: [...index, ...table.columns] })
}
