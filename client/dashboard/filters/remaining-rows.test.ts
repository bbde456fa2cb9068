import { describe, expect, it } from 'vitest'
import type { DatasetResponse } from '#core/rest/responses.ts'
import { maskOf } from '#client/dashboard/state/masks.ts'
import { remainingRows, rowsUnderOtherFilters } from './remaining-rows.ts'
import { dashboardChart, openDashboard, selectFilter } from '#testing/dashboard.ts'

const dataset = (counts_at_once: boolean) =>
  ({ id: 3, table_name: 'flights', database: { id: 1, database_name: 'd', counts_at_once } }) as DatasetResponse
const origin = selectFilter('NATIVE_FILTER-o', 'origin')
const when = { ...origin, id: 'NATIVE_FILTER-t', filterType: 'filter_time', targets: [{}] }
const COUNT = [{ expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'count' }]

function opened(over: object = {}, masks: object = {}) {
  const state = openDashboard(
    { native_filter_configuration: [origin, when] },
    {
      datasets: [dataset(true)],
      charts: [10, 11, 12].map((id) => dashboardChart(id, { granularity_sqla: 'ds' })),
      ...over,
    },
  )
  return { ...state, masks: { ...state.masks, ...masks } }
}

const atlanta = { [origin.id]: maskOf(origin, ['ATL']) }
const pick = { 10: { id: '10', extraFormData: { filters: [{ col: 'dest', op: 'IN', val: ['BOS'] }] } } } as const

describe('the query for remaining rows', () => {
  it('counts all rows without a filter', () => {
    const found = remainingRows(opened())
    expect(found).toMatchObject({ name: 'flights', isNarrowed: false })
    expect(found?.context.queries).toMatchObject([{ columns: [], metrics: COUNT, row_limit: 1, filters: [] }])
  })

  it('counts rows without a time and in the future, unless a range excludes them', () => {
    const unbounded = { granularity: 'ds', time_range: 'No filter' }
    const queries = remainingRows(opened({}, atlanta))?.context.queries
    expect(queries?.slice(0, 2)).toMatchObject([unbounded, unbounded])
    const here = { ...origin, targets: [{ datasetId: 3, column: { name: 'origin' } }] }
    expect(rowsUnderOtherFilters(opened({}, pick), here)).toMatchObject(unbounded)
  })

  it('counts the rows under all filters, and all rows', () => {
    const found = remainingRows(opened({}, { ...atlanta, ...pick }))
    expect(found?.isNarrowed).toBe(true)
    expect(found?.context.queries.map((query) => query.filters)).toEqual([
      [
        { col: 'origin', op: 'IN', val: ['ATL'] },
        { col: 'dest', op: 'IN', val: ['BOS'] },
      ],
      [],
    ])
  })

  it('applies a time range to the time column that all charts use', () => {
    const masks = { [when.id]: maskOf(when, '2001-01-01 : 2001-02-01') }
    expect(remainingRows(opened({}, masks))?.context.queries[0]).toMatchObject({
      granularity: 'ds',
      time_range: '2001-01-01 : 2001-02-01',
    })
    const separate = [dashboardChart(10, { granularity_sqla: 'ds' }), dashboardChart(11, { granularity_sqla: 'at' })]
    expect(remainingRows(opened({ charts: separate }, masks))).toBeUndefined()
    expect(remainingRows(opened({ charts: separate }, atlanta))).toBeDefined()
  })

  it('applies values of a filter box, but the box is no chart of the dataset', () => {
    const filterBox = (form: object = {}) =>
      dashboardChart(10, {
        viz_type: 'filter_box',
        date_filter: false,
        filter_configs: [{ column: 'dest', multiple: true, defaultValue: 'BOS' }],
        ...form,
      })
    const charts = [filterBox(), dashboardChart(11), dashboardChart(12)]
    const found = remainingRows(opened({ charts }, atlanta))
    expect(found?.context.queries.map((query) => query.filters?.map(({ col }) => col))).toEqual([
      ['dest', 'origin'],
      [],
    ])
    const some = openDashboard(
      { filter_scopes: { 10: { dest: { scope: ['ROOT_ID'], immune: [11] } } } },
      { datasets: [dataset(true)], charts },
    )
    expect(remainingRows(some)).toBeUndefined()
  })

  it('queries the extent of the time column that all charts use, or of the main one', () => {
    const time = (column_name: string, over: object = {}) => ({ column_name, type_generic: 2, is_dttm: true, ...over })
    const of = (columns: readonly object[], charts = [dashboardChart(10), dashboardChart(11)]) => {
      const timed = { ...dataset(true), main_dttm_col: 'at', columns } as unknown as DatasetResponse
      const found = remainingRows(opened({ datasets: [timed], charts }, atlanta))
      return [found?.asksSpan, found?.context.queries.slice(2).map(({ metrics }) => metrics)]
    }
    const ends = (column_name: string) =>
      ['MIN', 'MAX'].map((aggregate) => expect.objectContaining({ aggregate, column: { column_name } }))
    const requests = (column: string) => [true, [[expect.objectContaining({ label: 'rows' }), ...ends(column)]]]
    const reading = [10, 11].map((id) => dashboardChart(id, { granularity_sqla: 'ds' }))
    expect(of([time('ds'), time('at')])).toEqual(requests('at'))
    expect(of([time('ds'), time('at')], reading)).toEqual(requests('ds'))
    // The minimum and maximum of times stored as numbers are not timestamps.
    expect(of([time('at', { python_date_format: 'epoch_s' })])).toEqual([false, []])
    expect(of([{ column_name: 'at', type_generic: 0, is_dttm: false }])).toEqual([false, []])
  })

  it('returns none when a filter applies to some charts only', () => {
    const some = { ...origin, scope: { rootPath: ['ROOT_ID'], excluded: [11] } }
    const metadata = { native_filter_configuration: [some] }
    const state = openDashboard(metadata, { datasets: [dataset(true)] })
    expect(remainingRows({ ...state, masks: atlanta })).toBeUndefined()
    expect(remainingRows(state)).toBeDefined()
  })

  it('returns none when counting is slow or the dataset unknown', () => {
    expect(remainingRows(opened({ datasets: [dataset(false)] }))).toBeUndefined()
    expect(remainingRows(opened({ datasets: [] }))).toBeUndefined()
  })
})

