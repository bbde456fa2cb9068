import { type LoadedColumn, planTypeOf } from '#client/upload/column-edits.ts'

/** A column of a table. The type is as the engine names it; undefined where it is not known. */
export type TypedColumn = LoadedColumn

/** How the columns of a table differ from those that come in their place. */
export interface ColumnDifferences {
  readonly added: readonly string[]
  readonly removed: readonly string[]
  readonly typeChanged: readonly { readonly name: string; readonly before: string; readonly after: string }[]
}

/** Returns how columns differ by name and type, each list in the order of its columns. */
export function columnDifferences(before: readonly TypedColumn[], after: readonly TypedColumn[]): ColumnDifferences {
  const known = new Map(before.map((column) => [column.name, column]))
  const next = new Set(after.map(({ name }) => name))
  return {
    added: after.map(({ name }) => name).filter((name) => !known.has(name)),
    removed: before.map(({ name }) => name).filter((name) => !next.has(name)),
    typeChanged: after.flatMap(({ name, type }) => {
      const old = known.get(name)?.type
      return old && type && old !== type ? [{ name, before: old, after: type }] : []
    }),
  }
}

const groupOf = ({ type }: TypedColumn): string | undefined => (type === undefined ? undefined : planTypeOf(type))

/**
 * Returns the likely new name of each removed column: the added column of the same type whose position is nearest. Each
 * added column is the new name of one; a removed column without such a column has none.
 */
export function guessRenames(
  before: readonly TypedColumn[],
  after: readonly TypedColumn[],
): Readonly<Record<string, string>> {
  const { added, removed } = columnDifferences(before, after)
  const pairs = before.flatMap((column, at) =>
    removed.includes(column.name)
      ? after.flatMap((other, position) => {
          const group = groupOf(column)
          const isAlike = added.includes(other.name) && group !== undefined && group === groupOf(other)
          return isAlike ? [{ from: column.name, to: other.name, distance: Math.abs(position - at) }] : []
        })
      : [],
  )
  const guessed = new Map<string, string>()
  for (const { from, to } of pairs.toSorted((one, other) => one.distance - other.distance))
    if (!guessed.has(from) && ![...guessed.values()].includes(to)) guessed.set(from, to)
  return Object.fromEntries(removed.flatMap((name) => (guessed.has(name) ? [[name, guessed.get(name) as string]] : [])))
}
