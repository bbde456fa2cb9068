import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { expect, it } from 'vitest'
import { compressTail, withBeginning } from './brotli.ts'

const JOINT = ',"data":'

function beginning(text: string, length: number): Buffer {
  return Buffer.from(`${text}${' '.repeat(length - text.length - JOINT.length)}${JOINT}`)
}

const rows = (count: number) =>
  JSON.stringify(
    Array.from({ length: count }, (_, index) => ({
      'the name of the city': `city ${(index * 7919) % 97}`,
      government: 'the information of the government and the people',
      n: index * index,
    })),
  )

it.each([
  ['nothing', '[]'],
  ['a little', rows(3)],
  ['rows', rows(2000)],
  ['more than a window', rows(60_000)],
  ['text of many languages', JSON.stringify(Array.from({ length: 500 }, (_, index) => `日本語 ${index} العربية 😀`))],
  ['a run', JSON.stringify([' '.repeat(100_000)])],
])('puts any beginning before %s', async (_what, text) => {
  const length = 1500
  const tail = await compressTail(Buffer.from(text), length, JOINT)
  expect(tail).toBeDefined()
  if (!tail) return
  for (const head of ['{"age":1', '{"age":987654321', '{"government":"the information of the government"', rows(5)]) {
    const start = beginning(head, length)
    expect(brotliDecompressSync(Buffer.concat(withBeginning(start, tail))).toString()).toBe(
      `${start.toString()}${text}`,
    )
  }
})

it('is about as small as compressing the whole', async () => {
  const text = Buffer.from(rows(5000))
  const tail = await compressTail(text, 1000, JOINT)
  const whole = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } })
  expect(tail?.bytes.byteLength).toBeLessThan(whole.byteLength * 1.02 + 20)
})

it('refuses a beginning of another length', async () => {
  const tail = await compressTail(Buffer.from('[]'), 100, JOINT)
  expect(() => withBeginning(Buffer.from('{}'), tail ?? { before: 100, bytes: new Uint8Array() })).toThrow(RangeError)
  expect(await compressTail(Buffer.from('[]'), 100_000, JOINT)).toBeUndefined()
})
