import { beforeEach, describe, expect, it } from 'vitest'
import { propsFor } from '#charts/chart.ts'
import { chartType } from '#charts/index.ts'
import type { DynamicPluginResponse } from '#calls/dynamic-plugins.ts'
import { host } from './plugin-host.ts'
import { loadPlugins } from './load-plugins.ts'
import { withLoadedPlugin, isLoading, initialPluginStates } from './plugin-states.ts'
import { readChart, readModule, withPluginProps } from './plugin-contract.ts'

const plugin = (key: string): DynamicPluginResponse => ({ key, bundle_url: `/plugins/${key}.js`, integrity: 'sha256-' })
const described = {
  meta: { name: 'Dots', description: 'Dots.', category: 'Ranking' },
  controls: [],
  toQueries: () => [],
  toProps: () => ({}),
  View: () => null,
}
const module = { contract: 1, default: () => described }

describe('states of plug-ins', () => {
  it('A-PLUGIN-03: each starts as mounting and becomes complete, with or without an error', () => {
    const start = initialPluginStates(['dots', 'rings'])
    expect(start).toEqual({ dots: { status: 'mounting' }, rings: { status: 'mounting' } })
    const failed = withLoadedPlugin(start, 'rings', new Error('404'))
    expect(failed['dots']).toEqual({ status: 'mounting' })
    expect(withLoadedPlugin(failed, 'dots')).toEqual({
      dots: { status: 'complete', error: undefined },
      rings: { status: 'complete', error: new Error('404') },
    })
  })

  it('A-PLUGIN-04: loading ends when every plug-in has loaded or failed', () => {
    const start = initialPluginStates(['dots', 'rings'])
    const one = withLoadedPlugin(start, 'dots')
    expect([start, one, withLoadedPlugin(one, 'rings', new Error('404'))].map(isLoading)).toEqual([true, true, false])
    expect(isLoading(initialPluginStates([]))).toBe(false)
  })

  it('does not load a complete plug-in again, and ignores an unexpected one', () => {
    const done = withLoadedPlugin(initialPluginStates(['dots']), 'dots', new Error('404'))
    expect(withLoadedPlugin(done, 'dots')).toBe(done)
    expect(withLoadedPlugin(done, 'rings')).toBe(done)
  })
})

describe('loading', () => {
  let logged: string[] = []
  const log = (message: string, error: unknown) => logged.push(`${message} ${(error as Error).message}`)
  beforeEach(() => {
    logged = []
  })

  it('A-PLUGIN-01: a plug-in is described by its key and the address of its bundle', async () => {
    const fetched: DynamicPluginResponse[] = []
    const states = await loadPlugins({
      read: () => Promise.resolve([plugin('dots_of_a_key')]),
      fetch: (each) => {
        fetched.push(each)
        return Promise.resolve(module)
      },
      log,
    })
    expect(fetched.map(({ key, bundle_url }) => [key, bundle_url])).toEqual([
      ['dots_of_a_key', '/plugins/dots_of_a_key.js'],
    ])
    expect(states).toEqual({ dots_of_a_key: { status: 'complete', error: undefined } })
    expect(chartType('dots_of_a_key')?.meta).toMatchObject({ name: 'Dots', tags: [], frame: 'card' })
  })

  it('A-PLUGIN-05: a failure is logged, and the other plug-ins are loaded', async () => {
    const states = await loadPlugins({
      read: () => Promise.resolve([plugin('gone'), plugin('old'), plugin('dots_beside'), plugin('pie')]),
      fetch: ({ key }) => {
        if (key === 'gone') return Promise.reject(new Error('404'))
        return Promise.resolve(key === 'old' ? { ...module, contract: 0 } : module)
      },
      log,
    })
    expect(Object.entries(states).map(([key, state]) => [key, state.status])).toEqual([
      ['gone', 'complete'],
      ['old', 'complete'],
      ['dots_beside', 'complete'],
      ['pie', 'complete'],
    ])
    expect(logged.toSorted()).toEqual([
      'Plug-in gone could not be loaded: 404',
      'Plug-in old could not be loaded: It is written for contract 0; this is contract 1.',
      'Plug-in pie could not be loaded: There is a kind of chart named pie already.',
    ])
    expect(chartType('dots_beside')).toBeDefined()
    expect(chartType('gone')).toBeUndefined()
    expect(chartType('pie')?.meta.name).toBe('Pie Chart')
  })

  it('logs that the list cannot be read, and loads none', async () => {
    expect(await loadPlugins({ read: () => Promise.reject(new Error('offline')), log })).toEqual({})
    expect(logged).toEqual(['Plug-ins could not be listed: offline'])
  })
})

