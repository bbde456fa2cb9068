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
}

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
    const timed = repeated.entry.head.cost ? agedHeaders(ageless.answer.headers, repeated.age) : {}
    return { ...ageless.answer, ...timed, parts: [ageless.first(repeated.age), ...ageless.rest] }
  }
  const share = (at: number): Answer | undefined => (repeat.share(at) ? answer : undefined)
  return { ...answer, share, ...(repeat.again ? { again } : {}) }
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
