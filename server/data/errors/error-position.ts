import { ApiError } from '#core/rest/api-error.ts'
import type { Source } from '#server/dataset/sources.ts'
import { lineAndColumn, sourceMap } from '#server/templates/template-map.ts'

/** Failed SQL: the text that reached the guard, and whether row rules changed its statement. */
export interface FailedSql {
  /** The text of the statement, if it was already built. */
  readonly statement: string | undefined
  readonly rendered: string
  readonly isNarrowed: boolean
}

/** Returns the offset of an error in the rendered text; undefined if it is unknown or row rules shifted the text. */
export function errorPosition(
  error: unknown,
  { engine }: Source,
  { statement, rendered, isNarrowed }: FailedSql,
): number | undefined {
  if (error instanceof ApiError) return error.extra['position'] as number | undefined
  if (isNarrowed) return undefined
  return engine.explain(error, statement ?? rendered).position
}

/** Returns the error with `extra.line` and `extra.column`, both from 1, for an offset in the rendered text of `sql`. */
export function withLocation(error: unknown, position: number | undefined, sql: string, rendered: string): unknown {
  if (!(error instanceof ApiError) || position === undefined) return error
  const { code, args, extra, fields, cause } = error
  const { position: _, ...others } = extra
  const at = lineAndColumn(sql, sourceMap(sql, rendered)(position))
  return new ApiError(code, { args, extra: { ...others, ...at }, ...(fields ? { fields } : {}), cause, sql })
}
