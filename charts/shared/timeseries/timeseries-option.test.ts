import { describe, expect, it } from 'vitest'
import { endLabelLetters, endLabelShifts } from './end-labels.ts'
import { withOpacity, chartThemeOf } from '#charts/shared/echarts/chart-theme.ts'
import { timeseriesStops } from './timeseries-keyboard-stops.ts'
import { timeseriesOption } from './timeseries-option.ts'
import { type TimeseriesProps, timeseriesProps } from './timeseries-props.ts'
import { timeseriesSummary } from './timeseries-summary.ts'
import { escapeHtml } from '#charts/shared/tooltip/tooltip.ts'
import type { SelectedMark } from '#charts/chart.ts'
import type { ResultMetadata } from '#core/query/result.ts'
import { NUMERIC, STRING, TEMPORAL } from '#core/table/table.ts'
import { completeInput } from '#testing/complete-input.ts'

const day = 86_400_000
const theme = chartThemeOf((name) => `#${name}`)

const labelPositions = (names: readonly string[]) => Object.fromEntries(names.map((name, at) => [name, at]))

function propsOf(names: readonly string[], form: Record<string, unknown> = {}): TimeseriesProps {
  const rows = names.flatMap((name, index) =>
    [0, 1].map((at) => ({ at: at * day, name, value: 10 * (names.length - index) + at })),
  )
  return timeseriesProps(
    completeInput({
      form: { viz_type: 'echarts_timeseries_line', metrics: ['delay'], groupby: ['origin'], ...form },
      tables: [
        {
          columns: [
            { name: '__timestamp', type: TEMPORAL, values: rows.map((row) => row.at) },
            { name: 'origin', type: STRING, values: rows.map((row) => row.name) },
            { name: 'delay', type: NUMERIC, values: rows.map((row) => row.value) },
          ],
          rowCount: rows.length,
        },
      ],
      // In the given order, which is not alphabetical.
      entries: [{ colors: { columns: ['origin'], places: labelPositions(names) } } as unknown as ResultMetadata],
      dataset: { verbose_map: {}, column_formats: {} },
      labelColors: { ATL: '#123456' },
    }),
    { shape: 'line', curve: 'straight', fill: 0, symbolSize: 0, horizontal: false },
  )
}

type Drawn = {
  id: string
  name: string
  color: string
  endLabel: { show: boolean }
  lineStyle: { opacity: number; type: string }
  stack?: string
}

function draw(props: TimeseriesProps, selectedMarks?: readonly SelectedMark[]) {
  const option = timeseriesOption({ ...props, width: 680, height: 240, theme: 'light', selectedMarks }, theme)
  return option as unknown as {
    series: Drawn[]
    legend: { show: boolean; textStyle: { lineHeight?: number } }
    dataset: { source: Float64Array; dimensions: string[] }
    tooltip: { formatter: (hovered: unknown) => string }
    yAxis: { max?: number; type: string }
  }
}

