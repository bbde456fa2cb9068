import { expect, it } from 'vitest'
import { invertMask } from './invert-mask.ts'

it('excludes the rows that satisfy all conditions of a mask, and marks the mask as inverted', () => {
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

it('a mask without conditions excludes no rows', () => {
  const nothing = { extraFormData: { filters: [] }, filterState: { value: null } }
  expect(invertMask(nothing)).toBe(nothing)
})
