/** What kind of thing a question named that is not there. */
export type MistakeKind = 'column' | 'function' | 'table' | 'metric'

/** A name in a question that stands for nothing, and those it may stand for; `extra.mistake` of an error. */
export interface Mistake {
  readonly kind: MistakeKind
  readonly name: string
  /** Nearest first. */
  readonly candidates: readonly string[]
}

/** The most candidates of a mistake, and the characters of the longest. */
export const MAX_CANDIDATES = 3
const LONGEST_NAME = 128

const KINDS: readonly unknown[] = ['column', 'function', 'table', 'metric'] satisfies MistakeKind[]

/** The mistake the extra facts of an error tell of. */
export function readMistake(extra: Readonly<Record<string, unknown>> | undefined): Mistake | undefined {
  const told = extra?.['mistake']
  if (typeof told !== 'object' || told === null) return undefined
  const { kind, name, candidates } = told as Readonly<Record<string, unknown>>
  if (!KINDS.includes(kind) || typeof name !== 'string' || !Array.isArray(candidates)) return undefined
  const named = candidates.filter((each): each is string => typeof each === 'string' && isName(each))
  return { kind: kind as MistakeKind, name, candidates: named.slice(0, MAX_CANDIDATES) }
}

/** Whether a text is short enough to be offered as a name. */
export function isName(text: string): boolean {
  return text !== '' && text.length <= LONGEST_NAME
}
