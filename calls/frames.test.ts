import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { FrameReader, frameText } from '#calls/frames.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder()

function framed(id: string, status: number, text: string): number[] {
  const body = encoder.encode(text)
  const head = JSON.stringify({ id, status, length: body.length })
  return [...encoder.encode(`${head}\n`), ...body, 10]
}

function read(bytes: readonly number[], cuts: readonly number[]) {
  const reader = new FrameReader()
  const ends = [...new Set(cuts), bytes.length].toSorted((a, b) => a - b)
  let from = 0
  const found = ends.flatMap((end) => {
    const frames = reader.push(Uint8Array.from(bytes.slice(from, end)))
    from = end
    return frames.map(({ head, body }) => ({ ...head, text: decoder.decode(body) }))
  })
  return { found, isComplete: reader.isComplete }
}

const items = fc.array(
  fc.record({ id: fc.string(), status: fc.integer({ min: 200, max: 599 }), text: fc.string({ unit: 'grapheme' }) }),
  { maxLength: 6 },
)

it('returns the frames that were sent, independent of the chunk borders', () => {
  fc.assert(
    fc.property(items, fc.array(fc.nat(400), { maxLength: 30 }), (sent, cuts) => {
      const bytes = sent.flatMap(({ id, status, text }) => framed(id, status, text))
      const inside = cuts.filter((cut) => cut < bytes.length)
      const { found, isComplete } = read(bytes, inside)
      expect(found.map(({ id, status, text }) => ({ id, status, text }))).toEqual(sent)
      expect(isComplete).toBe(true)
    }),
    { seed: 7, numRuns: 300 },
  )
})

it('reads a frame from single bytes when its last byte arrives', () => {
  const bytes = framed('a', 200, '{"π":"\n"}')
  const reader = new FrameReader()
  const counts = bytes.map((byte) => reader.push(Uint8Array.of(byte)).length)
  expect(counts.slice(0, -1).every((count) => count === 0)).toBe(true)
  expect(counts.at(-1)).toBe(1)
})

it('reports a stream that ended within a frame', () => {
  const bytes = framed('a', 200, 'abc')
  expect(read(bytes.slice(0, -1), []).isComplete).toBe(false)
  expect(read(bytes.slice(0, 3), []).isComplete).toBe(false)
  expect(read([], []).isComplete).toBe(true)
})

it('joins the chunks of a frame, also if characters are split', async () => {
  const pieces = fc.array(fc.record({ text: fc.string({ unit: 'grapheme' }), packed: fc.boolean() }), { maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(pieces, async (sent) => {
      const bytes = sent.map(({ text, packed }) => (packed ? gzipSync(text) : encoder.encode(text)))
      const reported = sent.map(({ packed }, index) => ({
        length: bytes[index]?.length ?? 0,
        encoding: packed ? ('gzip' as const) : ('identity' as const),
      }))
      const body = Uint8Array.from(bytes.flatMap((each) => [...each]))
      const head = { id: 'a', status: 200, length: body.length, pieces: reported }
      expect(await frameText(head, body)).toBe(sent.map(({ text }) => text).join(''))
    }),
    { seed: 7, numRuns: 60 },
  )
})

it('rejects a truncated compressed chunk', async () => {
  const body = gzipSync('{"result":[]}').subarray(0, 20)
  const head = { id: 'a', status: 200, length: 20, pieces: [{ length: 20, encoding: 'gzip' as const }] }
  await expect(frameText(head, body)).rejects.toThrow(/unexpected end|terminated|aborted/i)
})
