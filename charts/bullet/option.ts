import { type BulletProps, MAX_MARKS, type LabeledValue } from './props.ts'
import type { ChartViewProps } from '#charts/chart.ts'
import type { ChartTheme } from '#charts/shared/echarts/chart-theme.ts'
import type { Mark } from '#charts/shared/echarts/mark.ts'
import { valueAxisOption } from '#charts/shared/axes/echarts-axes.ts'
import { tooltipFrame, tooltipHtml } from '#charts/shared/tooltip/tooltip.ts'
import { rampColor, rampColors } from '#core/color/sequential.ts'
import { numberFormatter } from '#core/format/number.ts'
import { t } from '#core/text/t.ts'

type Option = Record<string, unknown>
type Props = BulletProps & Pick<ChartViewProps, 'width' | 'height' | 'theme'>

/** The maximum height of the strip and the height of the axis below it, in pixels. */
const STRIP = 84
const AXIS = 24

/** A part of the chart that has a tooltip: its name and position. */
interface TooltipPart {
  readonly seriesId: string
  readonly dataIndex: number
  readonly name: string
  readonly value: number
}

const KINDS = { ranges: () => t('Range'), markers: () => t('Marker'), lines: () => t('Marker line') } as const

/** Returns all parts with a tooltip: the value, then the ranges and markers. */
function partsOf(props: BulletProps): TooltipPart[] {
  const { value, metric, ranges, markers, lines } = props
  const named = (seriesId: keyof typeof KINDS, items: readonly LabeledValue[]) =>
    items.map((item, dataIndex) => ({
      seriesId,
      dataIndex,
      value: item.value,
      name: item.name === '' ? KINDS[seriesId]() : item.name,
    }))
  return [
    ...(value === null ? [] : [{ seriesId: 'value', dataIndex: 0, name: metric, value }]),
    ...named('ranges', ranges),
    ...named('markers', markers),
    ...named('lines', lines),
  ]
}

const ORDER = ['ranges', 'value', 'markers', 'lines']

/** Returns the parts as marks for keyboard navigation. They filter nothing: the value covers all rows. */
export function bulletMarks(props: BulletProps): Mark[] {
  return partsOf(props).map(({ seriesId, dataIndex, name, value }) => ({
    seriesId,
    seriesIndex: ORDER.indexOf(seriesId),
    dataIndex,
    selection: {},
    text: () => `${name}: ${numberFormatter(props.format)(value)}`,
  }))
}

/** Returns the note about ranges and markers that are not drawn; empty if all are. */
export const bulletNote = ({ left }: BulletProps): string =>
  left > 0 ? t('Showing the first %s of %s ranges and markers', MAX_MARKS, MAX_MARKS + left) : ''

/** Returns a summary of the value, the range it lies in and the markers it has passed. */
export function bulletSummary(props: BulletProps): string {
  const { value, metric, ranges, format } = props
  if (value === null) return t('Chart without values')
  const write = numberFormatter(format)
  const range = ranges.find((each) => value <= each.value)
  const within = range?.name ? t(', within %s', range.name) : ''
  const goals = [...props.markers, ...props.lines].map((each) => {
    const name = each.name === '' ? write(each.value) : `${each.name} ${write(each.value)}`
    return value >= each.value ? t('%s is reached', name) : t('%s is not reached', name)
  })
  return [`${metric} ${write(value)}${within}`, ...goals].join('. ')
}

interface Api {
  value(dimension: number): number
  coord(point: readonly [number, number]): [number, number]
  style(): Record<string, unknown>
}

/** Returns the top and height of the strip above the axis, in pixels. */
function stripOf(api: Api): { readonly top: number; readonly height: number } {
  const [, top] = api.coord([0, 1])
  const [, foot] = api.coord([0, 0])
  return { top, height: foot - top }
}

/** Renders a bar between two values. Its height is the given share of the strip. */
const bar =
  (share: number) =>
  (_: unknown, api: Api): Option => {
    const [from] = api.coord([api.value(0), 0])
    const [to] = api.coord([api.value(1), 0])
    const { top, height } = stripOf(api)
    const shape = {
      x: Math.min(from, to),
      y: top + (height * (1 - share)) / 2,
      width: Math.abs(to - from),
      height: height * share,
    }
    return { type: 'rect', shape, style: api.style() }
  }

