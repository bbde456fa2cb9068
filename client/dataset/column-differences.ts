import { type LoadedColumn, planTypeOf } from '#client/upload/column-edits.ts'

/** A column of a table. The type is named as in the engine; undefined if unknown. */
export type TypedColumn = LoadedColumn

/** The differences between the columns of a table and those that replace them. */
export interface ColumnDifferences {
  readonly added: readonly string[]
  readonly removed: readonly string[]
  readonly typeChanged: readonly { readonly name: string; readonly before: string; readonly after: string }[]
}

/** Returns the differences of columns by name and type, each list in column order. */
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
 * Returns the likely new name of each removed column: the nearest added column of the same type. Each added column is
 * used once; a removed column without a match has no entry.
 */
export function guessRenames(
  before: readonly TypedColumn[],
  after: readonly TypedColumn[],
): Readonly<Record<string, string>> {
  const { added, removed } = columnDifferences(before, after)
  const pairs = before.flatMap((column, index) =>
    removed.includes(column.name)
      ? after.flatMap((other, position) => {
          const group = groupOf(column)
          const isAlike = added.includes(other.name) && group !== undefined && group === groupOf(other)
          return isAlike ? [{ from: column.name, to: other.name, distance: Math.abs(position - index) }] : []
        })
      : [],
  )
  const guessed = new Map<string, string>()
  for (const { from, to } of pairs.toSorted((one, other) => one.distance - other.distance))
    if (!guessed.has(from) && ![...guessed.values()].includes(to)) guessed.set(from, to)
  return Object.fromEntries(removed.flatMap((name) => (guessed.has(name) ? [[name, guessed.get(name) as string]] : [])))
}
