import type { Dialect } from '#server/engines/engine.ts'

/** Returns a SELECT of all columns of a table. */
export function selectStar({ quote }: Pick<Dialect, 'quote'>, schema: string | null, table: string): string {
  return `SELECT *\nFROM ${schema ? `${quote(schema)}.` : ''}${quote(table)}\nLIMIT 100`
}
