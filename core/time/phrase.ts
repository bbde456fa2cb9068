import type { TextRange } from './fault.ts'
import type { Edge, Moved } from './tree.ts'
import { readUnit } from './unit.ts'

const moved = /^(last|next|this|prior)(?:\s{1,5}(\d{1,9}))?\s{1,5}(second|minute|hour|day|week|month|quarter|year)s?$/i
const edge =
  /^(start|beginning|end|first|1st|first\s{1,5}day|1st\s{1,5}day)\s{1,5}of\s{1,5}(this|last|next|prior)(?:\s{1,5}(\d{1,9}))?\s{1,5}(day|week|month|quarter|year)s?$/i

/** Parses `last 7 days`, `next week`, `start of last month` ... ignoring case; undefined for other texts. */
export function parsePhrase(text: string, span: TextRange): Moved | Edge | undefined {
  const match = moved.exec(text)
  if (match) return named({ kind: 'moved', ...span }, match[1], match[2], match[3])
  const at = edge.exec(text)
  if (!at) return undefined
  const side = at[1]?.toLowerCase() === 'end' ? 'end' : 'start'
  return named({ kind: 'edge', edge: side, ...span }, at[2], at[3], at[4])
}

function named<T extends object>(
  base: T,
  word: string | undefined,
  n: string | undefined,
  unit: string | undefined,
): (T & Pick<Moved, 'word' | 'n' | 'unit'>) | undefined {
  const read = readUnit(unit ?? '')
  const lower = (word ?? '').toLowerCase() as Moved['word']
  if (!read || (lower === 'this' && n !== undefined)) return undefined
  return { ...base, word: lower, ...(n === undefined ? {} : { n: Number(n) }), unit: read }
}