describe('the contract', () => {
  it.each([
    [undefined, 'It is written for contract undefined; this is contract 1.'],
    [{ contract: 2, default: () => described }, 'It is written for contract 2; this is contract 1.'],
    [{ contract: 1, default: {} }, 'Its default export is no function.'],
  ])('rejects the module %j', (exported, message) => {
    expect(() => readModule(exported)).toThrow(message)
  })

  it.each([
    [null, 'It describes no chart.'],
    [{ ...described, toQueries: undefined }, 'Its toQueries is no function.'],
    [{ ...described, View: 'svg' }, 'Its View is no function.'],
    [{ ...described, meta: { name: '', description: 'x', category: 'y' } }, 'Its meta has no name.'],
    [{ ...described, controls: {} }, 'Its controls are no list.'],
  ])('rejects an invalid description: %#', (own, message) => {
    expect(() => readChart(own, 'dots')).toThrow(message)
  })

  it('accepts the older names of functions, and prefers the current ones', () => {
    const older = () => ({ extraFormData: {} })
    const filters = [{ col: 'origin', op: 'IN', val: ['ORD'] }] as const
    const own = { ...described, toMask: older, toDrill: () => filters }
    const { type } = readChart(own, 'dots')
    const form = { viz_type: 'dots' }
    expect(type.meta).toMatchObject({ behaviors: ['INTERACTIVE_CHART'] })
    expect(type.toDataMask?.([], form)).toEqual({ extraFormData: {} })
    expect(type.toDrillFilters?.([], form)).toEqual(filters)
    const mask = { filterState: { value: null } }
    expect(readChart({ ...own, toDataMask: () => mask }, 'dots').type.toDataMask?.([], form)).toEqual(mask)
    expect(readChart(described, 'dots').type.toDataMask).toBeUndefined()
  })

  it('accepts the older names of metadata, and prefers the current ones', () => {
    const suits = [
      {
        place: 90,
        says: ['%s by %s', 'metrics', 'dimensions'],
        also: { row_limit: 5 },
        dimensions: [{ control: 'groupby', from: 2, to: 9, least: 1, most: 3 }],
        metrics: [{ control: 'metric', usual: 'rows', most: 2 }],
      },
    ]
    const requirement = {
      rank: 90,
      title: ['%s by %s', 'metrics', 'dimensions'],
      controlValues: { row_limit: 5 },
      dimensions: [{ control: 'groupby', from: 2, to: 9, minCount: 1, maxCount: 3 }],
      metrics: [{ control: 'metric', default: 'rows', maxCount: 2 }],
    }
    const older = { ...described.meta, suits, isAtHand: true, spreads: true, alsoCalled: ['strip'] }
    const current = { dataRequirements: [requirement], isQuickChoice: true, isPivoted: true, synonyms: ['strip'] }
    const texts = { icon: 'chart', skeleton: 'bars', frame: 'card', behaviors: [], tags: [] }
    const metaOf = (meta: object) => readChart({ ...described, meta }, 'dots').type.meta
    expect(metaOf(older)).toEqual({ ...described.meta, ...texts, ...current })
    expect(metaOf({ ...older, synonyms: ['dots'] }).synonyms).toEqual(['dots'])
  })

  it('colors labels by their position, also under its older name', () => {
    const choice = { colorScheme: 'supersetColors', labelColors: {} }
    const colors = (positions: readonly object[]) =>
      host.picture.colorsFor(
        positions.map((position) => ({ name: 'a', ...position })),
        choice,
        'light',
      )
    const [first, second] = colors([{ colorPosition: 0 }, { colorPosition: 1 }])
    expect(first).not.toBe(second)
    expect(colors([{ place: 1 }, { place: 0 }, { colorPosition: 1, place: 0 }])).toEqual([second, first, second])
  })

  it.each([
    ['controls.picture', host.controls.picture, 'axisFormat colorSection legendSection linearColorScheme numberFormat'],
    [
      'controls.picture',
      host.controls.picture,
      'pictureChoice pictureText pictureToggle timeFormat caption pick toggle',
    ],
    ['controls.query', host.controls.query, 'adhocFilters dimensionOf dimensionsOf groupby metric metricNamed metrics'],
    [
      'controls.query',
      host.controls.query,
      'numberOf orderDesc rowLimit seriesLimit shownTimeColumn sliderOf sortMetric',
    ],
    ['controls.query', host.controls.query, 'strictNumberOf timeColumnShown xAxis'],
    ['query', host.query, 'baseQuery columnLabel metricLabel metricOf queryFields'],
    [
      'picture',
      host.picture,
      'colorChoice colorPositions colorsFor column dimensionText formatFor formatNumber isSameMark',
    ],
    ['picture', host.picture, 'selectionFilters selectionMask toInstant toNumber usePainted usePicture valueText'],
    ['picture', host.picture, 'colorPlaces pickFilters pickMask samePick'],
  ])('contract 1 has these functions in %s', (_part, part, names) => {
    expect(Object.keys(part)).toEqual(expect.arrayContaining(names.split(' ')))
  })

  it('passes the selection to a View, also by its older names', () => {
    const View = () => null
    const onSelect = () => undefined
    const size = { width: 1, height: 2, theme: 'light' } as const
    const selectedMarks = [{ origin: 'ORD' }]
    const element = withPluginProps(View)({ ...size, selectedMarks, isSelectionExcluded: true, onSelect })
    expect(element).toMatchObject({ type: View })
    expect((element as { readonly props: unknown }).props).toEqual({
      ...size,
      selectedMarks,
      isSelectionExcluded: true,
      onSelect,
      picked: selectedMarks,
      isPickLeftOut: true,
      onPick: onSelect,
    })
  })

  it('the example of the documentation works: it queries a metric by a dimension and shows it, largest first', async () => {
    const exported: unknown = await import(new URL('../../docs/develop/plug-ins/dot_plot.js', import.meta.url).href)
    const { type, own } = readChart(readModule(exported).default(host), 'dot_plot')
    const form = { viz_type: 'dot_plot', datasource: '1__table', groupby: ['origin'], metric: 'count' }
    expect(type.toQueries(form)).toMatchObject([
      { columns: ['origin'], metrics: ['count'], orderby: [['count', false]], row_limit: 40 },
    ])
    expect(type.toQueries({ viz_type: 'dot_plot', datasource: '1__table' })).toEqual([])
    const props = propsFor(type, own.toProps, {
      form,
      tables: [
        {
          columns: [
            { name: 'origin', type: 1, values: ['ORD', null] },
            { name: 'count', type: 0, values: [3, 1] },
          ],
          rowCount: 2,
        },
      ],
      entries: [],
      dataset: { verbose_map: {}, column_formats: {} },
      labelColors: { ORD: '#ff0000' },
    })
    expect(props).toMatchObject({
      choice: { labelColors: { ORD: '#ff0000' } },
      label: '2 groups by count',
      dots: [
        { text: 'ORD', value: 3, colored: { name: 'ORD' }, selection: { origin: 'ORD' } },
        { text: '<NULL>', value: 1, selection: { origin: null } },
      ],
    })
    expect(type.toDataMask?.([{ origin: 'ORD' }], form).extraFormData).toEqual({
      filters: [{ col: 'origin', op: 'IN', val: ['ORD'] }],
    })
  })
})
