import { LineChart } from 'echarts/charts'
import {
  DatasetComponent,
  DataZoomComponent,
  GridComponent,
  LegendComponent,
  MarkAreaComponent,
  MarkLineComponent,
  TooltipComponent,
} from 'echarts/components'
import { init, use as register } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { describe, expect, it } from 'vitest'
import { charts } from '#charts/index.ts'
import type { ChartType } from '#charts/chart.ts'
import { chartThemeOf } from '#charts/shared/echarts/chart-theme.ts'
import { timeseriesOption } from '#charts/shared/timeseries/timeseries-option.ts'
import { type SeriesMark, type TimeseriesProps, timeseriesProps } from '#charts/shared/timeseries/timeseries-props.ts'
import { timeseriesSummary } from '#charts/shared/timeseries/timeseries-summary.ts'
import { controlsOf } from '#controls/form.ts'
import { type AnnotationLayer, annotationTypes, newLayer } from '#core/annotation/layer.ts'
import type { LayerData } from '#core/form/layer-data.ts'
import { type Column, NUMERIC, STRING, TEMPORAL } from '#core/table/table.ts'
import { completeInput } from '#testing/complete-input.ts'

register([
  LineChart,
  DataZoomComponent,
  DatasetComponent,
  GridComponent,
  LegendComponent,
  MarkAreaComponent,
  MarkLineComponent,
  SVGRenderer,
  TooltipComponent,
])

const day = 86_400_000
const at = (date: number) => Date.UTC(2001, 0, date)
const theme = chartThemeOf(() => '#888888')
const line: SeriesMark = { shape: 'line', curve: 'straight', fill: 0, symbolSize: 0, horizontal: false }

/** Four days of one metric, 10 to 40, with these layers. */
function propsOf(
  layers: readonly AnnotationLayer[],
  layerData: Record<string, LayerData> = {},
  mark: SeriesMark = line,
): TimeseriesProps {
  const columns: readonly Column[] = [
    { name: '__timestamp', type: TEMPORAL, values: [1, 2, 3, 4].map(at) },
    { name: 'delay', type: NUMERIC, values: [10, 20, 30, 40] },
  ]
  return timeseriesProps(
    completeInput({
      form: { viz_type: 'echarts_timeseries_line', metrics: ['delay'], annotation_layers: layers },
      tables: [{ columns, rowCount: 4 }],
      entries: [],
      dataset: { verbose_map: {}, column_formats: {} },
      labelColors: { Wave: '#abcdef' },
      layerData,
    }),
    mark,
  )
}

interface Drawn {
  readonly stack?: string
  readonly data?: readonly unknown[]
  readonly markLine?: { readonly tooltip: { readonly formatter: (mark: object) => string } }
}

interface Option {
  readonly series: readonly Drawn[]
  readonly legend: { readonly show: boolean; readonly data: readonly string[] }
  readonly tooltip: { readonly formatter: (points: readonly object[]) => string }
}

function draw(props: TimeseriesProps): Option {
  return timeseriesOption({ ...props, width: 640, height: 300, theme: 'light' }, theme) as unknown as Option
}

function svgOf(props: TimeseriesProps): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width: 640, height: 300 })
  chart.setOption({ animation: false, useUTC: true, ...draw(props) } as never)
  const svg = chart.renderToSVGString()
  chart.dispose()
  return svg
}

const native = (...events: readonly (readonly [string, number, number])[]): LayerData => ({
  records: events.map(([short_descr, start_dttm, end_dttm]) => ({
    short_descr,
    start_dttm,
    end_dttm,
    long_descr: null,
  })),
})
const wave: AnnotationLayer = { ...newLayer('Wave'), value: '5 + 0*x', style: 'longDashed', width: 3 }
const openings: AnnotationLayer = {
  ...newLayer('Openings'),
  annotationType: 'EVENT',
  sourceType: 'NATIVE',
  value: 1,
  color: '#cc0000',
  showLabel: true,
}
const strikes: AnnotationLayer = { ...openings, name: 'Strikes', annotationType: 'INTERVAL', color: '#00cc00' }
const other: AnnotationLayer = {
  ...newLayer('Other'),
  annotationType: 'TIME_SERIES',
  sourceType: 'line',
  value: 7,
  showMarkers: true,
  color: '#0000cc',
}
const chartRows = (rows: readonly (readonly [number, string, number])[], groupby: readonly string[]): LayerData => ({
  records: rows.map(([ts, origin, total]) => ({ __timestamp: ts, origin, total })),
  chart: {
    colnames: ['__timestamp', 'origin', 'total'],
    coltypes: [TEMPORAL, STRING, NUMERIC],
    form: { viz_type: 'echarts_timeseries_line', metrics: ['total'], groupby },
  },
})

