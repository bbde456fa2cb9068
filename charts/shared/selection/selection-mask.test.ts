import { expect, it } from 'vitest'
import { STRING } from '#core/table/table.ts'
import { dimensionText } from '#charts/shared/cell.ts'
import { selectionMask, isSameMark } from './selection-mask.ts'

it('filters each dimension by the values of the selection', () => {
  expect(selectionMask([{ region: 'EU', segment: 'SMB' }], ['region', 'segment'])).toEqual({
    extraFormData: {
      filters: [
        { col: 'region', op: 'IN', val: ['EU'] },
        { col: 'segment', op: 'IN', val: ['SMB'] },
      ],
    },
    filterState: { label: 'EU, SMB', value: [['EU', 'SMB']], selectedValues: ['EU, SMB'] },
  })
})

it('filters null by IS NULL, together with IN for other values', () => {
  expect(selectionMask([{ region: null }], ['region']).extraFormData?.filters).toEqual([
    { col: 'region', op: 'IS NULL' },
  ])
  expect(selectionMask([{ region: null }, { region: 'EU' }], ['region']).extraFormData?.filters).toEqual([
    { col: 'region', op: 'IN', val: [null, 'EU'] },
  ])
})

it('sends the complete definition of an ad hoc column', () => {
  const column = { label: 'low', sqlExpression: 'lower(a)', expressionType: 'SQL' } as const
  expect(selectionMask([{ low: 'x' }], [column]).extraFormData?.filters).toEqual([
    { col: column, op: 'IN', val: ['x'] },
  ])
})

it('clears when the selection is empty', () => {
  expect(selectionMask([], ['region'])).toEqual({
    extraFormData: { filters: [] },
    filterState: { value: null, selectedValues: null },
  })
})

it('compares marks by all their values', () => {
  expect(isSameMark({ a: 1 }, { a: 1 })).toBe(true)
  expect(isSameMark({ a: 1 }, { a: 1, b: 2 })).toBe(false)
})

it('filters several marks of several columns by the values of all of them', () => {
  const selectedMarks = [
    { region: 'EU', year: 2020 },
    { region: 'US', year: 2020 },
  ]
  expect(selectionMask(selectedMarks, ['region', 'year'])).toMatchObject({
    extraFormData: { filters: [{ val: ['EU', 'US'] }, { val: [2020] }] },
    filterState: { label: 'EU, US × 2020' },
  })
})

it('names a null and an empty text as axes, legends and tables do', () => {
  const { filterState } = selectionMask([{ origin: null }, { origin: '' }], ['origin'])
  expect(filterState?.label).toBe(`${dimensionText(null, STRING)}; ${dimensionText('', STRING)}`)
  expect(filterState?.label).toBe('<NULL>; <empty string>')
})