describe('the picture of lines', () => {
  it('puts all values into one flat array, x first', () => {
    expect([...draw(propsOf(['ORD', 'ATL'])).dataset.source]).toEqual([0, 20, 10, day, 21, 11])
  })

  it('names up to seven lines at their ends and more in a legend', () => {
    const seven = draw(propsOf(['a', 'b', 'c', 'd', 'e', 'f', 'g']))
    expect([seven.legend.show, seven.series[0]?.endLabel.show]).toEqual([false, true])
    const eight = draw(propsOf(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']))
    expect([eight.legend.show, eight.series[0]?.endLabel.show]).toEqual([true, false])
    expect(draw(propsOf(['a', 'b'], { show_legend: false })).series[0]?.endLabel.show).toBe(false)
  })

  it('shows line names in a legend if a second axis takes the line ends', () => {
    const props = propsOf(['a', 'b'])
    const both = draw({ ...props, secondAxis: props.yAxis })
    expect([both.legend.show, both.series[0]?.endLabel.show]).toEqual([true, false])
  })

  it('names a single series in the legend, unless the form hides it', () => {
    expect(draw(propsOf(['LAX'])).legend).toMatchObject({ show: true, data: ['LAX'] })
    expect(draw(propsOf([], { groupby: [] })).legend.show).toBe(false)
    expect(draw(propsOf(['LAX'], { show_legend: false })).legend.show).toBe(false)
  })

  it('uses fixed dashboard colors and fades unselected series', () => {
    const { series } = draw(propsOf(['ORD', 'ATL']), [{ origin: 'ORD' }])
    expect(series.map((each) => each.lineStyle.opacity)).toEqual([1, 0.3])
    expect(series[1]?.color).toBe('#123456')
  })

  it('distinguishes series of the same name', () => {
    const props = propsOf(['a', 'b'])
    const twins = { ...props, series: props.series.map((each) => ({ ...each, name: 'same' })) }
    expect(new Set(draw(twins).series.map((each) => each.name)).size).toBe(2)
  })

  it('lists all series under the pointer, largest first, and escapes their names', () => {
    const { tooltip } = draw(propsOf(['<b>', 'ATL']))
    const html = tooltip.formatter([
      { seriesId: 's1', dataIndex: 1 },
      { seriesId: 's0', dataIndex: 1 },
    ])
    expect(html).toContain('Fri, Jan 2 1970')
    expect(html.indexOf('&lt;b&gt;')).toBeGreaterThan(0)
    expect(html.indexOf('&lt;b&gt;')).toBeLessThan(html.indexOf('ATL'))
    expect(html).not.toContain('<b>')
  })

  it('shows no tooltip for a row that the data no longer have', () => {
    const { tooltip } = draw(propsOf(['ORD']))
    expect(tooltip.formatter([{ seriesId: 's0', dataIndex: 1 }])).toContain('ORD')
    expect(tooltip.formatter([{ seriesId: 's0', dataIndex: 2 }])).toBe('')
  })

  it('draws observed values solid again if the series of a comparison were dashed', () => {
    const props = propsOf(['ORD', 'ATL'])
    const compared = props.series.map((each, at) => ({ ...each, ...(at === 1 ? { role: 'compared' as const } : {}) }))
    const types = (of: TimeseriesProps) => draw(of).series.map(({ lineStyle }) => lineStyle.type)
    expect(types({ ...props, series: compared })).toEqual(['solid', 'dashed'])
    expect(types(props)).toEqual(['solid', 'solid'])
  })

  it('gives a legend that scrolls lines with space for descenders', () => {
    const lineHeight = (legendType: string, legendOrientation: string) =>
      draw(propsOf(['LAX', 'ATL'], { legendType, legendOrientation })).legend.textStyle.lineHeight
    expect([lineHeight('scroll', 'top'), lineHeight('scroll', 'left'), lineHeight('plain', 'top')]).toEqual([
      16,
      undefined,
      undefined,
    ])
  })

  it('distinguishes close values, each in the format of its metric', () => {
    const props = propsOf(['ORD', 'ATL'])
    const texts = (more: Partial<TimeseriesProps>, metrics: readonly string[]) => {
      const series = props.series.map((each, at) => ({
        ...each,
        metric: metrics[at] ?? '',
        values: [0, 10.8 + at * 0.4],
      }))
      const html = draw({ ...props, ...more, series }).tooltip.formatter([
        { seriesId: 's0', dataIndex: 1 },
        { seriesId: 's1', dataIndex: 1 },
      ])
      return [...html.matchAll(/nowrap">([^<]+)<\/td>/g)].map(([, text]) => text)
    }
    expect(texts({ yAxis: { ...props.yAxis, format: ',d' } }, ['a', 'a'])).toEqual(['11.2', '10.8'])
    const tooltip = { ...props.tooltip, formats: { a: '$,.2f', b: '.1f' } }
    expect(texts({ tooltip }, ['a', 'b'])).toEqual(['11.2', '$10.80'])
  })

  it('stacks shares up to one, and a stream around a silent middle', () => {
    expect(draw(propsOf(['a', 'b'], { stack: 'Expand' })).yAxis.max).toBe(1)
    const stream = draw(propsOf(['a', 'b'], { stack: 'Stream' })).series
    expect(stream.map((each) => each.id)).toEqual(['centre', 's0', 's1'])
    expect(new Set(stream.map((each) => each.stack))).toEqual(new Set(['all']))
  })

  it('uses a logarithmic axis on request', () => {
    expect(draw(propsOf(['a'], { logAxis: true })).yAxis.type).toBe('log')
  })
})

it('separates labels at line ends by their height and keeps them in the plot', () => {
  const props = propsOf(['a', 'b', 'c'])
  const close = { ...props, series: props.series.map((each) => ({ ...each, values: [0, 10] })) }
  const shifts = endLabelShifts(close, 100, 5)
  expect(shifts).toEqual([0, 13, 26])
  const low = { ...props, series: props.series.map((each, index) => ({ ...each, values: [index === 0 ? 10 : 0, 0] })) }
  expect(endLabelShifts(low, 100, 5)).toEqual([-26, -13, 0])
})

it('shows complete long end labels if the chart is wide enough', () => {
  // 36 % of the width in letters of 6.5 px, at least 18.
  expect([320, 430, 520, 2000].map(endLabelLetters)).toEqual([18, 23, 28, 40])
})

it('separates them on the drawn axis, which ends at full steps', () => {
  const props = propsOf(['a', 'b', 'c', 'd'])
  const last = [10.5, 8, 7.8, 4]
  const series = props.series.map((each, index) => ({ ...each, values: [index === 0 ? 28 : -3.5, last[index] ?? 0] }))
  // From -10 to 30 on 160 pixels: the lines end at 78, 88, 88.8 and 104; the labels are at 78, 91, 104 and 117.
  const shifts = endLabelShifts({ ...props, series }, 160, 4).map((each) => Math.round(Number(each) * 10) / 10)
  expect(shifts).toEqual([0, 3, 15.2, 13])
})

it('describes the picture in one line', () => {
  expect(timeseriesSummary(propsOf(['ORD', 'ATL']))).toBe(
    '2 series: ORD, ATL, from 1970-01-01 to 1970-01-02. ' +
      'ORD: first 20, last 21, highest 21 at 1970-01-02, lowest 20 at 1970-01-01. ' +
      'ATL: first 10, last 11, highest 11 at 1970-01-02, lowest 10 at 1970-01-01',
  )
  // With many series, the range over all of them.
  expect(timeseriesSummary(propsOf(['ORD', 'ATL', 'DEN', 'SFO']))).toMatch(
    /^4 series: .*\. highest ORD: \d+ at 1970-01-02, lowest SFO: \d+ at 1970-01-01$/,
  )
  expect(timeseriesSummary(propsOf([]))).toBe('Chart without values')
})

it('fades hex colours and escapes text', () => {
  expect(withOpacity('#fff', 0.5)).toBe('#ffffff80')
  expect(withOpacity('red', 0.5)).toBe('red')
  expect(escapeHtml(`<a href="x">'&`)).toBe('&lt;a href=&quot;x&quot;&gt;&#39;&amp;')
})

it('arrow keys move to series that filter, and to positions on the x axis otherwise', () => {
  const series = timeseriesStops(propsOf(['ORD', 'ATL']))
  expect(series.count).toBe(2)
  expect(series.at(1)).toEqual({ text: 'ATL', mark: { seriesId: 's1', dataIndex: -1 }, seriesIndex: 1 })
  const props = propsOf(['ORD'])
  const plain = timeseriesStops({ ...props, series: props.series.map((each) => ({ ...each, selection: {} })) })
  expect(plain.count).toBe(2)
  expect(plain.at(1).text).toBe('Fri, Jan 2 1970: ORD 11')
})

it('category labels that are numbers get a minus sign; other labels keep their hyphen', () => {
  const names = ['-40', '-1,000', '0', '-5 to 0', 'x-1']
  const props = timeseriesProps(
    completeInput({
      form: { viz_type: 'echarts_timeseries_bar', x_axis: 'bin', metrics: ['n'], groupby: [] },
      tables: [
        {
          columns: [
            { name: 'bin', type: STRING, values: names },
            { name: 'n', type: NUMERIC, values: names.map((_, at) => at + 1) },
          ],
          rowCount: names.length,
        },
      ],
      entries: [{} as ResultMetadata],
      labelColors: {},
      dataset: { verbose_map: {}, column_formats: {} },
    }),
    { shape: 'bar', curve: 'straight', fill: 0, symbolSize: 0, horizontal: false },
  )
  const { xAxis } = draw(props) as unknown as { xAxis: { axisLabel: { formatter: (name: string) => string } } }
  expect(names.map((name) => xAxis.axisLabel.formatter(name))).toEqual(['−40', '−1,000', '0', '-5 to 0', 'x-1'])
})

it('distinguishes close ticks', () => {
  const option = timeseriesOption(
    {
      ...propsOf(['ATL'], { truncateYAxis: true, y_axis_bounds: [1_000_380, 1_000_400] }),
      width: 680,
      height: 240,
      theme: 'light',
    },
    theme,
  ) as unknown as {
    yAxis: { axisLabel: { formatter: (value: number) => string } }
  }
  const { formatter } = option.yAxis.axisLabel
  expect([1_000_385, 1_000_390].map(formatter)).toEqual(['1,000,385', '1,000,390'])
})
