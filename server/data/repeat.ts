import type { Made } from './answer.ts'
import type { Found } from './kept-answers.ts'
import { type Entry, openHead } from './present.ts'

/** An entry given again. */
export interface Repeated {
  readonly entry: Entry
  /** Its head as `openHead` prints it, but with room in place of the age: see `agedBytes`. */
  readonly opened: string
  /** Age its data have now, in milliseconds. */
  readonly age: number
}

/** What else is known of the question of an entry, as long as nothing stored is written. */
export interface Repeat {
  /** What it would be answered at once; undefined: ask anew. Absent where it was not kept when it was asked. */
  readonly again?: () => Repeated | undefined
  /** Whether who asked the same at `at`, epoch milliseconds, while it was answered is answered the same. */
  share(at: number): boolean
}

/** What an entry is given again by. Times in epoch milliseconds. */
export interface Repeating {
  readonly now: () => number
  /** When the question means the same; the end is exclusive. */
  readonly since: number
  readonly until: number
  /** What is kept for the question. */
  readonly find: () => Found | undefined
  /** Told of each time it is given; `age` of the data and how long it took in milliseconds. */
  readonly note: (at: number, age: number, duration: number) => void
}

/** By the very entry, so that an entry made from another one is never taken for it. */
const repeats = new WeakMap<Entry, Repeat>()

/** How the question of an entry may be answered again; undefined where it has to be asked anew. */
export function repeatOf(entry: Entry): Repeat | undefined {
  return repeats.get(entry)
}

/**
 * Lets an entry be given to others who ask the same meanwhile, and, if it was `kept`, again while `made`, which its data
 * are of, is kept and holds. It does not keep them itself.
 */
export function letRepeat(entry: Entry, made: Made, kept: boolean, repeating: Repeating): void {
  const { now, since, until, note } = repeating
  const share = (at: number): boolean => {
    if (at < since || at >= until) return false
    note(at, Math.max(0, at - made.madeAt), Math.max(0, now() - at))
    return true
  }
  repeats.set(entry, kept ? { again: againOf(entry, made, repeating), share } : { share })
}

function againOf(entry: Entry, made: Made, { now, since, until, find, note }: Repeating) {
  const known = new WeakRef(made)
  const opened = ageless(entry)
  const { data: _data, ...rest } = entry
  return (): Repeated | undefined => {
    const at = now()
    if (at < since || at >= until) return undefined
    const found = find()
    if (!found || found.stale || found.made !== known.deref()) return undefined
    const age = Math.max(0, at - found.made.madeAt)
    note(at, age, 0)
    return { entry: { ...rest, data: found.made.data }, opened, age }
  }
}

/** Stands for the age while a head is printed. */
const NO_AGE = -1
/** Place for an age of any number of digits; JSON allows spaces after a number. */
const AGE = '               '
const MARK = `"age":${AGE}`

/** The head of an entry as `openHead` prints it, with room in place of the age of its data. */
function ageless(entry: Entry): string {
  const { cost } = entry.head
  // Results alone say nothing of what they cost.
  if (cost === undefined) return openHead(entry)
  const text = openHead({ ...entry, head: { ...entry.head, cost: { ...cost, age: NO_AGE } } })
  // The cost comes last, so that nothing users wrote stands behind its age.
  const mark = `"age":${NO_AGE}`
  const at = text.lastIndexOf(mark)
  return `${text.slice(0, at)}${MARK}${text.slice(at + mark.length)}`
}

/** Bytes that hold a head, to be had with any age in it. */
export function agedBytes(bytes: Uint8Array): (age: number) => Uint8Array {
  const room = Buffer.from(bytes)
  const at = room.lastIndexOf(MARK) + MARK.length - AGE.length
  if (at < MARK.length - AGE.length) return () => room
  return (age) => {
    const aged = Buffer.from(room)
    aged.write(String(age), at, 'latin1')
    return aged
  }
}
