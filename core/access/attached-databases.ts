import { browserError } from '#core/rest/catalogue-error.ts'

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
/** Maximum length of the text of the entries, that of a database URI. */
const MAX_TEXT_LENGTH = 1024

const ENTRY = /^([a-z][a-z0-9_]{0,62})\s*:\s*([1-9]\d{0,14})(?:\s*:\s*([^\s:,][^:,]*))?$/
/** Schemas that DuckDB has, or that the statements of Facet use. */
const RESERVED = /^(main|temp|system|memory|information_schema|facet.*|pg_.*|duckdb_.*|sqlite_.*|pragma_.*)$/
const PARAMETER = /[?&]attached=([^&#]*)/

/**
 * Returns the entries of a text, each as its parts without spaces around them. Throws `uri-wrong` if the text is too
 * long or has too many entries.
 */
export function splitAttachedList(text: string): readonly (readonly string[])[] {
  if (text.length > MAX_TEXT_LENGTH) throw browserError('uri-wrong')
  const entries = text.split(',')
  if (entries.length > MAX_ATTACHED) throw browserError('uri-wrong')
  return entries.map((entry) => entry.split(':').map((part) => part.trim()))
}

/** Parses entries such as `shop:3, crm:7:public`; returns undefined if one is invalid or two have one schema. */
export function parseAttachedDatabases(text: string): readonly AttachedDatabase[] | undefined {
  const parts = text.length > MAX_TEXT_LENGTH ? [] : text.split(',')
  if (parts.length === 0 || parts.length > MAX_ATTACHED) return undefined
  const found: AttachedDatabase[] = []
  for (const part of parts) {
    const [, schema, id, source] = ENTRY.exec(part.trim()) ?? []
    if (schema === undefined || RESERVED.test(schema) || found.some((each) => each.schema === schema)) return undefined
    found.push({ schema, id: Number(id), source: source?.trim() ?? null })
  }
  return found
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

/** Returns a database URI with other entries. Throws `uri-wrong` if they are too long or too many. */
export function withAttachedText(uri: string, text: string): string {
  const entries = splitAttachedList(text).map((parts) => parts.join(':'))
  const encoded = encodeURI(entries.join(',')).replace(/[#?&]/g, encodeURIComponent)
  return uri.replace(PARAMETER, (parameter) => `${parameter.slice(0, parameter.indexOf('=') + 1)}${encoded}`)
}

/** Returns the databases that a database attaches; empty for all others. */
export function attachedDatabases({
  sqlalchemy_uri,
}: {
  readonly sqlalchemy_uri: string
}): readonly AttachedDatabase[] {
  return parseAttachedDatabases(attachedText(sqlalchemy_uri) ?? '') ?? []
}
