import type { FrameChunk } from '#core/query/result.ts'
import { type Entry, isEntry, type Result } from './result-entry.ts'
import type { CompressedPayload } from '#server/shared/compressed-payload.ts'

/** The parts of a body in the order they are sent: texts and data. */
type BodyParts = readonly (string | CompressedPayload)[]

/** A chunk of a body as sent. */
export interface BodyChunk extends Pick<FrameChunk, 'encoding'> {
  readonly bytes: Uint8Array
}

/** Returns the body `{"result": [...]}` of the entries. */
export function bodyOf(entries: readonly Result[]): Promise<Uint8Array> {
  return plainOf(wholeOf(entries))
}

/** Returns the same body in chunks; data are uncompressed, or compressed as cached. */
export async function bodyChunks(entries: readonly Result[], packed: boolean): Promise<readonly BodyChunk[]> {
  return Promise.all(
    wholeOf(entries).map(async (piece): Promise<BodyChunk> => {
      if (typeof piece === 'string') return { bytes: Buffer.from(piece), encoding: 'identity' }
      if (packed && piece.isPacked) return { bytes: await piece.storedForm(), encoding: 'gzip' }
      return { bytes: await piece.plain(), encoding: 'identity' }
    }),
  )
}

/** Returns the body of a single entry, with additional header fields. */
export function entryBody(entry: Entry, more: Readonly<Record<string, unknown>> = {}): Promise<Uint8Array> {
  return plainOf(entryPieces({ ...entry, head: { ...entry.head, ...more } }))
}

/** Returns everything but the data of an entry as JSON. It distinguishes bodies with the same data. */
export function bodyWithoutData(entry: Entry): string {
  return entryPieces(entry)
    .filter((piece) => typeof piece === 'string')
    .join('')
}

function wholeOf(entries: readonly Result[]): BodyParts {
  const all = entries.map((entry): BodyParts => (isEntry(entry) ? entryPieces(entry) : [JSON.stringify(entry)]))
  return ['{"result":[', ...all.flatMap((pieces, index) => (index > 0 ? [',', ...pieces] : pieces)), ']}']
}

function entryPieces(entry: Entry): BodyParts {
  const key = entry.format === 'columns' ? 'columns' : 'data'
  return [`${JSON.stringify(entry.head).slice(0, -1)},"${key}":`, entry.data, `${rowNames(entry)}}`]
}

/** Rows without names are counted from 0. Omitted for column results and for clients that request only results. */
function rowNames({ head, format }: Entry): string {
  if (format !== 'rows' || head['status'] === undefined || 'indexnames' in head) return ''
  return `,"indexnames":[${Array.from({ length: head.rowcount }, (_, row) => row).join(',')}]`
}

async function plainOf(pieces: BodyParts): Promise<Uint8Array> {
  const all = pieces.map(async (piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece.plain()))
  return Buffer.concat(await Promise.all(all))
}
