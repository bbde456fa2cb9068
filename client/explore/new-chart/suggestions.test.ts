import { describe, expect, it } from 'vitest'
import { charts, findChartType } from '#charts/index.ts'
import type { ChartType } from '#charts/chart.ts'
import { checkForm } from '#controls/form.ts'
import { contextOf } from '#controls/dataset-context.ts'
import type { FormData } from '#core/form/form-data.ts'
import type { DatasetCounts } from '#core/form/dataset-counts.ts'
import type { DatasetResponse } from '#core/rest/responses.ts'
import type { Table, Value } from '#core/table/table.ts'
import { drawableParts } from './drawable-fields.ts'
import { type SelectedFields, selectedFieldsOf, noSelectedFields } from './selected-fields.ts'
import { newForm } from './new-form.ts'
import { suggestions } from './suggestions.ts'

const column = (column_name: string, type_generic: 0 | 1 | 2, over = {}) => ({
  column_name,
  type: '',
  type_generic,
  is_dttm: type_generic === 2,
  groupby: true,
  ...over,
})
const count = { metric_name: 'count', expression: 'COUNT(*)' }

/** A dataset with text columns by their number of distinct values, numeric columns by `#`, time columns by `@`. */
function datasetOf(columns: Readonly<Record<string, number | '@' | readonly [number]>>) {
  const known = Object.entries(columns).map(([name, has]) =>
    column(name, has === '@' ? 2 : typeof has === 'number' ? 1 : 0),
  )
  const distinct = new Map(
    Object.entries(columns).flatMap(([name, has]) =>
      has === '@' ? [] : [[name, typeof has === 'number' ? has : has[0]] as const],
    ),
  )
  const dataset: DatasetResponse = { id: 3, table_name: 'sales', columns: known, metrics: [count] }
  return { dataset, distinct }
}

interface SuggestionCase {
  readonly rows?: number
  readonly chosen?: Partial<SelectedFields>
  readonly samples?: Table
  readonly isLocked?: boolean
}

function suggestedOf(
  columns: Parameters<typeof datasetOf>[0],
  { rows = 1000, chosen, samples, isLocked = false }: SuggestionCase = {},
) {
  const { dataset, distinct } = datasetOf(columns)
  const counts: DatasetCounts = { rows, distinct, span: Number.NaN }
  const hand = drawableParts(dataset, counts, { samples, chosen: { ...noSelectedFields, ...chosen }, isLocked })
  return suggestions(charts, hand)
}
const kindsOf = (...args: Parameters<typeof suggestedOf>) => suggestedOf(...args).map(({ vizType }) => vizType)

const samplesOf = (name: string, values: readonly Value[]): Table => ({
  rowCount: values.length,
  columns: [{ name, type: 1, values: [...values] }],
})

describe('chart types that suit a dataset, by the table', () => {
  it.each<[string, Parameters<typeof datasetOf>[0], SuggestionCase, readonly string[]]>([
    ['nothing but an id', { id: [1000] }, {}, []],
    ['moments', { sold: '@' }, {}, ['echarts_timeseries_line', 'cal_heatmap']],
    ['an amount of few values', { price: [9] }, {}, ['big_number_total']],
    ['an amount of many', { price: [10] }, {}, ['big_number_total', 'histogram_v2']],
    ['a text of one value', { region: 1 }, {}, []],
    ['seven values', { region: 7 }, {}, ['echarts_timeseries_bar', 'pie', 'table']],
    ['eight values', { region: 8 }, {}, ['echarts_timeseries_bar', 'table']],
    ['twenty values', { region: 20 }, {}, ['echarts_timeseries_bar', 'word_cloud', 'table']],
    ['a thousand and one values', { region: 1001 }, { rows: 5000 }, ['table']],
    ['values that hardly come again', { region: 501 }, {}, []],
    ['values that come twice', { region: 500 }, {}, ['echarts_timeseries_bar', 'word_cloud', 'table']],
    [
      'two texts',
      { region: 4, city: 40 },
      {},
      ['echarts_timeseries_bar', 'heatmap_v2', 'pie', 'treemap_v2', 'pivot_table_v2', 'word_cloud'],
    ],
    [
      'moments and a text',
      { sold: '@', region: 7 },
      {},
      ['echarts_timeseries_line', 'echarts_timeseries_bar', 'pie', 'echarts_area', 'cal_heatmap', 'table'],
    ],
    [
      'all of it: six',
      { sold: '@', region: 4, city: 40, price: [99], weight: [99] },
      {},
      ['echarts_timeseries_line', 'echarts_timeseries_bar', 'big_number_total', 'histogram_v2', 'heatmap_v2', 'pie'],
    ],
    [
      'two amounts of five things',
      { city: 5, price: [9], weight: [9] },
      { rows: 10 },
      ['echarts_timeseries_bar', 'big_number_total', 'pie', 'bubble_v2', 'table'],
    ],
    ['places of few rows', { lat: [900], lon: [900] }, { rows: 5000 }, ['deck_scatter']],
    ['places of many rows', { latitude: [900], longitude: [900] }, { rows: 5001 }, ['deck_hex']],
  ])('%s', (_, columns, requested, expected) => {
    expect(kindsOf(columns, requested)).toEqual(expected)
  })
})

