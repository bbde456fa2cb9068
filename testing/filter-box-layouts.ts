/*
 * The dashboards "Sales Dashboard" and "Video Game Sales" of the examples of Apache Superset 2.0. Trees, ids, sizes,
 * scopes and defaults are as stored, as is the filter box of the first. The box of the second is derived from its
 * scopes. Five charts of each have their stored queries; the others have types and fields that fit their names. Texts,
 * colors and rows are not from Superset. Copyright The Apache Software Foundation, under the Apache License 2.0
 * (superset/examples/configs).
 */
import type { FilterBoxDashboard } from './filter-box-dashboards.ts'

interface StoredChart {
  readonly node: string
  readonly id: number
  readonly uuid: string
}

const KINDS = ['TABS', 'TAB', 'ROW', 'COLUMN', 'CHART', 'MARKDOWN'] as const

/**
 * Returns a stored tree from one node per line: two spaces per level, the id, width and height.
 * @param nameOf the chart of a node
 */
function positionOf(tree: string, charts: Readonly<Record<string, StoredChart>>): object {
  const byNode = new Map(Object.entries(charts).map(([sliceName, chart]) => [chart.node, { sliceName, ...chart }]))
  const nodes: Record<string, { children: string[]; [key: string]: unknown }> = {
    ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: [] },
    GRID_ID: { type: 'GRID', id: 'GRID_ID', children: [], parents: ['ROOT_ID'] },
  }
  const path = ['ROOT_ID']
  for (const line of tree.split('\n').filter((each) => each.trim() !== '')) {
    const depth = (line.length - line.trimStart().length) / 2
    const [id = '', width, height] = line.trim().split(' ')
    path.length = depth
    nodes[path.at(-1) ?? '']?.children.push(id)
    const chart = byNode.get(id)
    nodes[id] = {
      type: KINDS.find((kind) => id.startsWith(`${kind}-`)),
      id,
      children: [],
      parents: [...path],
      meta: {
        ...(width ? { width: Number(width) } : {}),
        ...(height ? { height: Number(height) } : {}),
        ...(chart ? { chartId: chart.id, uuid: chart.uuid, sliceName: chart.sliceName } : {}),
        ...(id.startsWith('TAB-') ? { text: id } : {}),
        ...(id.startsWith('MARKDOWN-') ? { code: '' } : {}),
        ...(/^(ROW|COLUMN)-/.test(id) ? { background: 'BACKGROUND_TRANSPARENT' } : {}),
      },
    }
    path.push(id)
  }
  return { DASHBOARD_VERSION_KEY: 'v2', ...nodes }
}

const sum = (column_name: string, label = `(${column_name})`) => ({
  expressionType: 'SIMPLE',
  aggregate: 'SUM',
  column: { column_name, type: 'DOUBLE PRECISION' },
  label,
})

const placeChart = (node: string, id: number, uuid: string): StoredChart => ({ node, id, uuid })

const sales: Readonly<Record<string, StoredChart>> = {
  Filter: placeChart('CHART-iyvXMcqHt9', 671, 'a5689df7-98fc-7c51-602c-ebd92dc3ec70'),
  'Total Items Sold': placeChart('CHART-1NOOLm5YPs', 2805, 'c3d643cd-fd6f-4659-a5b7-59402487a8d0'),
  'Number of Deals (for each Combination)': placeChart(
    'CHART-AYpv8gFi_q',
    2810,
    'bd20fc69-dd51-46c1-99b5-09e37a434bf1',
  ),
  'Quarterly Sales (By Product Line)': placeChart('CHART-KKT9BsnUst', 2806, 'db9609e4-9b78-4a32-87a7-4d9e19d51cd8'),
  'Proportion of Revenue by Product Line': placeChart('CHART-OJ9aWDmn1q', 2808, '08aff161-f60c-4cb3-a225-dc9b1140d2e3'),
  'Seasonality of Revenue (per Product Line)': placeChart(
    'CHART-YFg-9wHE7s',
    2811,
    'cf0da099-b3ab-4d94-ab62-cf353ac3c611',
  ),
  'Revenue by Deal SIze': placeChart('CHART-_LMKI0D3tj', 2809, 'f065a533-2e13-42b9-bd19-801a21700dff'),
  'Total Items Sold (By Product Line)': placeChart('CHART-id4RGv80N-', 2807, 'b8b7ca30-6291-44b0-bc64-ba42e2892b86'),
  'Overall Sales (By Product Line)': placeChart('CHART-j24u8ve41b', 670, '09c497e0-f442-1121-c9e7-671e37750424'),
  'Total Revenue': placeChart('CHART-lFanAaYKBK', 2804, '7b12a243-88e0-4dc5-ac33-9a840bb0ac5a'),
  'Quarterly Sales': placeChart('CHART-vomBOiI7U9', 668, '692aca26-a526-85db-c94c-411c91cc1077'),
}

