import type { BulletProps, Named } from './props.ts'
import type { Canvas } from '#charts/chart.ts'
import type { Ink } from '#charts/shared/ink.ts'
import type { Mark } from '#charts/shared/mark.ts'
import { numbersAxis } from '#charts/shared/plain-axes.ts'
import { tooltipFrame, tooltipHtml } from '#charts/shared/tooltip.ts'
import { rampColor, rampColors } from '#core/color/sequential.ts'
import { numberFormatter } from '#core/format/number.ts'
import { t } from '#core/text/t.ts'

type Option = Record<string, unknown>
type Props = BulletProps & Pick<Canvas, 'width' | 'height' | 'theme'>

/** Height in pixels of the strip, at most. */
const STRIP = 84

/** A part of the picture: what it is called, and where it stands. */
interface Part {
  readonly seriesId: string
  readonly dataIndex: number
  readonly name: string
  readonly value: number
}

const KINDS = { ranges: () => t('Range'), markers: () => t('Marker'), lines: () => t('Marker line') } as const

/** Everything that can be pointed at: the value, then what it is measured by. */
export function partsOf(props: BulletProps): Part[] {
  const { value, metric, ranges, markers, lines } = props
  const named = (seriesId: keyof typeof KINDS, items: readonly Named[]) =>
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

/** Parts as they are reached by keys; a value of all rows filters nothing. */
export function bulletMarks(props: BulletProps): Mark[] {
  return partsOf(props).map(({ seriesId, dataIndex, name, value }) => ({
    seriesId,
    seriesIndex: ORDER.indexOf(seriesId),
    dataIndex,
    pick: {},
    text: () => `${name}: ${numberFormatter(props.format)(value)}`,
  }))
}

/** The value, the stretch it lies in, and which markers it has passed. */
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

/** Draws a bar from one value to another, this share of the strip high. */
const bar =
  (share: number, height: number) =>
  (_: unknown, api: Api): Option => {
    const [from, y] = api.coord([api.value(0), 0.5])
    const [to] = api.coord([api.value(1), 0.5])
    const shape = {
      x: Math.min(from, to),
      y: y - (height * share) / 2,
      width: Math.abs(to - from),
      height: height * share,
    }
    return { type: 'rect', shape, style: api.style() }
  }

/** Draws a triangle that points down at a value, or a line through the strip. */
const pointer =
  (kind: 'triangle' | 'line', height: number) =>
  (_: unknown, api: Api): Option => {
    const [x, y] = api.coord([api.value(0), 0.5])
    const top = y - height / 2
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

/** A bar over shaded stretches, with what it is to reach. */
export function bulletOption(props: Props, ink: Ink): Option {
  const { value, ranges, markers, lines } = props
  const parts = partsOf(props)
  const ends = [0, value ?? 0, ...[...ranges, ...markers, ...lines].map((each) => each.value)]
  const ramp = rampColors(null, props.theme)
  const height = Math.max(16, Math.min(STRIP, props.height - 90))
  const top = Math.max(30, (props.height - height) / 2 - 6)
  const write = numberFormatter(props.format)
  const told = ({ seriesId, dataIndex }: { seriesId: string; dataIndex: number }): string => {
    const part = parts.find((each) => each.seriesId === seriesId && each.dataIndex === dataIndex)
    if (!part) return ''
    return tooltipHtml(props.metric, [{ color: 'transparent', name: part.name, text: write(part.value) }])
  }
  // The nearest stretch is the strongest.
  const shade = (at: number) => rampColor(ramp, ranges.length > 1 ? 0.42 - (0.42 * at) / (ranges.length - 1) : 0.05)
  const named = ranges.filter(({ name }) => name !== '')
  const series = (id: string, own: Option): Option => ({ id, type: 'custom', cursor: 'default', ...own })
  return {
    grid: { left: 12, right: 20, top, height, outerBoundsMode: 'same', outerBoundsContain: 'all' },
    xAxis: numbersAxis(
      {
        format: props.format,
        min: Math.min(...ends),
        max: Math.max(...ends, Math.min(...ends) + Number.MIN_VALUE),
        length: props.width,
      },
      ink,
    ),
    yAxis: { type: 'value', min: 0, max: 1, show: false },
    title: {
      text: `${props.metric}  ${value === null ? '' : write(value)}`,
      left: 12,
      top: Math.max(0, top - 34),
      padding: 0,
      textStyle: { color: ink.text, fontSize: 13, fontWeight: 600 },
    },
    tooltip: { ...tooltipFrame(ink), trigger: 'item', formatter: told },
    series: [
      series('ranges', {
        renderItem: bar(1, height),
        encode: { x: [0, 1] },
        data: ranges.map(({ value: end }, at) => ({
          value: [ranges[at - 1]?.value ?? Math.min(0, end), end],
          itemStyle: { color: shade(at) },
        })),
        label: {
          show: named.length > 0,
          position: 'insideBottomRight',
          color: ink.textMuted,
          fontSize: 11,
          formatter: ({ dataIndex }: { dataIndex: number }) => ranges[dataIndex]?.name ?? '',
        },
      }),
      series('value', {
        renderItem: bar(0.36, height),
        encode: { x: [0, 1] },
        data: value === null ? [] : [{ value: [0, value] }],
        itemStyle: { color: rampColor(ramp, 0.8) },
      }),
      series('markers', {
        renderItem: pointer('triangle', height),
        encode: { x: 0 },
        data: markers.map((each) => ({ value: [each.value] })),
        itemStyle: { color: ink.text },
      }),
      series('lines', {
        renderItem: pointer('line', height),
        encode: { x: 0 },
        data: lines.map((each) => ({ value: [each.value] })),
        itemStyle: { color: ink.text },
      }),
    ],
  }
}
