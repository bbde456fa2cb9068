import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { acceptsEncoding, compressBody, encodingFor } from './encoding.ts'

it.each([
  ['gzip, deflate, br', 'br'],
  ['GZIP', 'gzip'],
  ['gzip;q=1.0, br;q=0', 'gzip'],
  ['br; q=0.0 , gzip;q=0', 'identity'],
  ['br;q=0.5', 'br'],
  ['*', 'identity'],
  ['identity', 'identity'],
  ['brotli', 'identity'],
  ['', 'identity'],
  [undefined, 'identity'],
])('the header Accept-Encoding %s selects %s', (accepted, encoding) => {
  expect(encodingFor(accepted)).toBe(encoding)
})

it('compares complete names of encodings', () => {
  expect([acceptsEncoding('x-gzip, br', 'gzip'), acceptsEncoding('x-gzip, gzip', 'gzip')]).toEqual([false, true])
})

it('decoded bodies equal the original', async () => {
  const body = Buffer.from(JSON.stringify(Array.from({ length: 500 }, (_, at) => `row ${at}`)))
  const [br, gzip] = [await compressBody(body, 'br'), await compressBody(body, 'gzip')]
  expect(brotliDecompressSync(br).equals(body)).toBe(true)
  expect(gunzipSync(gzip).equals(body)).toBe(true)
  expect([br.byteLength < body.length / 2, gzip.byteLength < body.length / 2]).toEqual([true, true])
  expect(await compressBody(body, 'identity')).toBe(body)
})