describe('counts of filter values', () => {
  const dest = selectFilter('NATIVE_FILTER-d', 'dest')
  const two = (masks: object, over: object = {}) => {
    const metadata = { native_filter_configuration: [origin, dest] }
    const charts = [10, 11, 12].map((id) => dashboardChart(id, { granularity_sqla: 'ds' }))
    const state = openDashboard(metadata, { datasets: [dataset(true)], charts, ...over })
    return { ...state, masks: { ...state.masks, ...masks } }
  }
  const boston = { [dest.id]: maskOf(dest, ['BOS']) }
  const here = { ...origin, targets: [{ datasetId: 3, column: { name: 'origin' } }] }
  const there = { ...dest, targets: [{ datasetId: 3, column: { name: 'dest' } }] }

  it.each([
    ['no selection', {}, undefined, undefined],
    ['their own selection', atlanta, undefined, [{ col: 'origin', op: 'IN', val: ['ATL'] }]],
    ['another selection', boston, [{ col: 'dest', op: 'IN', val: ['BOS'] }], undefined],
    [
      'both',
      { ...atlanta, ...boston },
      [{ col: 'dest', op: 'IN', val: ['BOS'] }],
      [{ col: 'origin', op: 'IN', val: ['ATL'] }],
    ],
  ])('filter values with %s are counted under all other filters', (_, masks, ofOrigin, ofDest) => {
    const state = two(masks)
    expect(rowsUnderOtherFilters(state, here)?.filters).toEqual(ofOrigin)
    expect(rowsUnderOtherFilters(state, there)?.filters).toEqual(ofDest)
  })

  it('returns none if too expensive, if another filter applies to some charts only, or without a dataset', () => {
    expect(rowsUnderOtherFilters(two(boston, { datasets: [dataset(false)] }), here)).toBeUndefined()
    const some = { ...dest, scope: { rootPath: ['ROOT_ID'], excluded: [10] } }
    const state = { ...two(boston), filters: [here, some] }
    expect(rowsUnderOtherFilters(state, here)).toBeUndefined()
    expect(rowsUnderOtherFilters(two(boston), { ...here, targets: [{}] })).toBeUndefined()
  })
})
