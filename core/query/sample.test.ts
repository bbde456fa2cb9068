import { expect, it } from 'vitest'
import { narrowerWidths, SAMPLE_WIDTHS, sampleWidth } from './sample.ts'

it.each([
  [1, 256],
  [256, 256],
  [257, 384],
  [440, 512],
  [1340, 1536],
  [2048, 2048],
  // Wider charts get the maximum number of parts.
  [3840, 2048],
])('a picture of %i pixels requests %i parts', (pixels, width) => {
  expect(sampleWidth(pixels)).toBe(width)
})

it('consecutive steps differ by at most half', () => {
  for (const [at, width] of SAMPLE_WIDTHS.slice(1).entries())
    expect(width / (SAMPLE_WIDTHS[at] ?? 0)).toBeLessThanOrEqual(1.5)
})

it.each([
  [2048, [1024, 512, 256]],
  [1536, [768, 384]],
  [256, []],
])('halves %i parts until they fit: %j', (width, narrower) => {
  expect(narrowerWidths(width)).toEqual(narrower)
})
