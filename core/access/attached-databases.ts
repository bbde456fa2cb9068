/** A database whose tables appear as a schema of another one. */
export interface AttachedDatabase {
  /** The schema of its tables. */
  readonly schema: string
  readonly id: number
  /** The schema of the database that is attached; null: the default one. */
  readonly source: string | null
}

/** Maximum number of databases that one database attaches. */
export const MAX_ATTACHED = 20

const ENTRY = /^([a-z][a-z0-9_]{0,62})\s*:\s*([1-9]\d{0,14})(?:\s*:\s*([^\s:,][^:,]*))?$/
/** Schemas that DuckDB has, or that the statements of Facet use. */
const RESERVED = /^(main|temp|system|memory|information_schema|facet.*|pg_.*|duckdb_.*|sqlite_.*|pragma_.*)$/
const PARAMETER = /[?&]attached=([^&#]*)/

/** Parses entries such as `shop:3, crm:7:public`; returns undefined if one is invalid or two have one schema. */
export function parseAttached(text: string): readonly AttachedDatabase[] | undefined {
  const found: AttachedDatabase[] = []
  for (const part of text.split(',')) {
    const [, schema, id, source] = ENTRY.exec(part.trim()) ?? []
    if (schema === undefined || RESERVED.test(schema) || found.some((each) => each.schema === schema)) return undefined
    found.push({ schema, id: Number(id), source: source?.trim() ?? null })
  }
  return found.length > MAX_ATTACHED ? undefined : found
}

/** Returns the text of the entries in a database URI; undefined if it has none. */
export function attachedText(uri: string): string | undefined {
  const given = PARAMETER.exec(uri)?.[1]
  if (given === undefined) return undefined
  try {
    return decodeURIComponent(given)
  } catch {
    return given
  }
}

/** Returns a database URI with other entries. */
export function withAttachedText(uri: string, text: string): string {
  const encoded = encodeURI(text.replace(/\s*([:,])\s*/g, '$1').trim()).replace(/[#?&]/g, encodeURIComponent)
  return uri.replace(PARAMETER, (parameter) => `${parameter.slice(0, parameter.indexOf('=') + 1)}${encoded}`)
}

/** Returns the databases that a database attaches; empty for all others. */
export function attachedDatabases({
  sqlalchemy_uri,
}: {
  readonly sqlalchemy_uri: string
}): readonly AttachedDatabase[] {
  return parseAttached(attachedText(sqlalchemy_uri) ?? '') ?? []
}