describe('chart types that suit the selection show all of it', () => {
  const columns = { sold: '@', region: 4, city: 229, price: [99], weight: [99] } as const
  it.each<[string, Partial<SelectedFields>, readonly string[]]>([
    [
      'a text of few values',
      { columns: ['region'] },
      ['echarts_timeseries_line', 'echarts_timeseries_bar', 'histogram_v2', 'pie', 'echarts_area', 'table'],
    ],
    ['a text of many values', { columns: ['city'] }, ['echarts_timeseries_bar', 'bubble_v2', 'word_cloud', 'table']],
    [
      'both, whatever their order',
      { columns: ['region', 'city'] },
      ['echarts_timeseries_bar', 'bubble_v2', 'pivot_table_v2', 'table'],
    ],
    ['moments', { columns: ['sold'] }, ['echarts_timeseries_line', 'echarts_area', 'cal_heatmap']],
    ['moments and a text of many values', { columns: ['sold', 'city'] }, []],
    [
      'two metrics',
      { metrics: ['count', 'most'] },
      ['echarts_timeseries_line', 'echarts_timeseries_bar', 'bubble_v2', 'pivot_table_v2', 'table'],
    ],
    ['five metrics', { metrics: ['a', 'b', 'c', 'd', 'e'] }, ['table']],
  ])('%s', (_, chosen, expected) => {
    expect(kindsOf(columns, { chosen })).toEqual(expected)
  })

  it('assigns dimensions with many values to the axis, and those with few to the series', () => {
    const chosen = { columns: ['region', 'city'], metrics: ['most'] }
    const bars = suggestedOf(columns, { chosen }).find(({ vizType }) => vizType === 'echarts_timeseries_bar')
    expect(bars?.controls).toEqual({ x_axis: 'city', groupby: ['region'], metrics: ['most'], row_limit: 10 })
    expect(bars?.title).toBe('most by city and region')
  })

  it('a selected amount is summed and distributed', () => {
    const found = suggestedOf(columns, { chosen: { columns: ['weight'] } })
    const of = (type: string) => found.find(({ vizType }) => vizType === type)
    expect(of('big_number_total')?.title).toBe('Sum of weight')
    expect(of('histogram_v2')?.controls).toEqual({ column: 'weight' })
  })

  it('a selected time column is the time axis of the charts', () => {
    const found = suggestedOf({ sold: '@', sent: '@' }, { chosen: { columns: ['sent'] } })
    expect(found.map(({ controls }) => controls['granularity_sqla'])).toEqual(['sent', 'sent'])
  })
})

it('suggests rows over time, rows by a repeated value, and the sum of the amount', () => {
  const found = suggestedOf({ order_id: [1000], region: 4, sold: '@', revenue: [9] })
  expect(found.slice(0, 3).map(({ title }) => title)).toEqual(['Rows over time', 'Rows by region', 'Sum of revenue'])
  expect(found[1]?.controls).toEqual({ metrics: ['count'], x_axis: 'region', row_limit: 10 })
  expect(found[2]?.controls['metric']).toMatchObject({ aggregate: 'SUM', column: { column_name: 'revenue' } })
})

