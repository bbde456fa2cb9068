import { expect, it } from 'vitest'
import { post, tableOf } from '#testing/post-processing.ts'
import { runPost } from './index.ts'

const long = { t: ['d1', 'd1'], c: ['LA', 'NY'], 'SUM(x)': [1, 2] }
const spread = { index: ['t'], columns: ['c'], aggregates: { 'SUM(x)': { operator: 'mean' } } }

it('joins headers by comma and blank and makes the index the first column', () => {
  expect(post(long, ['pivot', spread], ['flatten', {}])).toEqual({ t: ['d1'], 'SUM(x), LA': [1], 'SUM(x), NY': [2] })
})

it('the index is not reset, and stays the first column of the result', () => {
  expect(post(long, ['pivot', spread], ['flatten', { reset_index: false }], ['cum', { operator: 'sum' }])).toEqual({
    t: ['d1'],
    'SUM(x), LA': [1],
    'SUM(x), NY': [2],
  })
})

it('leaves levels out by number or name', () => {
  expect(Object.keys(post(long, ['pivot', spread], ['flatten', { drop_levels: [0] }]))).toEqual(['t', 'LA', 'NY'])
  expect(
    Object.keys(post(long, ['pivot', { ...spread, columns: ['c'] }], ['flatten', { drop_levels: ['c'] }])),
  ).toEqual(['t', 'SUM(x)'])
  expect(() => post(long, ['pivot', spread], ['flatten', { drop_levels: [2] }])).toThrow('Level 2 not found')
})

it('leaves out parts renamed to null', () => {
  const names = ['rename', { columns: { 'SUM(x)': null }, level: 0 }] as const
  expect(post(long, ['pivot', spread], names, ['flatten', {}])).toEqual({ t: ['d1'], LA: [1], NY: [2] })
})

it('distinguishes a separator within a part from those between parts', () => {
  const { table, labels } = runPost(tableOf({ ...long, c: ['Doe, Jane', 'NY'] }), [
    { operation: 'pivot', options: spread },
    { operation: 'flatten' },
  ])
  expect(table.columns.map(({ name }) => name)).toEqual(['t', 'SUM(x), Doe, Jane', 'SUM(x), NY'])
  expect(labels).toEqual({ 'SUM(x), Doe, Jane': ['SUM(x)', 'Doe, Jane'], 'SUM(x), NY': ['SUM(x)', 'NY'] })
})

it('lets later steps name joined columns', () => {
  const twice = ['select', { columns: ['t'] }] as const
  expect(post({ ...long, c: ['a, b', 'c'] }, ['pivot', spread], ['flatten', {}], twice)).toEqual({ t: ['d1'] })
  const escaped = ['cum', { operator: 'sum', columns: { 'SUM(x), a\\, b': 'SUM(x), a\\, b' } }] as const
  expect(post({ ...long, c: ['a, b', 'c'] }, ['pivot', spread], ['flatten', {}], escaped)).toHaveProperty([
    'SUM(x), a, b',
  ])
})
