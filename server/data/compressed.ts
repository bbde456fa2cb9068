import { compressTail, type Tail, withBeginning } from '#server/cache/brotli.ts'
import { beginningOf, endOf, type Entry, jointOf, openHead } from './present.ts'

/** Smaller data are sent as they are. */
const WORTH = 2048
const STEP = 256
/** Heads of one answer differ by the digits of its age and cost. */
const SPARE = 64

interface Kept {
  tail: Tail | undefined
}

/** Compressed tails by the data they are made of; they go when the data go. */
const tails = new WeakMap<Uint8Array, Map<string, Kept>>()

/**
 * The body of an answer of one entry in brotli, in parts, where its data have been compressed before; else undefined,
 * and they are compressed for the next who asks. Only what is kept is worth it. `opened` is the head as `openHead`
 * prints it.
 */
export function compressedBody(entry: Entry, opened = openHead(entry)): readonly Uint8Array[] | undefined {
  if (entry.data.byteLength < WORTH || !entry.head.is_cached) return undefined
  const joint = jointOf(entry)
  const beginning = beginningOf(opened)
  const kept = keptFor(entry, beginning.length, joint)
  const room = (kept.tail?.before ?? 0) - joint.length - Buffer.byteLength(beginning)
  if (!kept.tail || room < 0) return undefined
  return withBeginning(Buffer.from(`${beginning}${' '.repeat(room)}${joint}`), kept.tail)
}

/** Whether nothing about the compression of an entry is still to come: it is done, or not worth it. */
export function isCompressed(entry: Entry): boolean {
  return entry.data.byteLength < WORTH || tails.get(entry.data)?.get(variantOf(entry))?.tail !== undefined
}

/** Results alone have a head of their own size, and so a tail. */
function variantOf({ head }: Entry): string {
  return Object.keys(head).length > 4 ? 'full' : 'results'
}

function keptFor(entry: Entry, length: number, joint: string): Kept {
  const variants = tails.get(entry.data) ?? new Map<string, Kept>()
  tails.set(entry.data, variants)
  const variant = variantOf(entry)
  const known = variants.get(variant)
  if (known) return known
  const kept: Kept = { tail: undefined }
  variants.set(variant, kept)
  const before = Math.ceil((length * 1.1 + joint.length + SPARE) / STEP) * STEP
  void compressTail(Buffer.concat([entry.data, endOf(entry)]), before, joint).then((tail) => {
    kept.tail = tail
  })
  return kept
}
