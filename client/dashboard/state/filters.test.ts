import { describe, expect, it } from 'vitest'
import { filterActions } from './filter-actions.ts'
import { firstValue, isMissingFromOptions, defaultsToFirstOption } from '#client/dashboard/state/first-values.ts'
import { maskOf, initialMasks } from '#client/dashboard/state/masks.ts'
import { outOfScope } from '#client/dashboard/filters/filters-out-of-scope.ts'
import { openTab, tabsForBoxes, withOpenTab } from '#client/dashboard/state/tabs.ts'
import { nodeOf } from '#core/layout/node.ts'
import type { Table, Value } from '#core/table/table.ts'
import { openDashboard, selectFilter } from '#testing/dashboard.ts'

const region = selectFilter('NATIVE_FILTER-region', 'region')
const required = selectFilter('NATIVE_FILTER-required', 'kind', { controlValues: { enableEmptyFilter: true } })
const table = (values: readonly Value[]): Table => ({
  columns: [{ name: 'a', type: 1, values }],
  rowCount: values.length,
})

describe('actions of the filter bar', () => {
  const { masks } = initialMasks([region], {})
  const chosen = { ...masks, [region.id]: maskOf(region, ['EU']) }

  it('disables all without a selection', () => {
    expect(filterActions([region], masks, masks)).toEqual({
      changes: 0,
      canApply: false,
      canClear: false,
      canReset: false,
    })
  })
  it('allow to apply and clear selections', () => {
    expect(filterActions([region], chosen, masks)).toEqual({
      changes: 1,
      canApply: true,
      canClear: true,
      canReset: false,
    })
  })
  it('allow only to clear applied values', () => {
    expect(filterActions([region], chosen, chosen)).toEqual({
      changes: 0,
      canApply: false,
      canClear: true,
      canReset: false,
    })
  })
  it('allow to apply a cleared selection', () => {
    expect(filterActions([region], masks, chosen)).toEqual({
      changes: 1,
      canApply: true,
      canClear: false,
      canReset: false,
    })
  })
  it('allow to reset a selection that differs from the initial values', () => {
    const usual = { ...region, defaultDataMask: { filterState: { value: ['EU'] } } }
    const { selected: opening } = initialMasks([usual], {})
    const can = (selected: typeof opening) => filterActions([usual], selected, masks, opening).canReset
    expect(can(opening)).toBe(false)
    expect(can({ [region.id]: maskOf(usual, ['US']) })).toBe(true)
    expect(can({ [region.id]: maskOf(usual, undefined) })).toBe(true)
    expect(filterActions([region], chosen, masks, initialMasks([region], {}).selected).canReset).toBe(false)
  })
  it('rejects applying while a required filter is empty', () => {
    const opened = initialMasks([region, required], {})
    const half = { ...opened.selected, [region.id]: maskOf(region, ['EU']) }
    expect(filterActions([region, required], half, opened.masks)).toEqual({
      changes: 1,
      canApply: false,
      canClear: true,
      canReset: false,
    })
    const whole = { ...half, [required.id]: maskOf(required, ['a']) }
    expect(filterActions([region, required], whole, opened.masks).canApply).toBe(true)
  })
})

describe('first values', () => {
  it('applies to filters with this setting and options', () => {
    const controlValues = { defaultToFirstItem: true }
    expect(defaultsToFirstOption(selectFilter('NATIVE_FILTER-1', 'a', { controlValues }))).toBe(true)
    expect(defaultsToFirstOption(selectFilter('NATIVE_FILTER-1', 'a'))).toBe(false)
    expect(defaultsToFirstOption(selectFilter('NATIVE_FILTER-1', 'a', { controlValues, targets: [] }))).toBe(false)
    expect(defaultsToFirstOption({ ...selectFilter('NATIVE_FILTER-1', 'a', { controlValues }), type: 'DIVIDER' })).toBe(
      false,
    )
  })
  it('returns the first option, which may be null', () => {
    expect(firstValue(region, [table(['x', 'y'])])).toEqual(['x'])
    expect(firstValue(region, [table([null, 'y'])])).toEqual([null])
    expect(firstValue(region, [table([])])).toBeUndefined()
  })
  it('returns the first option as the list shows it: weekdays and months by the calendar', () => {
    const days = [table(['Friday', 'Monday', null, 'Sunday'])]
    expect(firstValue(region, days)).toEqual(['Monday'])
    expect(firstValue({ ...region, controlValues: { sortAscending: false } }, days)).toEqual(['Sunday'])
    expect(firstValue({ ...region, sortMetric: 'count' }, days)).toEqual(['Friday'])
  })
  it('replace a value that is not in the options', () => {
    expect(isMissingFromOptions(['a'], [table(['b'])])).toBe(true)
    expect(isMissingFromOptions(['a', 'b'], [table(['b'])])).toBe(false)
    expect(isMissingFromOptions(null, [table(['b'])])).toBe(false)
    expect(isMissingFromOptions(['a'], [table([])])).toBe(false)
  })
})

describe('tabs', () => {
  const { layout } = openDashboard()
  const tabs = nodeOf(layout, 'TABS-1')

  it('the first tab is open by default', () => {
    expect(tabs && openTab(layout, tabs, [])).toBe('TAB-1')
    expect(tabs && openTab(layout, tabs, ['gone', 'TAB-2'])).toBe('TAB-2')
  })
  it('opening a tab closes only its siblings', () => {
    expect(withOpenTab(layout, ['TAB-1', 'TAB-elsewhere'], 'TAB-2')).toEqual(['TAB-elsewhere', 'TAB-2'])
  })
  it('finds the tabs that contain a box', () => {
    expect(tabsForBoxes(layout, ['CHART-12'])).toEqual(['TAB-2'])
    expect(tabsForBoxes(layout, ['gone'])).toEqual([])
  })
  it('a filter without a chart in an open tab is out of scope', () => {
    const filters = [
      selectFilter('NATIVE_FILTER-all', 'a'),
      selectFilter('NATIVE_FILTER-one', 'a', { scope: { rootPath: ['TAB-1'], excluded: [] } }),
      { ...selectFilter('NATIVE_FILTER_DIVIDER-1', 'a'), type: 'DIVIDER' as const },
    ]
    expect(outOfScope(layout, filters, ['TAB-2']).map((filter) => filter.id)).toEqual(['NATIVE_FILTER-one'])
    expect(outOfScope(layout, filters, [])).toEqual([])
  })
})
