import { isObject } from '#core/rest/json.ts'

/** Number of connections for the queries of a database that sets none. */
export const DEFAULT_POOL_SIZE = 8
/** Maximum number of connections for the queries of a database. */
export const MAX_POOL_SIZE = 100

/**
 * Returns the number of connections that the extra settings of a database (JSON text) allow: `pool_size` and
 * `max_overflow` in `engine_params`, as Superset has them, together. The values that mean "no limit" there, 0 and -1, and
 * larger sums give the maximum. Undefined without a valid `pool_size`.
 */
export function poolSizeOf(extra: string | null): number | undefined {
  const { engine_params: parameters } = objectIn(extra)
  const { pool_size: size, max_overflow: overflow } = objectOf(parameters)
  if (typeof size !== 'number' || !Number.isInteger(size) || size < 0) return undefined
  const more = typeof overflow === 'number' && Number.isInteger(overflow) ? overflow : 0
  return size === 0 || more < 0 ? MAX_POOL_SIZE : Math.min(size + more, MAX_POOL_SIZE)
}

const objectOf = (value: unknown): Readonly<Record<string, unknown>> => (isObject(value) ? value : {})

function objectIn(text: string | null): Readonly<Record<string, unknown>> {
  try {
    return objectOf(JSON.parse(text ?? 'null'))
  } catch {
    return {}
  }
}
