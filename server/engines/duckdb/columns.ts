import { ApiError } from '#core/rest/api-error.ts'

/** The number of a row, under a name that no column of a file has. */
export const ROW = '"__facet row"'

/** Columns of a file. */
const MAX_COLUMNS = 5000

/** Fails with `upload-unreadable` where a file has too many columns. `where` is their place in the file. */
export function requireColumnCount(count: number, where = 'it'): void {
  if (count <= MAX_COLUMNS) return
  const args = [`${where} has ${count} columns; at most ${MAX_COLUMNS} can be loaded`]
  throw new ApiError('upload-unreadable', { args })
}

/** Returns the columns of these names in their order; all without names. Fails with `upload-columns`. */
export function chosenColumns<C extends { readonly name: string }>(
  columns: readonly C[],
  names: readonly string[] | undefined,
): readonly C[] {
  if (names === undefined) return columns
  requireColumns(columns, names)
  return columns.filter(({ name }) => names.includes(name))
}

/** Fails with `upload-columns` where a file has no column of one of the names. */
export function requireColumns(columns: readonly { readonly name: string }[], names: readonly string[]): void {
  const missing = names.filter((name) => !columns.some((column) => column.name === name))
  if (missing.length === 0) return
  throw new ApiError('upload-columns', { args: [missing.map((name) => `"${name}"`).join(', ')] })
}
