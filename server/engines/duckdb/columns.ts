import { ApiError } from '#core/rest/api-error.ts'

/** The row number, with a name that no column of a file has. */
export const ROW = '"__facet row"'

/** Maximum number of columns of a file. */
const MAX_COLUMNS = 5000

/** Throws `upload-unreadable` if a file has too many columns. `where` is their position in the file. */
export function requireColumnCount(count: number, where = 'it'): void {
  if (count <= MAX_COLUMNS) return
  const args = [`${where} has ${count} columns; at most ${MAX_COLUMNS} can be loaded`]
  throw new ApiError('upload-unreadable', { args })
}

/** Returns the columns with these names in this order; all columns without names. Throws `upload-columns`. */
export function chosenColumns<C extends { readonly name: string }>(
  columns: readonly C[],
  names: readonly string[] | undefined,
): readonly C[] {
  if (names === undefined) return columns
  requireColumns(columns, names)
  return columns.filter(({ name }) => names.includes(name))
}

/** Throws `upload-columns` if a file lacks a column with one of the names. */
export function requireColumns(columns: readonly { readonly name: string }[], names: readonly string[]): void {
  const missing = names.filter((name) => !columns.some((column) => column.name === name))
  if (missing.length === 0) return
  throw new ApiError('upload-columns', { args: [missing.map((name) => `"${name}"`).join(', ')] })
}
