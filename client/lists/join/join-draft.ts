import type { JoinDatasetRequest } from '#calls/dataset-join.ts'
import type { JoinType } from '#core/query/join-sql.ts'

/** A pair of columns that must be equal; may be incomplete. `with` is the position of an earlier dataset, from 0. */
export interface JoinKeyDraft {
  readonly column?: string
  readonly with?: number
  readonly withColumn?: string
}

/** One dataset of a join; may be incomplete. */
export interface JoinSideDraft {
  readonly datasetId?: number
  readonly type: JoinType
  readonly keys: readonly JoinKeyDraft[]
}

export const newJoinSide = (): JoinSideDraft => ({ type: 'left', keys: [{}] })

/** Returns the join as sent to the server; undefined while it is incomplete. */
export function joinRequest(sides: readonly JoinSideDraft[]): readonly JoinDatasetRequest[] | undefined {
  const sent = sides.map(({ datasetId, type, keys }, index): JoinDatasetRequest | undefined => {
    if (datasetId === undefined) return undefined
    if (index === 0) return { dataset_id: datasetId }
    const completeKeys = keys.flatMap(({ column, with: other, withColumn }) =>
      column === undefined || other === undefined || withColumn === undefined
        ? []
        : [{ column, with: other, with_column: withColumn }],
    )
    return completeKeys.length === keys.length && keys.length > 0
      ? { dataset_id: datasetId, type, keys: completeKeys }
      : undefined
  })
  return sent.every((each) => each !== undefined) ? sent : undefined
}

/** Replaces the dataset at one position. Its keys, and keys of later datasets that refer to it, are cleared. */
export function withDataset(sides: readonly JoinSideDraft[], at: number, datasetId: number): readonly JoinSideDraft[] {
  return sides.map((side, index) => {
    if (index === at) return { ...side, datasetId, keys: [{}] }
    if (index < at) return side
    return { ...side, keys: side.keys.map((key) => (key.with === at ? {} : key)) }
  })
}

/** Fills empty keys with a column name that also exists in an earlier dataset, if any. */
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

/** Removes a side. Keys that refer to it are cleared; keys that refer to later sides are renumbered. */
export function withoutSide(sides: readonly JoinSideDraft[], at: number): readonly JoinSideDraft[] {
  const moved = ({ with: other, ...key }: JoinKeyDraft): JoinKeyDraft => {
    if (other === undefined) return key
    return other === at ? {} : { ...key, with: other > at ? other - 1 : other }
  }
  return sides.filter((_, index) => index !== at).map((side) => ({ ...side, keys: side.keys.map(moved) }))
}
