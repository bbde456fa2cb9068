import type { Dialect } from '#server/engines/engine.ts'

/** Returns a SELECT of all columns of a table; by name if `columns` are given. */
export function selectStar(
  { quote }: Pick<Dialect, 'quote'>,
  schema: string | null,
  table: string,
  columns: readonly string[] = [],
): string {
  const list = columns.length === 0 ? ' *' : `\n  ${columns.map((name) => quote(name)).join(',\n  ')}`
  return `SELECT${list}\nFROM ${schema ? `${quote(schema)}.` : ''}${quote(table)}\nLIMIT 100`
}
