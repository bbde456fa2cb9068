import { expect, it } from 'vitest'
import { colorChoice, colorsFor } from './colors.ts'

const form = (color_scheme: string) => ({ viz_type: 'pie', datasource: '1__table', color_scheme })
const colorDomain = ['#0a0b0c', '#112233']

it('a scheme nobody knows has the colours the dashboard kept, in turn; one that is known has its own', () => {
  const unknown = colorChoice({ form: form('ourBrand'), labelColors: { b: '#ff0000' }, colorDomain })
  expect(colorsFor(['a', 'b', 'c'], unknown, 'light')).toEqual(['#0a0b0c', '#ff0000', '#112233'])
  const known = colorChoice({ form: form('lyftColors'), labelColors: {}, colorDomain })
  expect(colorsFor(['a'], known, 'light')).toEqual(['#ea0b8c'])
})
