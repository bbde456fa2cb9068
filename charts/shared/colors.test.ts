import { expect, it } from 'vitest'
import { colorChoice, colorPositions, colorsFor } from './colors.ts'
import { FIRST_HASHED_POSITION } from '#core/color/label-positions.ts'
import type { ResultMetadata } from '#core/query/result.ts'

const form = (color_scheme: string) => ({ viz_type: 'pie', datasource: '1__table', color_scheme })
const colorDomain = ['#0a0b0c', '#112233']
const labels = ['a', 'b', 'c'].map((name, colorPosition) => ({ name, colorPosition }))

it("an unknown scheme uses the dashboard's stored colors in turn, and a known scheme its colors", () => {
  const unknown = colorChoice({ form: form('ourBrand'), labelColors: { b: '#ff0000' }, colorDomain })
  expect(colorsFor(labels, unknown, 'light')).toEqual(['#0a0b0c', '#ff0000', '#0a0b0c'])
  const known = colorChoice({ form: form('lyftColors'), labelColors: {}, colorDomain })
  expect(colorsFor(labels.slice(0, 1), known, 'light')).toEqual(['#ea0b8c'])
})

it('takes the positions of labels from the result, for its dimensions only', () => {
  const entry = { colors: { columns: ['size', 'city'], places: { 'L, Rome': 3 } } } as unknown as ResultMetadata
  const positionOf = (dimensions: readonly string[], entries: readonly ResultMetadata[]) =>
    colorPositions({ entries }, dimensions)(['L', 'Rome'])
  expect(positionOf(['size', 'city'], [entry])).toBe(3)
  const hashed = positionOf(['size', 'city'], [])
  expect(hashed).toBeGreaterThanOrEqual(FIRST_HASHED_POSITION)
  expect(positionOf(['city', 'size'], [entry])).toBe(hashed)
})
