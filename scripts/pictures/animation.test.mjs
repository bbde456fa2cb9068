import { expect, it } from 'vitest'
import { animatedWebp } from './animation.mjs'

/** A still image whose data are two letters. */
const still = (/** @type {string} */ data) => Buffer.from(`RIFF\u000E\0\0\0WEBPVP8 \u0002\0\0\0${data}`, 'latin1')

it('joins still images to an animated WebP with offsets, sizes and durations', () => {
  const frames = [
    { x: 0, y: 0, width: 8, height: 4, milliseconds: 100, webp: still('ab') },
    { x: 2, y: 4, width: 3, height: 1, milliseconds: 258, webp: still('cd') },
  ]
  const bytes = animatedWebp({ width: 8, height: 6 }, frames)
  const header = 'VP8X\n\0\0\0\u0002\0\0\0\u0007\0\0\u0005\0\0'
  const animation = 'ANIM\u0006\0\0\0\u00FF\u00FF\u00FF\u00FF\0\0'
  // Offsets are halved, sizes are one less; the last byte switches blending off.
  const first = 'ANMF\u001A\0\0\0\0\0\0\0\0\0\u0007\0\0\u0003\0\0d\0\0\u0002VP8 \u0002\0\0\0ab'
  const second = 'ANMF\u001A\0\0\0\u0001\0\0\u0002\0\0\u0002\0\0\0\0\0\u0002\u0001\0\u0002VP8 \u0002\0\0\0cd'
  expect(bytes.toString('latin1', 12)).toBe(header + animation + first + second)
  expect(bytes.toString('latin1', 0, 4) + bytes.toString('latin1', 8, 12)).toBe('RIFFWEBP')
  expect(bytes.readUInt32LE(4)).toBe(bytes.length - 8)
})
