import { foldText } from '#core/access/fold-text.ts'
import type { AnyDatabase } from './schema.ts'

const searched = [
  { table: 'row_rules', column: 'description' },
  { table: 'datasets', column: 'extra' },
] as const

/** Row rules are searched by their description, and datasets by whether they are certified. */
export async function up(db: AnyDatabase): Promise<void> {
  for (const { table, column } of searched) {
    const folded = `${column}_folded`
    await db.schema.alterTable(table).addColumn(folded, 'text').execute()
    const rows = await db.selectFrom(table).select(['id', column]).where(column, 'is not', null).execute()
    for (const row of rows) {
      await db
        .updateTable(table)
        .set({ [folded]: foldText(String(row[column])) })
        .where('id', '=', row['id'])
        .execute()
    }
  }
}