describe('a formula', () => {
  it('draws a line of its values at each x, in its style, with an entry in the legend', () => {
    const props = propsOf([{ ...wave, value: `x / ${day} - 11322` }])
    // 2001-01-01 is day 11323 since the epoch.
    expect(props.layers.lines[0]?.points).toEqual([
      [at(1), 1],
      [at(2), 2],
      [at(3), 3],
      [at(4), 4],
    ])
    const { series, legend } = draw(props)
    expect(series[1]).toMatchObject({
      name: 'Wave',
      color: '#abcdef',
      lineStyle: { width: 3, type: [10, 6], opacity: 1 },
    })
    expect(legend).toMatchObject({ show: true, data: ['delay', 'Wave'] })
    expect(svgOf(props)).toMatch(/stroke="#abcdef" stroke-width="3" stroke-dasharray="10,6"/)
  })

  it('leaves gaps at missing values, and is omitted if it is invalid or hidden', () => {
    const gaps = propsOf([{ ...wave, value: `sqrt(x - ${at(3)})` }]).layers.lines[0]?.points.map(([, y]) => y)
    expect(gaps?.map((value) => value === null)).toEqual([true, true, false, false])
    expect(
      propsOf([
        { ...wave, value: 'x +' },
        { ...wave, show: false },
      ]).layers.lines,
    ).toEqual([])
  })

  it('stays outside of the stacks of the chart, and is vertical with horizontal bars', () => {
    const lying = { ...line, shape: 'bar', horizontal: true } as const
    const props = { ...propsOf([wave], {}, lying), stack: 'Stack' } as const
    const [bars, formula] = draw(props).series
    expect([bars?.stack, formula?.stack]).toEqual(['all', undefined])
    expect(formula?.data?.[0]).toEqual([5, at(1)])
  })
})

describe('a series of another chart', () => {
  it('draws a line with its name, markers and opacity, without its points beyond the chart', () => {
    const rows = chartRows(
      [
        [at(0), '', 1],
        [at(2), '', 7],
        [at(3), '', null as never],
        [at(9), '', 1],
      ],
      [],
    )
    const props = propsOf([{ ...other, opacity: 'opacityMedium' }], { Other: rows })
    expect(props.layers.lines).toMatchObject([
      {
        name: 'Other',
        points: [
          [at(2), 7],
          [at(3), null],
        ],
        markers: true,
      },
    ])
    const drawn = draw(props).series[1]
    expect(drawn).toMatchObject({ color: '#0000cc', showSymbol: true, lineStyle: { opacity: 0.5, width: 1 } })
    expect(draw(propsOf([{ ...other, hideLine: true }], { Other: rows })).series[1]).toMatchObject({
      lineStyle: { width: 0 },
    })
  })

  it('draws as many lines as that chart has series, each under the name of the layer', () => {
    const rows = chartRows(
      [
        [at(1), 'ATL', 1],
        [at(1), 'ORD', 5],
        [at(2), 'ATL', 2],
      ],
      ['origin'],
    )
    const { lines } = propsOf([other], { Other: rows }).layers
    expect(lines.map(({ name, points }) => [name, points])).toEqual([
      [
        'Other: ATL',
        [
          [at(1), 1],
          [at(2), 2],
        ],
      ],
      [
        'Other: ORD',
        [
          [at(1), 5],
          [at(2), null],
        ],
      ],
    ])
  })

  it('draws nothing before its data arrive', () => {
    expect(propsOf([other]).layers.lines).toEqual([])
  })
})

describe('events', () => {
  const data = native(['Opening', at(2), at(2)], ['Before', at(0), at(0)])

  it('draws lines across the chart with their titles, and no entries of the legend', () => {
    const props = propsOf([openings], { Openings: data })
    expect(props.layers.marked[0]?.marks).toEqual([{ from: at(2), to: at(2), title: 'Opening', description: '' }])
    expect(draw(props).legend).toMatchObject({ data: ['delay'] })
    const svg = svgOf(props)
    expect(svg.match(/stroke="#cc0000"/g)).toHaveLength(1)
    expect(svg).toContain('>Opening<')
    expect(svgOf(propsOf([{ ...openings, showLabel: false }], { Openings: data }))).not.toContain('>Opening<')
  })

  it('events of a table are at its time column, with title and description', () => {
    const table: AnnotationLayer = {
      ...openings,
      sourceType: 'table',
      timeColumn: 'when',
      titleColumn: 'what',
      descriptionColumns: ['why', 'until'],
    }
    const rows: LayerData = {
      records: [
        { when: '2001-01-03T12:00:00', what: 'Fog', why: 'Weather', until: at(4) },
        { when: null, what: 'Never', why: '', until: null },
      ],
      chart: {
        colnames: ['when', 'what', 'why', 'until'],
        coltypes: [TEMPORAL, STRING, STRING, TEMPORAL],
        form: { viz_type: 'table' },
      },
    }
    const props = propsOf([table], { Openings: rows })
    const noon = at(3) + day / 2
    expect(props.layers.marked[0]?.marks).toEqual([
      { from: noon, to: noon, title: 'Fog', description: 'Weather\n2001-01-04' },
    ])
    const [, events] = draw(props).series
    expect(events?.markLine?.tooltip.formatter({ dataIndex: 0 })).toContain('>Fog · Weather · 2001-01-04<')
  })
})

