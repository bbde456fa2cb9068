import { expect, it } from 'vitest'
import { inheritedContext } from './inherited-context.ts'
import { printRison } from '#core/rest/rison.ts'

const filter = {
  id: 'NATIVE_FILTER-a',
  type: 'NATIVE_FILTER',
  name: 'Origin',
  filterType: 'filter_select',
  targets: [{ datasetId: 1, column: { name: 'origin' } }],
  controlValues: {},
  cascadeParentIds: [],
  scope: { rootPath: ['ROOT_ID'], excluded: [13] },
  defaultDataMask: { filterState: { value: ['ORD'] } },
}
const chartNode = (chartId: number) => ({
  id: `CHART-${chartId}`,
  type: 'CHART',
  children: [],
  parents: ['ROOT_ID', 'GRID_ID', 'ROW-1'],
  meta: { chartId, width: 4, height: 50 },
})
const dashboard = (metadata: object) => ({
  id: 4,
  dashboard_title: 'Flights',
  published: true,
  json_metadata: JSON.stringify({ native_filter_configuration: [filter], ...metadata }),
  position_json: JSON.stringify({
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] },
    GRID_ID: { id: 'GRID_ID', type: 'GRID', children: ['ROW-1'], parents: ['ROOT_ID'] },
    'ROW-1': {
      id: 'ROW-1',
      type: 'ROW',
      children: ['CHART-12', 'CHART-13'],
      parents: ['ROOT_ID', 'GRID_ID'],
      meta: {},
    },
    'CHART-12': chartNode(12),
    'CHART-13': chartNode(13),
  }),
})

it('a chart inherits the filters in its scope, with the values of the URL or else their defaults', () => {
  const origin = (chartId: number, view: string | null) =>
    inheritedContext(dashboard({}), chartId, view).extra.filters?.map(({ col, val }) => [col, val]) ?? []
  expect(origin(12, null)).toEqual([['origin', ['ORD']]])
  expect(origin(12, printRison({ [filter.id]: { id: filter.id, filterState: { value: ['ATL'] } } }))).toEqual([
    ['origin', ['ATL']],
  ])
  expect(origin(13, null)).toEqual([])
})

it('reports whether the dashboard determines colours', () => {
  const colors = (metadata: object) => {
    const { hasColorScheme, hasLabelColors } = inheritedContext(dashboard(metadata), 12, null)
    return [hasColorScheme, hasLabelColors]
  }
  expect(colors({})).toEqual([false, false])
  expect(colors({ color_scheme: 'd3Category10', label_colors: {} })).toEqual([true, false])
  expect(colors({ color_scheme: '', label_colors: { AA: '#fff' } })).toEqual([false, true])
})