const salesTree = `
  TABS-e5Ruro0cjP
    TAB-d-E0Zc1cTH
      ROW-Tyv02UA_6W
        COLUMN-8Rp54B6ikC 2
          CHART-lFanAaYKBK 3 26
          CHART-1NOOLm5YPs 2 25
        CHART-vomBOiI7U9 7 53
        MARKDOWN--AtDSWnapE 3 53
      ROW-oAtmu5grZ
        COLUMN-G6_2DvG8aK 2
          CHART-id4RGv80N- 2 40
        CHART-KKT9BsnUst 7 59
        CHART-j24u8ve41b 3 59
    TAB-4fthLQmdX
      ROW-0l1WcDzW3
        COLUMN-jlNWyWCfTC 3
          MARKDOWN-HrzsMmvGQo 3 50
          CHART-iyvXMcqHt9 2 39
        CHART-OJ9aWDmn1q 6 91
        CHART-AYpv8gFi_q 3 91
      ROW-E7MDSGfnm
        CHART-YFg-9wHE7s 6 63
        CHART-_LMKI0D3tj 6 62`

const orderedForm = {
  adhoc_filters: [],
  granularity_sqla: 'OrderDate',
  time_range: 'No filter',
  time_range_endpoints: ['inclusive', 'exclusive'],
  row_limit: null,
}
const deals = { all_columns_x: 'DealSize', all_columns_y: 'ProductLine', metric: 'count' }
const wholeTime = '2003-01-01T00:00:00 : 2005-06-01T00:00:00'
const item = (column: string, key: string, label?: string) => ({
  asc: true,
  clearable: true,
  column,
  key,
  ...(label === undefined ? {} : { label }),
  multiple: true,
  searchAllOptions: false,
})

const salesBoard: FilterBoxDashboard = {
  title: 'Sales Dashboard',
  table: 'cleaned_sales_data',
  rows: `SELECT ['Classic Cars', 'Ships', 'Trains', 'Planes'][1 + range % 4] AS "ProductLine",
    ['Small', 'Medium', 'Large'][1 + range % 3] AS "DealSize", range % 50 AS "QuantityOrdered",
    TIMESTAMP '2003-01-06' + INTERVAL (range * 4) DAY AS "OrderDate", (range % 90) * 99.5 AS "Sales" FROM range(240)`,
  columns: [
    { column_name: 'ProductLine', type: 'VARCHAR' },
    { column_name: 'DealSize', type: 'VARCHAR' },
    { column_name: 'QuantityOrdered', type: 'BIGINT' },
    { column_name: 'OrderDate', type: 'TIMESTAMP', is_dttm: true },
    { column_name: 'Sales', type: 'DOUBLE' },
  ],
  box: {
    adhoc_filters: [],
    date_filter: true,
    filter_configs: [item('ProductLine', '7oUjq15eQ'), item('DealSize', 'c3hO6Eub8')],
    granularity_sqla: 'OrderDate',
    time_range: wholeTime,
    time_range_endpoints: ['inclusive', 'exclusive'],
  },
  charts: {
    'Total Items Sold': { viz_type: 'big_number_total', metric: sum('QuantityOrdered'), ...orderedForm },
    'Number of Deals (for each Combination)': { viz_type: 'heatmap', ...deals, ...orderedForm },
    'Quarterly Sales (By Product Line)': {
      viz_type: 'bar',
      bar_stacked: true,
      groupby: ['ProductLine'],
      metrics: [sum('Sales', 'SUM(Sales)')],
      ...orderedForm,
      row_limit: 10_000,
      time_grain_sqla: 'P0.25Y',
    },
    'Proportion of Revenue by Product Line': {
      viz_type: 'area',
      contribution: true,
      groupby: ['ProductLine'],
      metrics: [sum('Sales')],
      rolling_type: 'None',
      ...orderedForm,
      time_grain_sqla: 'P1M',
      time_range: wholeTime,
    },
    'Seasonality of Revenue (per Product Line)': {
      viz_type: 'horizon',
      groupby: ['ProductLine'],
      metrics: [sum('Sales')],
      ...orderedForm,
    },
    'Revenue by Deal SIze': { viz_type: 'bar', groupby: ['DealSize'], metrics: [sum('Sales')], ...orderedForm },
    'Total Items Sold (By Product Line)': {
      viz_type: 'table',
      query_mode: 'aggregate',
      groupby: ['ProductLine'],
      metrics: [sum('QuantityOrdered')],
      ...orderedForm,
    },
    'Overall Sales (By Product Line)': {
      viz_type: 'pie',
      groupby: ['ProductLine'],
      metric: sum('Sales'),
      ...orderedForm,
    },
    'Total Revenue': { viz_type: 'big_number_total', metric: sum('Sales'), y_axis_format: '$,.2f', ...orderedForm },
    'Quarterly Sales': { viz_type: 'bar', metrics: [sum('Sales')], ...orderedForm, time_grain_sqla: 'P0.25Y' },
  },
  stored: {
    uuid: '04f79081-fb49-7bac-7f14-cc76cd2ad93b',
    charts: sales,
    position: positionOf(salesTree, sales),
    metadata: {
      default_filters: '{"671": {"__time_range": "No filter"}}',
      filter_scopes: {
        '671': {
          ProductLine: { scope: ['TAB-4fthLQmdX'], immune: [] },
          DealSize: { scope: ['ROOT_ID'], immune: [] },
          __time_range: { scope: ['ROOT_ID'], immune: [] },
        },
      },
    },
  },
  chosen: { ProductLine: ['Ships', 'Planes'], DealSize: ['Large'], __time_range: '2004-01-01 : 2005-01-01' },
}

