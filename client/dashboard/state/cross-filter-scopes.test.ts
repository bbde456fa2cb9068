import { describe, expect, it } from 'vitest'
import { crossFiltersOf, storedScopeOf, scopeOfChart, withScope } from '#client/dashboard/state/cross-filter-scopes.ts'
import { filtersOf } from '#client/dashboard/state/masks.ts'
import { openDashboard } from '#testing/dashboard.ts'
import { scopeContextOf } from './chart-form.ts'

/** Charts 10 and 11 are in the first tab, chart 12 in the second. */
const pick = { 10: { id: '10', extraFormData: { filters: [{ col: 'a', op: 'IN', val: [1] }] } } } as const
const reached = (metadata: object) => {
  const reach = scopeContextOf(openDashboard(metadata))
  return [10, 11, 12].filter((id) => filtersOf(reach, pick, id).length > 0)
}
const entry = (scope: unknown) => ({ 10: { id: 10, crossFilters: { scope, chartsInScope: [] } } })
const first = { rootPath: ['TAB-1'], excluded: [] }
const second = { rootPath: ['TAB-2'], excluded: [] }

describe('the charts that a cross-filter applies to', () => {
  it.each([
    ['no scope is set: all except its source', {}, [11, 12]],
    ['its chart has a scope', { chart_configuration: entry(second) }, [12]],
    ['its chart follows the dashboard, which has no scope', { chart_configuration: entry('global') }, [11, 12]],
    [
      'its chart follows the dashboard',
      { chart_configuration: entry('global'), global_chart_configuration: { scope: first } },
      [11],
    ],
    ['the dashboard has a scope', { global_chart_configuration: { scope: second } }, [12]],
    [
      'a custom scope overrides that of the dashboard',
      { chart_configuration: entry(second), global_chart_configuration: { scope: first } },
      [12],
    ],
  ])('%s', (_, metadata, ids) => {
    expect(reached(metadata)).toEqual(ids)
  })
})

it('storing a scope keeps other charts and keys', () => {
  const all = crossFiltersOf({ chart_configuration: { ...entry('global'), 11: { id: 11, own: true } } })
  expect(withScope(all, 10, second)).toEqual({
    chart_configuration: {
      10: { id: 10, crossFilters: { scope: second, chartsInScope: [] } },
      11: { id: 11, own: true },
    },
  })
  const back = withScope(crossFiltersOf(withScope(all, 10, second)), 10, undefined)
  expect(storedScopeOf(crossFiltersOf(back), 10)).toBeUndefined()
  expect(scopeOfChart(crossFiltersOf(back), 10)).toEqual({ rootPath: ['ROOT_ID'], excluded: [10] })
})

it('reads cross-filtering from the dashboard, or from each chart without it', () => {
  expect(crossFiltersOf({})).toMatchObject({ isOn: true, isSaid: false })
  expect(crossFiltersOf({ cross_filters_enabled: false })).toMatchObject({ isOn: false, isSaid: true })
  expect(crossFiltersOf({ cross_filters_enabled: true })).toMatchObject({ isOn: true, isSaid: true })
})
