import { expect, it } from 'vitest'
import { qrModules, qrSvg } from './qr-code.ts'

const printed = (text: string) => qrModules(text).map((row) => row.map((isDark) => (isDark ? '#' : '.')).join(''))

it('a QR code has finder and timing patterns, and the format of level M and mask 0', () => {
  const rows = printed('A')
  expect(rows).toHaveLength(21)
  expect(rows.slice(0, 7).map((row) => row.slice(0, 7))).toEqual([
    '#######',
    '#.....#',
    '#.###.#',
    '#.###.#',
    '#.###.#',
    '#.....#',
    '#######',
  ])
  expect(rows[6]?.slice(8, 13)).toBe('#.#.#')
  // ISO/IEC 18004, table C.1: 101010000010010, from the most significant bit.
  const format = `${rows[8]?.slice(0, 6)}${rows[8]?.slice(7, 9)}`
  expect(format).toBe('#.#.#...')
  expect(rows[8]?.slice(13)).toBe('...#..#.')
})

it('a QR code has the data of its text: mode, length, bytes and padding', () => {
  // The first codewords of version 1 are read upwards in the two columns at the right.
  const rows = qrModules('A')
  const bits: number[] = []
  for (let step = 0; step < 12; step++)
    for (const x of [20, 19]) {
      const y = 20 - step
      bits.push(Number((rows[y]?.[x] ?? false) !== ((x + y) % 2 === 0)))
    }
  // Mode 0100, length 00000001, 'A' 01000001, terminator 0000.
  expect(bits.join('')).toBe('010000000001010000010000')
})

it('chooses the smallest version that holds the text, up to 213 bytes', () => {
  const sizeOf = (length: number) => qrModules('x'.repeat(length)).length
  expect([14, 15, 106, 107, 180, 181, 213].map(sizeOf)).toEqual([21, 25, 41, 45, 53, 57, 57])
  expect(() => sizeOf(214)).toThrow('too long')
})

it('a QR code is an SVG image with a margin of four modules', () => {
  expect(qrSvg('A')).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 29 29"/)
  expect(qrSvg('A')).toContain('M4 4h1v1h-1z')
})
