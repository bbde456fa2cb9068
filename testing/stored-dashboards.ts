/** Dashboard metadata in each version of the format; older versions do not know keys of newer ones. */
export const storedMetadata: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  [
    'the era of filter boxes',
    {
      timed_refresh_immune_slices: [7],
      expanded_slices: { 7: true },
      refresh_frequency: 0,
      default_filters: '{"7": {"region": ["EU"]}}',
      filter_scopes: { 7: { region: { scope: ['ROOT_ID'], immune: [8] } } },
      color_namespace: null,
      remote_id: 7,
      import_time: 1_571_000_000,
    },
  ],
  [
    'the era of native filters (2.0)',
    {
      show_native_filters: true,
      color_scheme: 'supersetColors',
      color_scheme_domain: ['#1FA8C9', '#454E7C'],
      label_colors: { Boys: '#FCC700' },
      shared_label_colors: { Boys: '#FCC700', Girls: '#1FA8C9' },
      refresh_frequency: 30,
      default_filters: '{}',
      filter_scopes: {},
      native_filter_configuration: [{ id: 'NATIVE_FILTER-a', type: 'NATIVE_FILTER', of_tomorrow: { deep: [null] } }],
      filter_sets_configuration: [],
      chart_configuration: { 10: { id: 10, crossFilters: { scope: 'global', chartsInScope: [11] } } },
    },
  ],
  [
    'the era of cross-filters by default (3.x)',
    {
      cross_filters_enabled: true,
      filter_bar_orientation: 'HORIZONTAL',
      global_chart_configuration: { scope: { rootPath: ['ROOT_ID'], excluded: [] }, chartsInScope: [10] },
      stagger_refresh: 'true',
      stagger_time: 2500,
      shared_label_colors: ['Boys', 'Girls'],
      map_label_colors: { Boys: '#FCC700' },
      native_filter_migration: {},
    },
  ],
  [
    'the era of themes (4.x)',
    {
      theme: { algorithm: 'dark', token: { colorPrimary: '#123456' } },
      show_chart_timestamps: true,
      chart_customization_config: [{ id: 'CHART_CUSTOMIZATION-1', chartsInScope: [10, 11] }],
      dynamic_group_by: null,
      color_scheme: 'a scheme that is not known here',
    },
  ],
]

type Node = Readonly<Record<string, unknown>>

/** Returns a node with its parents, as written by all but the oldest versions. */
const node = (
  type: string,
  id: string,
  parents: readonly string[],
  children: readonly string[],
  meta: object = {},
) => ({
  [id]: { type, id, children, parents, meta } as Node,
})

const background = (top: string, title = 'Sales'): Readonly<Record<string, unknown>> => ({
  DASHBOARD_VERSION_KEY: 'v2',
  ...node('ROOT', 'ROOT_ID', [], [top]),
  HEADER_ID: { type: 'HEADER', id: 'HEADER_ID', children: [], parents: [], meta: { text: title } },
})

const inTabs = ['ROOT_ID', 'TABS-t', 'TAB-1']

/** Valid layouts of each version: reading and writing one changes nothing. */
export const storedLayouts: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  [
    'rows on a grid',
    {
      ...background('GRID_ID'),
      ...node('GRID', 'GRID_ID', ['ROOT_ID'], ['ROW-a', 'HEADER-h', 'DIVIDER-d']),
      ...node('ROW', 'ROW-a', ['ROOT_ID', 'GRID_ID'], ['CHART-x', 'MARKDOWN-m'], { background: 'BACKGROUND_WHITE' }),
      ...node('CHART', 'CHART-x', ['ROOT_ID', 'GRID_ID', 'ROW-a'], [], {
        chartId: 7,
        width: 6,
        height: 50,
        sliceName: 'Revenue',
        sliceNameOverride: 'Money in',
        uuid: 'c8f8b2c0-0000-4000-8000-000000000007',
      }),
      ...node('MARKDOWN', 'MARKDOWN-m', ['ROOT_ID', 'GRID_ID', 'ROW-a'], [], { code: '# Hi', width: 4, height: 20 }),
      ...node('HEADER', 'HEADER-h', ['ROOT_ID', 'GRID_ID'], [], {
        text: 'Part two',
        headerSize: 'LARGE_HEADER',
        background: 'BACKGROUND_TRANSPARENT',
      }),
      ...node('DIVIDER', 'DIVIDER-d', ['ROOT_ID', 'GRID_ID'], []),
    },
  ],
  [
    'tabs at the top with tabs in them',
    {
      ...background('TABS-t'),
      ...node('GRID', 'GRID_ID', ['ROOT_ID'], []),
      ...node('TABS', 'TABS-t', ['ROOT_ID'], ['TAB-1', 'TAB-2']),
      ...node('TAB', 'TAB-1', ['ROOT_ID', 'TABS-t'], ['TABS-u'], { text: 'One' }),
      ...node('TAB', 'TAB-2', ['ROOT_ID', 'TABS-t'], [], {
        text: '',
        defaultText: 'Tab title',
        placeholder: 'Tab title',
      }),
      ...node('TABS', 'TABS-u', inTabs, ['TAB-3']),
      ...node('TAB', 'TAB-3', [...inTabs, 'TABS-u'], ['ROW-b'], { text: 'Inner' }),
      ...node('ROW', 'ROW-b', [...inTabs, 'TABS-u', 'TAB-3'], ['COLUMN-c'], { background: 'BACKGROUND_TRANSPARENT' }),
      ...node('COLUMN', 'COLUMN-c', [...inTabs, 'TABS-u', 'TAB-3', 'ROW-b'], ['ROW-e'], {
        width: 8,
        background: 'BACKGROUND_WHITE',
      }),
      ...node('ROW', 'ROW-e', [...inTabs, 'TABS-u', 'TAB-3', 'ROW-b', 'COLUMN-c'], ['CHART-y'], {}),
      ...node('CHART', 'CHART-y', [...inTabs, 'TABS-u', 'TAB-3', 'ROW-b', 'COLUMN-c', 'ROW-e'], [], {
        chartId: 9,
        width: 8,
        height: 40,
        of_tomorrow: { deep: [1, null] },
      }),
    },
  ],
  [
    'boxes and entries of later eras',
    {
      ...background('GRID_ID'),
      ...node('GRID', 'GRID_ID', ['ROOT_ID'], ['DYNAMIC-q', 'ROW-a']),
      ...node('DYNAMIC', 'DYNAMIC-q', ['ROOT_ID', 'GRID_ID'], [], { componentKey: 'weather', width: 12 }),
      ...node('ROW', 'ROW-a', ['ROOT_ID', 'GRID_ID'], ['CHART-z']),
      ...node('CHART', 'CHART-z', ['ROOT_ID', 'GRID_ID', 'ROW-a'], [], { chartId: 3, width: 12, height: 60, tags: [] }),
      'NEW-1': { type: 'OF_TOMORROW', id: 'NEW-1', children: [], parents: [], meta: { x: [1, null] } },
      SOMETHING_ELSE: ['kept'],
    },
  ],
]
