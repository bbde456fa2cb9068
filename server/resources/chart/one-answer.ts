import { compressedBody, isCompressed } from '#server/data/compressed.ts'
import { type Entry, singleBody } from '#server/data/present.ts'
import { agedBytes, repeatOf } from '#server/data/repeat.ts'
import type { Answer } from '#server/resources/resource.ts'
import { agedTiming } from './server-timing.ts'

/** How an entry is sent. */
interface Sending {
  readonly type: string
  readonly headers: Readonly<Record<string, string>>
  /** Whether the caller takes brotli. */
  readonly packs: boolean
}

/** An answer but for the age its first part tells. */
interface Ageless {
  readonly answer: Answer
  readonly first: (age: number) => Uint8Array
  readonly rest: readonly Uint8Array[]
  /** The answer last given, at an age in milliseconds: whoever asks within the same millisecond is given it too. */
  latest?: { readonly age: number; readonly answer: Answer }
}

/** Smaller answers are kept in one piece for those who ask within the same millisecond. */
const ONE_PIECE = 128 * 1024

/** The answer of one entry, which may be given again where its entry may. */
export function oneAnswer(entry: Entry, sending: Sending): Answer {
  const repeat = repeatOf(entry)
  const answer = answerOf(entry, sending)
  if (!repeat) return answer
  // By the data, so that they are not kept any longer than they are by the cache.
  const known = new WeakMap<Uint8Array, Ageless>()
  const again = (): Answer | undefined => {
    const repeated = repeat.again?.()
    if (!repeated) return undefined
    const { data } = repeated.entry
    const ageless = known.get(data) ?? withoutAge(answerOf(repeated.entry, sending, repeated.opened))
    if (!sending.packs || isCompressed(repeated.entry)) known.set(data, ageless)
    return atAge(ageless, repeated.age, repeated.entry.head.cost !== undefined)
  }
  const share = (at: number): Answer | undefined => (repeat.share(at) ? answer : undefined)
  return { ...answer, share, ...(repeat.again ? { again } : {}) }
}

/** The answer when its data are this old. `isTimed` answers tell so in a header too. */
function atAge(ageless: Ageless, age: number, isTimed: boolean): Answer {
  if (ageless.latest?.age === age) return ageless.latest.answer
  const parts = [ageless.first(age), ...ageless.rest]
  const length = parts.reduce((sum, part) => sum + part.byteLength, 0)
  const timed = isTimed ? agedHeaders(ageless.answer.headers, age) : {}
  if (length > ONE_PIECE) return { ...ageless.answer, ...timed, parts }
  const answer = { ...ageless.answer, ...timed, parts: [Buffer.concat(parts, length)] }
  ageless.latest = { age, answer }
  return answer
}

function agedHeaders(headers: Answer['headers'] = {}, age: number): Pick<Answer, 'headers'> {
  return { headers: { ...headers, 'server-timing': agedTiming(headers['server-timing'] ?? '', age) } }
}

function withoutAge({ parts = [], ...answer }: Answer): Ageless {
  const [first, ...rest] = parts
  return { answer, first: agedBytes(first ?? new Uint8Array()), rest }
}

function answerOf(entry: Entry, { type, headers, packs }: Sending, opened?: string): Answer {
  const packed = packs ? compressedBody(entry, opened) : undefined
  if (packed) return { status: 200, parts: packed, type, headers: { ...headers, 'content-encoding': 'br' } }
  return { status: 200, parts: singleBody(entry, opened), type, headers }
}
