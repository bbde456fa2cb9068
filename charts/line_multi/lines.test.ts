import { describe, expect, it } from 'vitest'
import { line_multi } from './index.ts'
import { propsFor } from '#charts/chart.ts'
import { toProps } from './props.ts'
import type { TimeseriesProps } from '#charts/shared/timeseries/timeseries-props.ts'
import type { ResultMetadata } from '#core/query/result.ts'
import { NUMERIC, TEMPORAL } from '#core/table/table.ts'

const JAN = Date.UTC(2024, 0, 1)
const FEB = Date.UTC(2024, 1, 1)
const MAR = Date.UTC(2024, 2, 1)

const form = { viz_type: 'line_multi', datasource: '1__table', line_charts: [7], line_charts_2: [9] }

/** The result of a chart with one line. */
function answer(name: string, moments: readonly number[], values: readonly (number | null)[]) {
  return {
    columns: [
      { name: '__timestamp', type: TEMPORAL, values: moments },
      { name, type: NUMERIC, values },
    ] as const,
    rowCount: moments.length,
  }
}

const head = (id: number, slice_name: string) => ({ saved_chart: { id, slice_name }, label_map: {} }) as ResultMetadata

function drawn(more: object = {}, names: readonly [string, string] = ['sales', 'visits']): TimeseriesProps {
  return propsFor(line_multi, toProps, {
    form: { ...form, ...more },
    tables: [answer(names[0], [FEB, JAN], [4, 1]), answer(names[1], [FEB, MAR], [10, 30])],
    entries: [head(7, 'Growth'), head(9, 'Trend')],
    dataset: { verbose_map: {}, column_formats: {} },
    labelColors: {},
  })
}

describe('queries', () => {
  it('builds one query for the lines of each chart, left axis first, with its filters and time range', () => {
    const adhoc_filters = [
      { clause: 'WHERE', expressionType: 'SIMPLE', subject: 'city', operator: '==', comparator: 'Ash' },
    ]
    const extra_form_data = { time_range: 'Last year' }
    const queries = line_multi.toQueries({ ...form, adhoc_filters, extra_form_data })
    expect(queries.map(({ saved_chart }) => saved_chart)).toEqual([7, 9])
    for (const query of queries) {
      expect(query).toMatchObject({ time_range: 'Last year', filters: [{ col: 'city', op: '==', val: 'Ash' }] })
      expect(query).not.toHaveProperty('metrics')
    }
  })

  it('queries nothing without a chart for the left axis, and ignores invalid ids', () => {
    expect(line_multi.toQueries({ ...form, line_charts: [] })).toEqual([])
    expect(line_multi.toQueries({ ...form, line_charts: ['x', '7'], line_charts_2: [] })).toHaveLength(1)
  })

  it('derives the range that older forms describe by its ends', () => {
    const [query] = line_multi.toQueries({ ...form, since: '1970', until: '1995' })
    expect(query).toMatchObject({ since: '1970', until: '1995' })
  })
})

describe('the drawn lines', () => {
  it('draws the lines of all charts at each timestamp of any of them, each on its axis', () => {
    const { x, series, secondAxis } = drawn({ y_axis_2_format: '.1f' })
    expect(x).toMatchObject({ kind: 'time', values: [JAN, FEB, MAR] })
    expect(series.map(({ name, values, question }) => [name, values, question])).toEqual([
      ['sales', [1, 4, null], undefined],
      ['visits', [null, 10, 30], 1],
    ])
    expect(new Set(series.map(({ colorPosition }) => colorPosition)).size).toBe(2)
    expect(secondAxis?.format).toBe('.1f')
    expect(drawn({ line_charts: [7, 9], line_charts_2: [] }).secondAxis).toBeUndefined()
  })

  it('names lines with their chart on request, or if two names are equal', () => {
    const names = (props: TimeseriesProps) => props.series.map(({ name }) => name)
    expect(names(drawn({ prefix_metric_with_slice_name: true }))).toEqual(['Growth: sales', 'Trend: visits'])
    expect(names(drawn({}, ['count', 'count']))).toEqual(['Growth: count', 'Trend: count'])
  })

  it('style, markers, bounds and titles as they were saved', () => {
    const props = drawn({
      line_interpolation: 'step-after',
      show_markers: true,
      show_legend: false,
      x_axis_label: 'Month',
      x_axis_format: '%Y',
      y_axis_bounds: [0, 9],
    })
    expect(props.looks?.[0].mark).toMatchObject({ curve: 'end', symbolSize: 6 })
    expect(props.xAxis).toMatchObject({ title: 'Month', format: '%Y' })
    expect([props.yAxis.min, props.yAxis.max, props.legend.shown]).toEqual([0, 9, false])
  })
})
