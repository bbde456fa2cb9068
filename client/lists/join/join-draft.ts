import type { JoinDatasetSent } from '#calls/dataset-join.ts'
import type { JoinType } from '#core/query/join-sql.ts'

/** A pair of columns that must be equal, as far as it is chosen. `with` is the place of an earlier dataset, from 0. */
export interface JoinKeyDraft {
  readonly column?: string
  readonly with?: number
  readonly withColumn?: string
}

/** One dataset of a join, as far as it is chosen. */
export interface JoinSideDraft {
  readonly datasetId?: number
  readonly type: JoinType
  readonly keys: readonly JoinKeyDraft[]
}

export const newSide = (): JoinSideDraft => ({ type: 'left', keys: [{}] })

/** Returns the join as it is sent; undefined while anything of it is missing. */
export function sentJoin(sides: readonly JoinSideDraft[]): readonly JoinDatasetSent[] | undefined {
  const sent = sides.map(({ datasetId, type, keys }, at): JoinDatasetSent | undefined => {
    if (datasetId === undefined) return undefined
    if (at === 0) return { dataset_id: datasetId }
    const whole = keys.flatMap(({ column, with: other, withColumn }) =>
      column === undefined || other === undefined || withColumn === undefined
        ? []
        : [{ column, with: other, with_column: withColumn }],
    )
    return whole.length === keys.length && keys.length > 0 ? { dataset_id: datasetId, type, keys: whole } : undefined
  })
  return sent.every((each) => each !== undefined) ? sent : undefined
}

/** Returns the sides with another dataset in one place. Its keys, and keys of later datasets that name it, are emptied. */
export function withDataset(sides: readonly JoinSideDraft[], at: number, datasetId: number): readonly JoinSideDraft[] {
  return sides.map((side, index) => {
    if (index === at) return { ...side, datasetId, keys: [{}] }
    if (index < at) return side
    return { ...side, keys: side.keys.map((key) => (key.with === at ? {} : key)) }
  })
}

/** Returns the sides in which a key that is still empty is a column that an earlier dataset has as well, if there is one. */
export function withGuessedKeys(
  sides: readonly JoinSideDraft[],
  columns: readonly (readonly string[])[],
): readonly JoinSideDraft[] {
  return sides.map((side, at) => {
    const [only = {}, ...more] = side.keys
    return at === 0 || more.length > 0 || Object.keys(only).length > 0
      ? side
      : { ...side, keys: [commonKey(columns, at)] }
  })
}

function commonKey(columns: readonly (readonly string[])[], at: number): JoinKeyDraft {
  for (const [other, names] of columns.slice(0, at).entries())
    for (const withColumn of names) {
      const column = columns[at]?.find((name) => name.toLowerCase() === withColumn.toLowerCase())
      if (column !== undefined) return { column, with: other, withColumn }
    }
  return {}
}

/** Returns the sides without one; keys that name it are emptied, and those of later ones follow their dataset. */
export function withoutSide(sides: readonly JoinSideDraft[], at: number): readonly JoinSideDraft[] {
  const moved = ({ with: other, ...key }: JoinKeyDraft): JoinKeyDraft => {
    if (other === undefined) return key
    return other === at ? {} : { ...key, with: other > at ? other - 1 : other }
  }
  return sides.filter((_, index) => index !== at).map((side) => ({ ...side, keys: side.keys.map(moved) }))
}
