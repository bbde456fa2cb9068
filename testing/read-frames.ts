import { gunzipSync } from 'node:zlib'
import { expect } from 'vitest'
import type { FrameHead } from '#core/query/result.ts'

/** Returns the frames of a batch in order of arrival. */
export function readFrames(bytes: Buffer): { id: string; status: number; body: unknown }[] {
  const frames = []
  for (let at = 0; at < bytes.length; ) {
    const line = bytes.indexOf('\n', at)
    const head = JSON.parse(bytes.subarray(at, line).toString()) as FrameHead
    const body = bytes.subarray(line + 1, line + 1 + head.length)
    let from = 0
    const texts = (head.pieces ?? [{ length: head.length, encoding: 'identity' }]).map((piece) => {
      const sent = body.subarray(from, from + piece.length)
      from += piece.length
      return (piece.encoding === 'gzip' ? gunzipSync(sent) : sent).toString()
    })
    expect(from).toBe(head.length)
    frames.push({ id: head.id, status: head.status, body: JSON.parse(texts.join('')) })
    at = line + 1 + head.length + 1
    expect(bytes[at - 1]).toBe(10)
  }
  return frames
}
