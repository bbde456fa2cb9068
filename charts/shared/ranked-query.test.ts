import { expect, it } from 'vitest'
import { rankedQuery } from './ranked-query.ts'

const form = { viz_type: 'pie', groupby: ['origin'], metric: 'count', row_limit: 100 }

it('sorts by the metric only on request', () => {
  expect(rankedQuery({ ...form, sort_by_metric: true })[0]).toMatchObject({
    columns: ['origin'],
    orderby: [['count', false]],
  })
  expect(rankedQuery({ ...form, sort_by_metric: false })[0]).not.toHaveProperty('orderby')
})

it('queries nothing without a metric', () => {
  expect(rankedQuery({ ...form, metric: null, sort_by_metric: true })).toEqual([])
})