const games: Readonly<Record<string, StoredChart>> = {
  Filter: placeChart('CHART-uP9GF0z0rT', 3547, 'fd9ce7ec-ae08-4f71-93e0-7c26b132b2e6'),
  'Games per Genre over time': placeChart('CHART-1L7NIcXvVN', 3544, '0f8976aa-7bb4-40c7-860b-64445a51aaaf'),
  'Games per Genre': placeChart('CHART-7mKdnU7OUJ', 3545, '0499bdec-0837-44f3-ae8a-8c670de81afd'),
  '# of Games That Hit 100k in Sales By Release Year': placeChart(
    'CHART-8OG3UJX-Tn',
    661,
    '2b69887b-23e3-b46d-d38c-8ea11856c555',
  ),
  'Publishers With Most Titles': placeChart('CHART-W02beJK7ms', 657, 'd20b7324-3b80-24d4-37e2-3bd583b66713'),
  'Most Dominant Platforms': placeChart('CHART-XFag0yZdLk', 658, '1810975a-f6d4-07c3-495c-c3b535d01f21'),
  'Top 10 Games: Proportion of Sales in Markets': placeChart(
    'CHART-XRvRfsMsaQ',
    3546,
    'a40879d5-653a-42fe-9314-bbe88ad26e92',
  ),
  Games: placeChart('CHART-XVIYTeubZh', 1394, '2a5e562b-ab37-1b9b-1de3-1be4335c8e83'),
  'Popular Genres Across Platforms': placeChart('CHART-_sx22yawJO', 3461, '326fc7e5-b7f1-448e-8a6f-80d0e7ce0b64'),
  'Total Sales per Market (Grouped by Genre)': placeChart(
    'CHART-nYns6xr4Ft',
    3548,
    'd8bf948e-46fd-4380-9f9c-a950c34bcc92',
  ),
  'Rise & Fall of Video Game Consoles': placeChart('CHART-wt6ZO8jRXZ', 659, '83b0e2d0-d38b-d980-ed8e-e1c9846361b6'),
}

const gamesTree = `
  TABS-97PVJa11D_
    TAB-lg-5ymUDgm
      ROW-0F99WDC-sz
        MARKDOWN-JOZKOjVc3a 12 18
      ROW-XT1DsNA_V
        CHART-wt6ZO8jRXZ 12 72
      ROW-7kAf1blYU
        CHART-W02beJK7ms 3 54
        CHART-XFag0yZdLk 3 54
        CHART-8OG3UJX-Tn 6 54
      ROW-NuR8GFQTO
        CHART-_sx22yawJO 6 62
        CHART-XRvRfsMsaQ 6 62
    TAB-2_QXp8aNq
      ROW-yP9SB89PZ
        COLUMN-F53B1OSMcz 4
          MARKDOWN-7K5cBNy7qu 4 33
          CHART-uP9GF0z0rT 4 45
        CHART-XVIYTeubZh 5 80
        CHART-7mKdnU7OUJ 3 80
      ROW-fjg6YQBkH
        CHART-1L7NIcXvVN 6 79
        CHART-nYns6xr4Ft 6 79`

const releasedForm = { adhoc_filters: [], granularity_sqla: 'year', time_range: 'No filter', row_limit: null }
const preselectedMetadata = {
  url_params: {
    preselect_filters:
      '{"1389": {"platform": ["PS", "PS2", "PS3", "PS4"], "genre": null, "__time_range": "No filter"}}',
  },
}
const rankUpTo = (comparator: string) => ({
  adhoc_filters: [{ clause: 'WHERE', expressionType: 'SIMPLE', subject: 'rank', operator: '<=', comparator }],
})
const markets = [sum('na_sales', 'North America'), sum('eu_sales', 'Europe'), sum('jp_sales', 'Japan')]
const worldwide = sum('global_sales', 'SUM(Global_Sales)')

