import { describe, expect, it } from 'vitest'
import { seriesTable } from './series.ts'
import type { ChartInput } from '#charts/chart.ts'
import { FIRST_HASHED_POSITION, hashOf } from '#core/color/label-positions.ts'
import type { ResultMetadata } from '#core/query/result.ts'
import { NUMERIC, STRING, type Table, TEMPORAL } from '#core/table/table.ts'
import { completeInput } from '#testing/complete-input.ts'

const day = 86_400_000

function input(table: Table, form: Record<string, unknown> = {}): ChartInput {
  return {
    form: { viz_type: 'echarts_timeseries_line', metrics: ['delay'], groupby: ['origin'], ...form },
    tables: [table],
    entries: [],
    dataset: { verbose_map: { delay: 'Mean delay' }, column_formats: {} },
    labelColors: {},
  }
}

const long: Table = {
  columns: [
    { name: '__timestamp', type: TEMPORAL, values: [day, 0, 0, day] },
    { name: 'origin', type: STRING, values: ['ORD', 'ORD', null, 'ATL'] },
    { name: 'delay', type: NUMERIC, values: [3, 1, 2, 9] },
  ],
  rowCount: 4,
}

describe('seriesTable', () => {
  it('converts a long result to ascending instants, gaps as null, in the order of colours', () => {
    const colors = { columns: ['origin'], places: { ATL: 7, ORD: 2 } }
    const { x, series } = seriesTable(
      completeInput({ ...input(long), entries: [{ colors } as unknown as ResultMetadata] }),
    )
    expect(x).toMatchObject({ kind: 'time', values: [0, day] })
    expect(series).toEqual([
      { name: 'ORD', metric: 'delay', selection: { origin: 'ORD' }, values: [1, 3], colorPosition: 2 },
      { name: 'ATL', metric: 'delay', selection: { origin: 'ATL' }, values: [null, 9], colorPosition: 7 },
      {
        name: '<NULL>',
        metric: 'delay',
        selection: { origin: null },
        values: [2, null],
        colorPosition: FIRST_HASHED_POSITION + hashOf('<NULL>'),
      },
    ])
  })

  it('puts the name of the metric before the series when it is not truncated', () => {
    expect(seriesTable(completeInput(input(long, { truncate_metric: false }))).series[2]?.name).toBe('Mean delay, ORD')
  })

  it('names series by metrics without a dimension, in the requested order', () => {
    const table: Table = {
      columns: [
        { name: '__timestamp', type: TEMPORAL, values: [0] },
        { name: 'a', type: NUMERIC, values: [1] },
        { name: 'delay', type: NUMERIC, values: [2] },
      ],
      rowCount: 1,
    }
    const { series } = seriesTable(completeInput(input(table, { metrics: ['a', 'delay'], groupby: [] })))
    expect(series.map((each) => each.name)).toEqual(['a', 'Mean delay'])
    expect(series[0]?.selection).toEqual({})
  })

  it('uses a wide result unchanged', () => {
    const table: Table = {
      columns: [
        { name: '__timestamp', type: TEMPORAL, values: [0, day] },
        { name: 'ATL', type: NUMERIC, values: [1, null] },
        { name: 'ORD', type: NUMERIC, values: [2, 4] },
      ],
      rowCount: 2,
    }
    expect(seriesTable(completeInput(input(table))).series).toEqual([
      { name: 'ATL', metric: 'ATL', selection: {}, values: [1, null], colorPosition: 0 },
      { name: 'ORD', metric: 'ORD', selection: {}, values: [2, 4], colorPosition: 1 },
    ])
  })

  it('retains the order of categories in the result and sorts numbers', () => {
    const table = (type: typeof STRING | typeof NUMERIC, values: (string | number)[]): Table => ({
      columns: [
        { name: 'x', type, values },
        { name: 'delay', type: NUMERIC, values: [1, 2, 3] },
      ],
      rowCount: 3,
    })
    const form = { x_axis: 'x', groupby: [] }
    expect(seriesTable(completeInput(input(table(STRING, ['b', 'a', 'c']), form))).x).toMatchObject({
      kind: 'category',
      values: ['b', 'a', 'c'],
    })
    expect(seriesTable(completeInput(input(table(NUMERIC, [10, 2, 1]), form))).x.values).toEqual([1, 2, 10])
  })

  it('reads digits beyond 2^53 as the nearest number', () => {
    const table = {
      ...long,
      columns: long.columns.map((each) =>
        each.name === 'delay' ? { ...each, values: ['9007199254740993', null, 'x', 1] } : each,
      ),
    }
    const values = seriesTable(completeInput(input(table))).series.find((each) => each.name === 'ORD')?.values
    expect(values).toEqual([null, 9007199254740992])
  })
})
