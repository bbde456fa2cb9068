/**
 * The key in a database's extra settings that lists the functions which users' SQL may call besides the engine's own.
 */
const KEY = 'allowed_functions'

/** `schema.name`, or `schema.*` for every function of a schema. The schema name contains no dot. */
const NAME = /^[^.]+\..+$/

/** True if an administrator has allowed the function with this schema and name. */
export type AllowsFunction = (schema: string, name: string) => boolean

/** Returns a check for the functions that the extra settings of a database (JSON text) allow, ignoring case. */
export function functionAllowlist(extra: string | null): AllowsFunction {
  const admitted = new Set(allowedFunctions(extra).map((each) => each.trim().toLowerCase()))
  return (schema, name) => admitted.has(`${schema}.${name}`.toLowerCase()) || admitted.has(`${schema}.*`.toLowerCase())
}

/** Returns the names as written; empty if the text cannot be parsed, so that nothing is allowed by mistake. */
export function allowedFunctions(extra: string | null): readonly string[] {
  const list = listIn(extra)
  return Array.isArray(list) ? list.filter((each) => typeof each === 'string') : []
}

/** True if the extra settings of a database list no functions, or list all of them with their schemas. */
export function areAllowedFunctions(extra: string): boolean {
  const list = listIn(extra)
  if (list === undefined || list === null) return true
  return Array.isArray(list) && list.every((each) => typeof each === 'string' && NAME.test(each.trim()))
}

function listIn(extra: string | null): unknown {
  try {
    const read: unknown = JSON.parse(extra ?? 'null')
    return (read as Record<string, unknown> | null)?.[KEY]
  } catch {
    return undefined
  }
}
