import { CompiledQuery } from 'kysely'
import type { BoundValue } from './bind.ts'
import type { Context } from './context.ts'

/** Rows per statement: few enough for the parameter limits of both engines, with one text for most. */
const ROWS_A_STATEMENT = 50

type Cells = Readonly<Record<string, BoundValue>>

/**
 * Inserts rows with the same columns, many per statement; returns what `tail` returns, unordered. The text is printed
 * directly: a query builder takes longer for so many values than the engine for the rows.
 */
export async function insertRows<R = never>(
  { db, engine }: Context,
  table: string,
  rows: readonly Cells[],
  tail: 'returning id, uuid' | 'returning id, entity_id' | 'on conflict do nothing' | '' = '',
): Promise<R[]> {
  const names = Object.keys(rows[0] ?? {})
  const columns = names.map((name) => `"${name}"`).join(', ')
  const returned: R[] = []
  for (let index = 0; index < rows.length; index += ROWS_A_STATEMENT) {
    const some = rows.slice(index, index + ROWS_A_STATEMENT)
    const parameters = some.flatMap((row) => names.map((name) => row[name] ?? null))
    let count = 0
    const mark = engine === 'postgres' ? () => `$${++count}` : () => '?'
    const values = some.map(() => `(${names.map(mark).join(', ')})`).join(', ')
    const text = `insert into "${table}" (${columns}) values ${values} ${tail}`
    returned.push(...(await db.executeQuery<R>(CompiledQuery.raw(text, parameters))).rows)
  }
  return returned
}
