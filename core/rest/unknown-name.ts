/** The type of an unknown name in a query. */
export type UnknownNameType = 'column' | 'function' | 'table' | 'metric'

/** An unknown name in a query and its possible replacements; `extra.mistake` of an error. */
export interface UnknownName {
  readonly kind: UnknownNameType
  readonly name: string
  /** Closest first. */
  readonly candidates: readonly string[]
}

/** Maximum number of candidates, and maximum length of a candidate in characters. */
export const MAX_CANDIDATES = 3
const LONGEST_NAME = 128

const KINDS: readonly unknown[] = ['column', 'function', 'table', 'metric'] satisfies UnknownNameType[]

/** Reads the mistake from the `extra` of an error. */
export function readUnknownName(extra: Readonly<Record<string, unknown>> | undefined): UnknownName | undefined {
  const reported = extra?.['mistake']
  if (typeof reported !== 'object' || reported === null) return undefined
  const { kind, name, candidates } = reported as Readonly<Record<string, unknown>>
  if (!KINDS.includes(kind) || typeof name !== 'string' || !Array.isArray(candidates)) return undefined
  const named = candidates.filter((each): each is string => typeof each === 'string' && isName(each))
  return { kind: kind as UnknownNameType, name, candidates: named.slice(0, MAX_CANDIDATES) }
}

/** True if a text is short enough to be suggested as a name. */
export function isName(text: string): boolean {
  return text !== '' && text.length <= LONGEST_NAME
}
