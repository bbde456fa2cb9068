import { LineChart } from 'echarts/charts'
import { DatasetComponent, GridComponent, LegendComponent } from 'echarts/components'
import { init, use as register } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { expect, it } from 'vitest'
import { chartThemeOf } from './echarts/chart-theme.ts'
import { batchedBars } from './echarts/batched/batched-bars.tsx'
import { timeseriesOption } from './timeseries/timeseries-option.ts'
import { timeseriesProps } from './timeseries/timeseries-props.ts'
import { NUMERIC, STRING, TEMPORAL } from '#core/table/table.ts'
import { completeInput } from '#testing/complete-input.ts'

register([batchedBars, LineChart, DatasetComponent, GridComponent, LegendComponent, SVGRenderer])

const days = [0, 1, 2].map((at) => Date.UTC(2001, 3, 1 + at))
const names = ['Sunday', 'Monday', 'Tuesday']
const TEXT_COLOR = '#123123'

/** A text of the picture with its center, in pixels. */
interface Text {
  readonly text: string
  readonly x: number
  readonly y: number
}

/** Returns the axis labels of a picture. */
function labels(kind: 'time' | 'category', horizontal: boolean, shape: 'line' | 'bar', height: number): Text[] {
  const props = timeseriesProps(
    completeInput({
      form: { viz_type: 'x', metrics: ['n'], groupby: [], ...(kind === 'category' ? { x_axis: 'x' } : {}) },
      tables: [
        {
          columns: [
            kind === 'time'
              ? { name: '__timestamp', type: TEMPORAL, values: days }
              : { name: 'x', type: STRING, values: names },
            { name: 'n', type: NUMERIC, values: [100_000, 600_000, 300_000] },
          ],
          rowCount: 3,
        },
      ],
      entries: [],
      dataset: { verbose_map: {}, column_formats: { n: ',d' } },
      labelColors: {},
    }),
    { shape, curve: 'straight', fill: 0, symbolSize: 0, horizontal },
  )
  const {
    tooltip: _tooltip,
    dataZoom: _zoom,
    ...option
  } = timeseriesOption(
    { ...props, width: 480, height, theme: 'light', selectedMarks: [] },
    chartThemeOf((name) => (name === 'axis-text' ? TEXT_COLOR : '#888888')),
  )
  const chart = init(null, null, { renderer: 'svg', ssr: true, width: 480, height })
  chart.setOption({ animation: false, useUTC: true, textStyle: { fontSize: 11 }, ...option })
  const drawn = chart.getZr().storage.getDisplayList(true)
  const found = drawn.flatMap((each): Text[] => {
    const style = each.style as { text?: string; fill?: string }
    if (style.text === undefined) return []
    const box = each.getBoundingRect().clone()
    if (each.transform) box.applyTransform(each.transform)
    return [{ text: style.text, x: box.x + box.width / 2, y: box.y + box.height }]
  })
  chart.dispose()
  return found
}

it.each([
  ['lying bars of categories', 'category', true, 'bar'],
  ['standing bars of categories', 'category', false, 'bar'],
  ['lying bars of days', 'time', true, 'bar'],
  ['lines over days', 'time', false, 'line'],
] as const)('labels next to %s fit into the picture', (_, kind, horizontal, shape) => {
  for (const height of [160, 240, 321]) {
    const found = labels(kind, horizontal, shape, height)
    expect(found.length).toBeGreaterThan(4)
    for (const { text, y } of found) expect([text, y <= height - 4]).toEqual([text, true])
  }
})

it('drops the line with the year from labels of a low picture, so that they fit', () => {
  const found = labels('time', false, 'line', 58)
  const dayLabels = found.filter(({ text }) => text.startsWith('Apr'))
  expect(dayLabels.map(({ text }) => text)).toEqual(['Apr 1', 'Apr 2', 'Apr 3'])
  expect(found.filter(({ text, y }) => text.includes('2001') || y > 58)).toEqual([])
})

it('abbreviates the numbers of an axis if the metric has integers and the form no format', () => {
  const texts = labels('category', true, 'bar', 240).map(({ text }) => text)
  expect(texts).toContain('0')
  expect(texts).toContain('600k')
  expect(texts.filter((text) => /[.,]\d{3}/.test(text))).toEqual([])
})

it('shows the year and the time zone below the first label', () => {
  const [name, below] = ['Apr 1', '2001, UTC'].map((wanted) =>
    labels('time', false, 'line', 240).find(({ text }) => text === wanted),
  )
  expect(Number(below?.y) - Number(name?.y)).toBeGreaterThanOrEqual(13)
})
