/** Where the extra settings of a database say what SQL of people may call beside the engine's own functions. */
const KEY = 'allowed_functions'

/** `schema.name`, or `schema.*` for all of a schema. A name of the schema has no dot. */
const NAME = /^[^.]+\..+$/

/** Says whether an administrator has allowed what has this schema and this name. */
export type Admits = (schema: string, name: string) => boolean

/** What the extra settings of a database, JSON text, allow; compared without case. */
export function admittedBy(extra: string | null): Admits {
  const admitted = new Set(allowedFunctions(extra).map((each) => each.trim().toLowerCase()))
  return (schema, name) => admitted.has(`${schema}.${name}`.toLowerCase()) || admitted.has(`${schema}.*`.toLowerCase())
}

/** The names as written; none where the text cannot be read, so that nothing is allowed by mistake. */
export function allowedFunctions(extra: string | null): readonly string[] {
  const list = listIn(extra)
  return Array.isArray(list) ? list.filter((each) => typeof each === 'string') : []
}

/** Whether the extra settings of a database say nothing of functions, or name them with their schemas. */
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
