import { CompiledQuery } from 'kysely'
import type { BoundValue } from './bind.ts'
import type { Context } from './context.ts'

/** Rows per statement: few enough for the parameter limits of both engines, with one text for most. */
const ROWS_A_STATEMENT = 50

/** Values of a row by column; numbers are integers. */
export type BoundCells = Readonly<Record<string, BoundValue>>

/**
 * Updates rows by id, each to its own values: many per statement, grouped by the same columns. `whole` names integer
 * columns; all others hold text.
 */
export async function updateRows(
  { db, engine }: Context,
  table: string,
  rows: readonly (readonly [id: number, cells: BoundCells])[],
  whole: ReadonlySet<string>,
): Promise<void> {
  for (const [names, alike] of groupByColumns(rows)) {
    for (let index = 0; index < alike.length; index += ROWS_A_STATEMENT) {
      const some = alike.slice(index, index + ROWS_A_STATEMENT)
      const parameters = some.flatMap(([id, cells]) => [id, ...names.map((name) => cells[name] ?? null)])
      let count = 0
      const mark = engine === 'postgres' ? () => `$${++count}` : () => '?'
      // The first row tells PostgreSQL the types of the values.
      const typed = (name: string) => `cast(${mark()} as ${name === 'id' || whole.has(name) ? 'bigint' : 'text'})`
      const columns = ['id', ...names]
      const values = some.map((_, row) => `(${columns.map(row === 0 ? typed : mark).join(', ')})`).join(', ')
      const sets = names.map((name, column) => `"${name}" = v.column${column + 2}`).join(', ')
      const text = `update "${table}" set ${sets} from (values ${values}) as v where "${table}".id = v.column1`
      await db.executeQuery(CompiledQuery.raw(text, parameters))
    }
  }
}

function groupByColumns(rows: readonly (readonly [id: number, cells: BoundCells])[]) {
  const groups = new Map<string, [names: readonly string[], rows: (readonly [number, BoundCells])[]]>()
  for (const row of rows) {
    const names = Object.keys(row[1])
    if (names.length === 0) continue
    const key = names.join()
    const group = groups.get(key)
    if (group) group[1].push(row)
    else groups.set(key, [names, [row]])
  }
  return groups.values()
}