it('prefers a metric of the dataset to a sum, and a count metric to counting rows', () => {
  const miles = { metric_name: 'miles', expression: 'SUM(distance)', verbose_name: 'Miles' }
  const { dataset, distinct } = datasetOf({ region: 4, revenue: [9] })
  const titles = (metrics: DatasetResponse['metrics'], isLocked: boolean) => {
    const hand = drawableParts(
      { ...dataset, ...(metrics ? { metrics } : {}) },
      { rows: 100, distinct, span: Number.NaN },
      { samples: undefined, chosen: noSelectedFields, isLocked },
    )
    return suggestions(charts, hand)
      .slice(0, 2)
      .map(({ title }) => title)
  }
  expect(titles([miles], false)).toEqual(['Rows by region', 'Miles'])
  expect(titles([miles], true)).toEqual(['Miles by region', 'Miles'])
  expect(titles([{ ...count, verbose_name: 'Orders' }], false)).toEqual(['Orders by region', 'Sum of revenue'])
})

it('does not use texts that are too long for an axis as categories', () => {
  const note = 'x'.repeat(25)
  expect(kindsOf({ note: 4 }, { samples: samplesOf('note', [note, note, `${note}y`]) })).toEqual([])
  expect(kindsOf({ note: 8 }, { samples: samplesOf('note', [note.slice(1)]) })).toContain('echarts_timeseries_bar')
})

it('suggests a world map for a column with countries, in their notation', () => {
  const found = suggestedOf({ nation: 4 }, { samples: samplesOf('nation', ['FRA', 'BRA', 'DEU', 'fra', null]) })
  expect(found.find(({ vizType }) => vizType === 'world_map')?.controls).toEqual({
    entity: 'nation',
    country_fieldtype: 'cca3',
    metric: 'count',
  })
  expect(kindsOf({ nation: 4 }, { samples: samplesOf('nation', ['FRA', 'XX', 'Y']) })).not.toContain('world_map')
})

it('each position has one type, and every offered type gets form data it can be queried with', () => {
  const all: readonly ChartType[] = charts
  const requirements = all.flatMap(({ meta }) => meta.dataRequirements ?? [])
  expect(new Set(requirements.map(({ rank }) => rank)).size).toBe(requirements.length)
  const columns = { sold: '@', nation: 4, city: 40, price: [99], weight: [99], lat: [9], lon: [9] } as const
  const { dataset, distinct } = datasetOf(columns)
  const tried = all.filter(({ meta }) => meta.dataRequirements)
  for (const kind of tried)
    for (const rows of [5000, 6000]) {
      const samples = samplesOf('nation', ['France', 'Brazil'])
      const hand = drawableParts(
        dataset,
        { rows, distinct, span: Number.NaN },
        { samples, chosen: noSelectedFields, isLocked: false },
      )
      const [found] = suggestions([kind], hand)
      if (!found) continue
      const form: FormData = { ...newForm(kind.type, dataset), ...found.controls }
      expect(checkForm(form, kind.controls, contextOf(dataset, form)), kind.type).toEqual({})
      expect(kind.toQueries(form).length, kind.type).toBeGreaterThan(0)
    }
  expect(tried).toHaveLength(16)
})

it('reads the selection of a form: metrics, dimensions and axis, or columns of rows', () => {
  const bars = { viz_type: 'echarts_timeseries_bar', x_axis: 'city', groupby: ['region'], metrics: ['count'] }
  expect(selectedFieldsOf(bars)).toEqual({ metrics: ['count'], columns: ['city', 'region'] })
  expect(
    selectedFieldsOf({ viz_type: 'table', query_mode: 'raw', all_columns: ['a', 'b'], metrics: ['count'] }),
  ).toEqual({
    metrics: [],
    columns: ['a', 'b'],
  })
  expect(selectedFieldsOf(newForm('table', { id: 3, columns: [] }))).toEqual(noSelectedFields)
  expect(findChartType('table')?.meta.dataRequirements).toHaveLength(1)
})

it('a new chart runs along the main time column, else along the first', () => {
  const dates = [column('sold', 2), column('sent', 2)]
  const along = (main_dttm_col?: string) =>
    newForm('table', { id: 3, columns: dates, ...(main_dttm_col ? { main_dttm_col } : {}) })['granularity_sqla']
  expect([along('sent'), along()]).toEqual(['sent', 'sold'])
  expect(newForm('table', { id: 3, columns: [] })).not.toHaveProperty('granularity_sqla')
})
