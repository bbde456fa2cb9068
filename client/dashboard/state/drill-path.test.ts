import { describe, expect, it } from 'vitest'
import { drilledForm, drilledMask, drillOf, withinDrill } from './drill-path.ts'
import { masksForUrl, initialMasks } from './masks.ts'

const steps = [
  { pick: { category: 'Classic' }, by: 'size' },
  { pick: { size: 'L' }, by: 'name' },
]

describe('a chart drilled into', () => {
  it('groups by the last column, and filters by all drilled marks', () => {
    const form = { viz_type: 'pie', groupby: ['category'], metric: 'orders', extra_form_data: { filters: [] } }
    expect(drilledForm(form, steps)).toMatchObject({
      viz_type: 'pie',
      metric: 'orders',
      groupby: ['name'],
      extra_form_data: {
        filters: [
          { col: 'category', op: 'IN', val: ['Classic'] },
          { col: 'size', op: 'IN', val: ['L'] },
        ],
      },
    })
    expect(drilledForm(form, [])).toBe(form)
  })

  it.each([
    [{ viz_type: 'echarts_timeseries_line', granularity_sqla: 'ts', groupby: ['category'] }, { groupby: ['size'] }],
    [
      { viz_type: 'echarts_timeseries_bar', x_axis: 'category', groupby: [] },
      { x_axis: 'size', groupby: [] },
    ],
    [{ viz_type: 'table', query_mode: 'aggregate', groupby: ['category'] }, { groupby: ['size'] }],
    [
      { viz_type: 'pivot_table_v2', groupbyRows: ['category'], groupbyColumns: ['day'] },
      { groupbyRows: ['size'], groupbyColumns: ['day'] },
    ],
  ])('%j replaces its dimension by the drilled column', (form, expected) => {
    const drilled = drilledForm({ metrics: ['orders'], metric: 'orders', ...form }, steps.slice(0, 1))
    expect(drilled).toMatchObject(expected)
    expect(drilled.extra_form_data?.filters).toEqual([{ col: 'category', op: 'IN', val: ['Classic'] }])
  })

  it('filters other charts by its mark and the drilled marks', () => {
    const form = { viz_type: 'pie', groupby: ['category'], metric: 'orders' }
    const mask = {
      extraFormData: { filters: [{ col: 'name', op: 'IN', val: ['Margherita'] }] },
      filterState: { label: 'Margherita', value: [['Margherita']] },
    }
    expect(withinDrill(mask, form, steps)).toEqual({
      extraFormData: {
        filters: [
          { col: 'category', op: 'IN', val: ['Classic'] },
          { col: 'size', op: 'IN', val: ['L'] },
          { col: 'name', op: 'IN', val: ['Margherita'] },
        ],
      },
      filterState: { label: 'Classic, L, Margherita', value: [['Margherita']] },
    })
    expect(withinDrill(mask, form, [])).toBe(mask)
    const none = { extraFormData: { filters: [] }, filterState: { value: null } }
    expect(withinDrill(none, form, steps)).toBe(none)
  })

  it('leaves raw rows without dimensions unchanged', () => {
    const form = { viz_type: 'table', query_mode: 'raw', all_columns: ['category'] }
    expect(drilledForm(form, steps)).toBe(form)
  })

  it('reads the path from the URL, without invalid steps', () => {
    const said = masksForUrl([], { 10: drilledMask('10', steps) })
    expect(said).toEqual({ 10: { id: '10', ownState: { drill: steps } } })
    expect(drillOf(initialMasks([], said ?? {}).masks['10'])).toEqual(steps)
    const wrong = { ownState: { drill: [null, 'x', { by: 5, pick: {} }, { by: 'a', pick: [] }, steps[0]] } }
    expect(drillOf(wrong)).toEqual([steps[0]])
    expect(drillOf({ ownState: { drill: Array.from({ length: 30 }, () => steps[0]) } })).toHaveLength(20)
  })
})