describe('intervals', () => {
  const data = native(['Long strike', at(0), at(2)], ['Strike', at(3), at(3)], ['Later', at(5), at(6)])

  it('draws bands between their ends, cut at those of the chart, with their titles', () => {
    const props = propsOf([strikes], { Strikes: data })
    expect(props.layers.marked[0]?.marks.map(({ from, to, title }) => [from, to, title])).toEqual([
      [at(1), at(2), 'Long strike'],
      [at(3), at(3), 'Strike'],
    ])
    const svg = svgOf(props)
    expect(svg).toContain('>Long strike<')
    // The default opacity of a band is 0.3, and 0.3 of 255 is 4d.
    expect(svg).toMatch(/fill="(?:#00cc004d|rgb\(0,204,0\)" fill-opacity="0\.3)/)
    expect(draw(props).legend.data).toEqual(['delay'])
  })
})

it('the tooltip of a position lists its lines, events and intervals', () => {
  const props = propsOf([wave, openings, strikes], {
    Openings: native(['Opening', at(2) + 3_600_000, at(2)]),
    Strikes: native(['Strike', at(1), at(2)]),
  })
  const { tooltip } = draw(props)
  const under = (index: number) =>
    tooltip.formatter([
      { seriesId: 's0', dataIndex: index },
      { seriesId: 'layer-line-0', dataIndex: index },
    ])
  expect(under(1)).toMatch(/Jan 2 2001.*delay.*>20<.*Wave.*>5<.*Openings.*>Opening<.*Strikes.*>Strike</)
  expect(under(3)).toMatch(/Jan 4 2001.*delay.*>40<.*Wave.*>5</)
  expect(under(3)).not.toMatch(/Opening|Strike/)
  expect(tooltip.formatter([{ seriesId: 'layer-line-0', dataIndex: 2 }])).toMatch(/Jan 3 2001.*Wave.*>5</)
})

it('the summary of the chart lists its annotations', () => {
  const props = propsOf([wave, openings, strikes], {
    Openings: native(['Opening', at(2), at(2)]),
    Strikes: native(['Strike', at(0), at(2)]),
  })
  expect(timeseriesSummary(props)).toBe(
    '1 series: delay, from 2001-01-01 to 2001-01-04. ' +
      'delay: first 10, last 40, highest 40 at 2001-01-04, lowest 10 at 2001-01-01. Line Wave. Openings: Opening on 2001-01-02. ' +
      'Strikes: Strike from 2001-01-01 to 2001-01-02',
  )
})

it('lists annotation layers for time-series charts only, exactly those that they declare', () => {
  const all: readonly ChartType[] = charts
  const offered = all.map(({ type, meta, controls }) => {
    const control = controlsOf(controls).find(({ name }) => name === 'annotation_layers')
    const choices = (control?.choices ?? []) as readonly { value: string }[]
    return [type, meta.supportedAnnotationTypes ?? [], choices.map(({ value }) => value)] as const
  })
  for (const [type, supported, choices] of offered) expect([type, choices]).toEqual([type, supported])
  const over = offered.filter(([, supported]) => supported.length > 0)
  expect(over.map(([type]) => type)).toEqual(
    expect.arrayContaining(['echarts_timeseries_line', 'echarts_area', 'echarts_timeseries_bar']),
  )
  for (const [, supported] of over) expect(supported).toEqual(annotationTypes)
})

it('the label of a line shows a name that looks like an ECharts template unchanged', () => {
  const svg = svgOf(propsOf([{ ...wave, name: '{b}: {c}', showLabel: true }]))
  // The legend shows it too.
  expect(svg.match(/>\{b\}: \{c\}</g)).toHaveLength(2)
})

describe('inherited names', () => {
  it.each(['constructor', '__proto__', 'toString'])('a layer named %s is not drawn without data', (name) => {
    expect(propsOf([{ ...openings, name }]).layers).toEqual({ lines: [], marked: [] })
  })

  it('lines of another chart have the names of its metrics', () => {
    const chart = { colnames: ['__timestamp', 'constructor', 'total'], coltypes: [TEMPORAL, NUMERIC, NUMERIC] as const }
    const form = { viz_type: 'echarts_timeseries_line', metrics: ['constructor', 'total'] }
    const records = [{ __timestamp: at(1), constructor: 5, total: 6 }] as unknown as LayerData['records']
    const { lines } = propsOf([other], { Other: { records, chart: { ...chart, form } } }).layers
    expect(lines.map(({ name }) => name)).toEqual(['Other: constructor', 'Other: total'])
  })

  it('an unknown opacity counts as none', () => {
    const layer = { ...wave, opacity: 'constructor' } as unknown as AnnotationLayer
    expect(propsOf([layer]).layers.lines[0]?.look.opacity).toBe(1)
  })
})
