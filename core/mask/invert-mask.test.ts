import { expect, it } from 'vitest'
import { invertMask } from './invert-mask.ts'

it('leaves out the rows that meet all conditions of a mask, and says so', () => {
  const filters = [
    { col: 'region', op: 'IN', val: ['EU'] },
    { col: 'year', op: 'IN', val: [2020] },
  ]
  expect(
    invertMask({ id: '7', extraFormData: { filters }, filterState: { label: 'EU, 2020', value: [['EU', 2020]] } }),
  ).toEqual({
    id: '7',
    extraFormData: { filters: [{ col: 'region', op: 'EXCEPT', of: filters }] },
    filterState: { label: 'not EU, 2020', value: [['EU', 2020]], isLeftOut: true },
  })
})

it('a mask that filters nothing leaves nothing out', () => {
  const nothing = { extraFormData: { filters: [] }, filterState: { value: null } }
  expect(invertMask(nothing)).toBe(nothing)
})
