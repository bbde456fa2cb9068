import { expect, it } from 'vitest'
import { chartChanges, chartProperties } from './chart-properties.ts'
import type { ChartResponse } from '#core/rest/responses.ts'

const chart: ChartResponse = {
  id: 1,
  slice_name: 'Flights',
  viz_type: 'pie',
  params: '{}',
  datasource_id: 3,
  datasource_type: 'table',
  description: 'All of *them*',
  cache_timeout: 60,
  owners: [{ id: 1, first_name: 'Ada', last_name: 'L' }],
  tags: [
    { id: 9, name: 'alpha' },
    { id: 2, name: 'zeta' },
  ],
  certified_by: 'Data team',
  certification_details: 'Checked',
}
const before = chartProperties(chart)

it('saves only changed properties of a chart, under their wire names', () => {
  expect(before.owners).toEqual([{ id: 1, name: 'Ada L' }])
  expect(chartChanges(before, before)).toEqual({})
  expect(chartChanges(before, { ...before, name: ' Trips ' })).toEqual({ slice_name: 'Trips' })
  expect(chartChanges(before, { ...before, description: ' ' })).toEqual({ description: null })
  expect(chartChanges(before, { ...before, cacheTimeout: undefined })).toEqual({ cache_timeout: null })
  expect(chartChanges(before, { ...before, cacheTimeout: 0 })).toEqual({ cache_timeout: 0 })
  expect(chartChanges(before, { ...before, owners: [] })).toEqual({ owners: [] })
  expect(chartChanges(before, { ...before, tags: before.tags.toReversed() })).toEqual({})
  expect(chartChanges(before, { ...before, tags: [...before.tags, { id: 4, name: 'more' }] })).toEqual({
    tags: [2, 4, 9],
  })
})

it('certification details need a certifier', () => {
  expect(chartChanges(before, { ...before, certifiedBy: '' })).toEqual({
    certified_by: null,
    certification_details: null,
  })
  expect(chartChanges(before, { ...before, certificationDetails: 'Twice' })).toEqual({
    certification_details: 'Twice',
  })
})
