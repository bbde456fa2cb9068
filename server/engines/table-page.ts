import type { Connection, TableName, TablePage, TableSearch } from './engine.ts'

/** Catalogues compare the case of other letters by their locale, or not at all, and some reject control characters. */
const SEARCHABLE = /^[ -~]*$/

/** Returns true if the catalogue of a database can search for a text. Otherwise the full list is searched. */
export function canSearchCatalogue(connection: Pick<Connection, 'findTables'>, { text }: TableSearch): boolean {
  return connection.findTables !== undefined && SEARCHABLE.test(text)
}

/** Returns the tables of a schema that match a search: found by the database if it can search, else in the full list. */
export async function findTables(connection: Connection, schema: string, search: TableSearch): Promise<TablePage> {
  if (connection.findTables && canSearchCatalogue(connection, search))
    return connection.findTables(schema, { ...search, text: search.text.toLowerCase() })
  return tablePage(await connection.tables(schema), search)
}

/** Returns the page of a full list of tables, which is in the order of names. */
export function tablePage(tables: readonly TableName[], { text, limit, offset }: TableSearch): TablePage {
  const wanted = text.toLowerCase()
  const first: TableName[] = []
  const others: TableName[] = []
  for (const table of tables) {
    const at = table.name.toLowerCase().indexOf(wanted)
    if (at >= 0) (at === 0 ? first : others).push(table)
  }
  return { count: first.length + others.length, tables: [...first, ...others].slice(offset, offset + limit) }
}

/** A row of a catalogue query for a page of tables: a table, and the number of all tables that match. */
interface CountedTable extends TableName {
  readonly count: number
}

/**
 * Returns the page that a catalogue query found. Each of its rows has the number of all that match; a page after the last
 * one has no rows, so that the first one is read as well.
 */
export async function countedPage(
  query: (search: TableSearch) => Promise<readonly CountedTable[]>,
  search: TableSearch,
): Promise<TablePage> {
  const rows = await query(search)
  const [counted] = rows.length === 0 && search.offset > 0 ? await query({ ...search, limit: 1, offset: 0 }) : rows
  return { count: counted?.count ?? 0, tables: rows.map(({ name, kind }) => ({ name, kind })) }
}