/** Renders a triangle that points down at a value, or a line across the strip. */
const pointer =
  (kind: 'triangle' | 'line') =>
  (_: unknown, api: Api): Option => {
    const [x] = api.coord([api.value(0), 0])
    const { top, height } = stripOf(api)
    const points = [
      [x - 6, top - 9],
      [x + 6, top - 9],
      [x, top + 1],
    ]
    const line = { x: x - 1, y: top, width: 2, height }
    return kind === 'triangle'
      ? { type: 'polygon', shape: { points }, style: api.style() }
      : { type: 'rect', shape: line, style: api.style() }
  }

/** Returns the ranges, the bar and the markers, from back to front. */
function seriesOf({ value, ranges, markers, lines, theme }: Props, chartTheme: ChartTheme): Option[] {
  const ramp = rampColors(null, theme)
  // The range nearest to zero has the strongest color.
  const shade = (at: number) => rampColor(ramp, ranges.length > 1 ? 0.42 - (0.42 * at) / (ranges.length - 1) : 0.05)
  const series = (id: string, own: Option): Option => ({
    id,
    type: 'custom',
    cursor: 'default',
    emphasis: { itemStyle: { color: 'inherit' } },
    ...own,
  })
  const names = (items: readonly LabeledValue[], own: Option): Option => ({
    show: items.some(({ name }) => name !== ''),
    color: chartTheme.textMuted,
    fontSize: 11,
    formatter: ({ dataIndex }: { dataIndex: number }) => items[dataIndex]?.name ?? '',
    ...own,
  })
  const pointed = (id: string, kind: 'triangle' | 'line', items: readonly LabeledValue[]) =>
    series(id, {
      renderItem: pointer(kind),
      encode: { x: 0 },
      data: items.map((each) => ({ value: [each.value] })),
      label: names(items, { position: 'top', distance: 2 }),
      itemStyle: { color: chartTheme.text },
    })
  return [
    series('ranges', {
      renderItem: bar(1),
      encode: { x: [0, 1] },
      data: ranges.map(({ value: end }, index) => ({
        value: [ranges[index - 1]?.value ?? Math.min(0, end), end],
        itemStyle: { color: shade(index) },
      })),
      // Muted text would not be readable on the strongest range.
      label: names(ranges, { position: 'insideBottomRight', color: chartTheme.text }),
    }),
    series('value', {
      renderItem: bar(0.36),
      encode: { x: [0, 1] },
      data: value === null ? [] : [{ value: [0, value] }],
      itemStyle: { color: rampColor(ramp, 0.8) },
    }),
    pointed('markers', 'triangle', markers),
    pointed('lines', 'line', lines),
  ]
}

/** Returns the ECharts option of a bar over shaded ranges, with its markers. */
export function bulletOption(props: Props, theme: ChartTheme): Option {
  const { value, ranges, markers, lines } = props
  const parts = partsOf(props)
  const ends = [0, value ?? 0, ...[...ranges, ...markers, ...lines].map((each) => each.value)]
  const [min, max] = [Math.min(...ends), Math.max(...ends)]
  const height = Math.max(16, Math.min(STRIP, props.height - 96))
  const top = Math.max(46, (props.height - height) / 2 - 6)
  const write = numberFormatter(props.format)
  const reported = ({ seriesId, dataIndex }: { seriesId: string; dataIndex: number }): string => {
    const part = parts.find((each) => each.seriesId === seriesId && each.dataIndex === dataIndex)
    if (!part) return ''
    return tooltipHtml(props.metric, [{ color: 'transparent', name: part.name, text: write(part.value) }])
  }
  return {
    grid: { left: 12, right: 20, top, height: height + AXIS, outerBoundsMode: 'same', outerBoundsContain: 'all' },
    xAxis: valueAxisOption(
      { format: props.format, min, max: max > min ? max : min + 1, length: props.width, height: props.height },
      theme,
    ),
    yAxis: { type: 'value', min: 0, max: 1, show: false },
    title: {
      text: `${props.metric}  ${value === null ? '' : write(value)}`,
      left: 12,
      top: Math.max(0, top - 46),
      padding: 0,
      textStyle: { color: theme.text, fontSize: 13, fontWeight: 600 },
    },
    tooltip: { ...tooltipFrame(theme), trigger: 'item', formatter: reported },
    series: seriesOf(props, theme),
  }
}
