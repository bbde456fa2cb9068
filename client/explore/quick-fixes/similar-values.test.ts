import { expect, it } from 'vitest'
import { similarValues, searchedValues, withSimilarValue } from './similar-values.ts'

const filter = (subject: string, operator: string, comparator: unknown, more: object = {}) => ({
  expressionType: 'SIMPLE',
  clause: 'WHERE',
  subject,
  operator,
  comparator,
  ...more,
})
const form = {
  viz_type: 'table',
  adhoc_filters: [
    filter('city', 'IN', ['Chicgo', 'Boston', 7, null]),
    filter('city', 'NOT IN', ['Bostn']),
    filter('size', '>', 'large'),
    filter('kind', '==', 'smal'),
    { expressionType: 'SQL', clause: 'WHERE', sqlExpression: "city = 'Chicgo'" },
  ],
}
const all = new Map([
  ['city', ['Chicago', 'Boston', 'Denver', null]],
  ['kind', ['large', 'small']],
])

it('searches text values of simple equality filters', () => {
  expect(searchedValues(form)).toEqual([
    { column: 'city', value: 'Chicgo' },
    { column: 'city', value: 'Boston' },
    { column: 'kind', value: 'smal' },
  ])
  expect(searchedValues({ viz_type: 'table' })).toEqual([])
})

it('similar values replace values that no row has', () => {
  const near = similarValues(searchedValues(form), all)
  expect(near).toEqual([
    { column: 'city', value: 'Chicgo', near: 'Chicago' },
    { column: 'kind', value: 'smal', near: 'small' },
  ])
  expect(similarValues(searchedValues(form), new Map())).toEqual([])
})

it('replaces a value in the filters of its column, without duplicates', () => {
  const [first] = similarValues(searchedValues(form), all)
  if (!first) throw new Error('nothing near')
  const changed = withSimilarValue(form, first)
  expect(changed[0]).toMatchObject({ comparator: ['Chicago', 'Boston', 7, null] })
  expect(changed.slice(1)).toEqual(form.adhoc_filters.slice(1))
  const both = { ...form, adhoc_filters: [filter('city', 'IN', ['Chicgo', 'Chicago'])] }
  expect(withSimilarValue(both, first)[0]).toMatchObject({ comparator: ['Chicago'] })
})
