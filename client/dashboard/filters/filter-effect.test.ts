import { expect, it } from 'vitest'
import { filterEffects } from './filter-effect.ts'
import type { Masks } from '#client/dashboard/state/masks.ts'

const masks: Masks = {
  region: { extraFormData: { filters: [{ col: 'region', op: 'IN', val: ['EU'] }] } },
  free: { extraFormData: { adhoc_filters: [{ expressionType: 'SQL', clause: 'WHERE', sqlExpression: '1 = 0' }] } },
  simple: {
    extraFormData: {
      adhoc_filters: [{ expressionType: 'SIMPLE', clause: 'WHERE', subject: 'size', operator: '>', comparator: 1 }],
    },
  },
  time: { extraFormData: { time_range: 'Last week' } },
  grain: { extraFormData: { time_grain_sqla: 'P1D' } },
  column: { extraFormData: { granularity_sqla: 'sold_at' } },
  both: {
    extraFormData: {
      filters: [
        { col: 'region', op: 'IN', val: ['EU'] },
        { col: { label: 'low', sqlExpression: 'lower(city)' }, op: 'IN', val: ['x'] },
      ],
    },
  },
  empty: { extraFormData: { filters: [] } },
}
const all = Object.keys(masks)
const head = (applied: readonly string[], rejected: readonly string[]) => ({
  applied_filters: applied.map((column) => ({ column })),
  rejected_filters: rejected.map((column) => ({ column, reason: 'not_in_datasource' as const })),
})

it('counts all filters with a value as applied before there is a response', () => {
  const others = all.filter((id) => id !== 'empty')
  expect(filterEffects(all, masks, null)).toEqual({ applied: others, rejected: [] })
})

it('counts filters on missing columns as rejected', () => {
  const answer = head(['low'], ['region', 'size', '__time_range', '__time_grain', '__time_col'])
  expect(filterEffects(all, masks, [answer])).toEqual({
    applied: ['free', 'both'],
    rejected: ['region', 'simple', 'time', 'grain', 'column'],
  })
})

it('counts a filter that one of several queries applied as applied', () => {
  const answers = [head([], ['region']), head(['region'], [])]
  expect(filterEffects(['region'], masks, answers)).toEqual({ applied: ['region'], rejected: [] })
})
