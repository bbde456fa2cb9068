import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { CompressedPayload } from './compressed-payload.ts'

const text = (length: number) => 'abcdefgh'.repeat(length / 8)

it('data are unchanged by compression, which happens once', async () => {
  const plain = Buffer.from(text(8000))
  const data = CompressedPayload.of(plain)
  expect([data.length, data.size, data.isPacked]).toEqual([8000, 8000, true])
  const [one, other] = await Promise.all([data.storedForm(), data.storedForm()])
  expect(one).toBe(other)
  expect(gunzipSync(one).equals(plain)).toBe(true)
  expect([data.length, data.size]).toEqual([8000, one.byteLength])
  expect(one.byteLength).toBeLessThan(800)
  expect(Buffer.from(await data.plain()).equals(plain)).toBe(true)
})

it('a decompressed payload is the same', async () => {
  for (const length of [0, 1016, 1024, 4096]) {
    const first = CompressedPayload.of(Buffer.from(text(length)))
    const again = CompressedPayload.from(await first.storedForm(), first.length)
    expect([again.length, again.isPacked]).toEqual([length, length >= 1024])
    expect(Buffer.from(await again.plain()).toString()).toBe(text(length))
    expect(await again.storedForm()).toEqual(await first.storedForm())
  }
})

it('short data are not compressed', async () => {
  const plain = Buffer.from('[[1],[2]]')
  const data = CompressedPayload.of(plain)
  expect([await data.storedForm(), data.size]).toEqual([plain, 9])
})