const gamesBoard: FilterBoxDashboard = {
  title: 'Video Game Sales',
  table: 'video_game_sales',
  rows: `SELECT 'Game ' || range AS name, range AS rank, ['PS', 'PS2', 'Wii', 'DS'][1 + range % 4] AS platform,
    ['Action', 'Puzzle', NULL][1 + range % 3] AS genre, 'Publisher ' || range % 7 AS publisher,
    TIMESTAMP '1990-01-01' + INTERVAL (range) MONTH AS year, range * 0.5 AS global_sales, range * 0.25 AS na_sales,
    range * 0.125 AS eu_sales, 0.0 AS jp_sales FROM range(240)`,
  columns: [
    ...['name', 'platform', 'genre', 'publisher'].map((column_name) => ({ column_name, type: 'VARCHAR' })),
    { column_name: 'rank', type: 'BIGINT' },
    { column_name: 'year', type: 'TIMESTAMP', is_dttm: true },
    ...['global_sales', 'na_sales', 'eu_sales', 'jp_sales'].map((column_name) => ({ column_name, type: 'DOUBLE' })),
  ],
  box: {
    adhoc_filters: [],
    date_filter: true,
    filter_configs: [item('platform', 'p'), item('genre', 'g'), item('publisher', 'u')],
    granularity_sqla: 'year',
    time_range: 'No filter',
  },
  charts: {
    'Games per Genre over time': {
      viz_type: 'line',
      groupby: ['genre'],
      metrics: ['count'],
      rolling_type: 'None',
      time_grain_sqla: null,
      ...releasedForm,
      ...preselectedMetadata,
    },
    'Games per Genre': {
      viz_type: 'treemap',
      groupby: ['genre'],
      metrics: ['count'],
      ...releasedForm,
      ...preselectedMetadata,
    },
    '# of Games That Hit 100k in Sales By Release Year': {
      viz_type: 'treemap',
      groupby: ['platform'],
      metrics: ['count'],
      ...releasedForm,
      row_limit: 10,
    },
    'Publishers With Most Titles': {
      viz_type: 'table',
      query_mode: 'raw',
      all_columns: ['rank', 'name', 'global_sales', 'platform'],
      order_by_cols: [],
      ...releasedForm,
      row_limit: 10,
    },
    'Most Dominant Platforms': {
      viz_type: 'pie',
      groupby: ['publisher'],
      metric: worldwide,
      ...releasedForm,
      ...rankUpTo('25'),
    },
    'Top 10 Games: Proportion of Sales in Markets': {
      viz_type: 'dist_bar',
      groupby: ['name'],
      columns: [],
      metrics: markets,
      contribution: true,
      ...releasedForm,
      ...rankUpTo('10'),
    },
    Games: {
      viz_type: 'table',
      query_mode: 'raw',
      all_columns: ['name', 'global_sales', 'platform', 'genre', 'publisher', 'year'],
      groupby: ['name'],
      metrics: [worldwide],
      order_by_cols: ['["global_sales", false]'],
      page_length: '15',
      time_grain_sqla: 'P1D',
      ...releasedForm,
    },
    'Popular Genres Across Platforms': {
      viz_type: 'heatmap',
      all_columns_x: 'platform',
      all_columns_y: 'genre',
      metric: 'count',
      ...releasedForm,
      row_limit: 10_000,
    },
    'Total Sales per Market (Grouped by Genre)': {
      viz_type: 'dist_bar',
      groupby: ['genre'],
      columns: [],
      metrics: markets,
      ...releasedForm,
      ...preselectedMetadata,
    },
    'Rise & Fall of Video Game Consoles': {
      viz_type: 'area',
      groupby: ['platform'],
      metrics: [worldwide],
      ...releasedForm,
      time_grain_sqla: 'P1Y',
    },
  },
  stored: {
    uuid: 'c7bc10f4-6a2d-7569-caae-bbc91864ee11',
    charts: games,
    position: positionOf(gamesTree, games),
    metadata: {
      default_filters: '{"3547": {"platform": ["PS", "PS2", "PS3", "XB", "X360"], "__time_range": "No filter"}}',
      filter_scopes: {
        '3547': {
          platform: { scope: ['TAB-2_QXp8aNq'], immune: [] },
          genre: { scope: ['ROOT_ID'], immune: [] },
          publisher: { scope: ['ROOT_ID'], immune: [] },
          __time_range: { scope: ['ROOT_ID'], immune: [] },
        },
      },
    },
  },
  chosen: { genre: ['Action', null], publisher: ['Publisher 1', 'Publisher 2'], platform: ['Wii'] },
}

/** Example dashboards with filter boxes, as stored. */
export const storedDashboards: readonly FilterBoxDashboard[] = [salesBoard, gamesBoard]
