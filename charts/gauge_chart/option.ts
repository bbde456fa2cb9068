import type { GaugeProps, Pointer } from './props.ts'
import type { ChartViewProps } from '#charts/chart.ts'
import { colorsFor } from '#charts/shared/colors.ts'
import type { ChartTheme } from '#charts/shared/echarts/chart-theme.ts'
import { truncateLabel } from '#charts/shared/legend/legend.ts'
import type { Mark } from '#charts/shared/echarts/mark.ts'
import { isMarkHighlighted } from '#charts/shared/timeseries/timeseries-marks.ts'
import { tooltipFrame, tooltipHtml } from '#charts/shared/tooltip/tooltip.ts'
import { categoricalScheme, schemeColors } from '#core/color/categorical.ts'
import { axisFormatter } from '#core/format/axis.ts'
import { numberFormatter } from '#core/format/number.ts'
import { t } from '#core/text/t.ts'

type Option = Record<string, unknown>
type Props = GaugeProps & Pick<ChartViewProps, 'width' | 'height' | 'theme' | 'selectedMarks' | 'isSelectionExcluded'>

/** Formats the value of a pointer with its surrounding text. */
export function valueOf({ format, around }: Pick<GaugeProps, 'format' | 'around'>, value: number): string {
  return around.replaceAll('{value}', numberFormatter(format)(value))
}

/** Returns the pointers as marks for keyboard navigation. */
export function gaugeMarks(props: GaugeProps): Mark[] {
  return props.pointers.map((pointer, dataIndex) => ({
    seriesId: 'gauge',
    seriesIndex: 0,
    dataIndex,
    selection: pointer.selection,
    text: () => t('%s: %s of %s', pointer.name, valueOf(props, pointer.value), valueOf(props, props.max)),
  }))
}

/** Returns a summary of the pointers and the scale. */
export function gaugeSummary(props: GaugeProps): string {
  if (props.pointers.length === 0) return t('Chart without values')
  const text = ({ name, value }: Pointer) => `${name} ${valueOf(props, value)}`
  const scale = t('from %s to %s', valueOf(props, props.min), valueOf(props, props.max))
  return `${props.metric}, ${scale}. ${props.pointers.map(text).join(', ')}`
}

/** Returns how far the dial extends below its center, in radii. */
function belowOf({ startAngle, endAngle }: Props): number {
  const reach = (degrees: number) => -Math.sin((degrees * Math.PI) / 180)
  // The extent of the arc's ends below the center; a full circle extends a whole radius.
  const isWide = Math.abs(startAngle - endAngle) > 280
  return isWide ? 1 : Math.max(0.35, reach(startAngle), reach(endAngle))
}

/** Returns the center and radius of the dial: centered, as large as fits. */
function dialOf(props: Props): { center: [number, number]; radius: number } {
  const { width, height } = props
  const below = belowOf(props)
  const radius = Math.max(0, Math.min((width - 16) / 2, (height - 16) / (1 + below)))
  return { center: [width / 2, 8 + radius + (height - 16 - radius * (1 + below)) / 2], radius }
}

/** The offset of the first of several lines below the center, in radii. */
const FIRST = 0.2
/** The margin around the dial, the minimum font size, and the line height relative to it; sizes in pixels. */
const EDGE = 8
const LEAST = 9
const MIN_LINE_WIDTH = 11

/** The minimum radius in pixels of a dial with a title below its value. */
const MIN_TITLED_RADIUS = 40

/** Escapes rich text markup: a brace is followed by a zero-width space. */
const escapeRichText = (text: string): string => text.replaceAll('{', '{\u200b')

/** Returns the texts in the center: name over value for one pointer, one line each for several. */
function textsOf(props: Props, colors: readonly string[], radius: number, theme: ChartTheme): Option[] {
  const { pointers, fontSize } = props
  const isOne = pointers.length === 1
  // The last line must fit inside the picture: half a line plus the margin above its bottom.
  const room = radius * belowOf(props) + EDGE - radius * FIRST
  const lines = Math.min(pointers.length, Math.max(1, Math.floor(room / MIN_LINE_WIDTH + 0.4)))
  const line = Math.min(fontSize * 1.35, room / Math.max(1, lines - 0.4))
  const more = pointers.length - lines + 1
  const longest = pointers.reduce(
    (most, { name, value }) => Math.max(most, name.length + valueOf(props, value).length),
    0,
  )
  const size = Math.max(LEAST, Math.min(fontSize, line / 1.25, radius / (0.55 * (longest + 4))))
  const px = (pixels: number) => `${(100 * pixels) / Math.max(1, radius)}%`
  const letters = Math.max(6, Math.floor((radius * 1.1) / (size * 0.55)))
  return pointers.map((pointer, index): Option => {
    const y = isOne ? radius * 0.42 : radius * FIRST + index * line
    const value = valueOf(props, pointer.value)
    return {
      name: pointer.name,
      value: pointer.value,
      itemStyle: { color: colors[index], opacity: isMarkHighlighted(props, pointer.selection) ? 1 : 0.3 },
      pointer: { itemStyle: { color: colors[index] } },
      title: {
        show: isOne && radius >= MIN_TITLED_RADIUS,
        offsetCenter: ['0%', px(y + fontSize * 1.6)],
        color: theme.textMuted,
        fontSize: 12,
      },
      detail: {
        offsetCenter: ['0%', px(y)],
        color: theme.text,
        fontSize: isOne ? Math.min(fontSize * 1.5, radius / (0.3 * Math.max(4, value.length))) : size,
        fontWeight: isOne ? 600 : 400,
        rich: { dot: { color: colors[index], fontSize: size } },
        show: index < lines,
        formatter: isOne
          ? value
          : index === lines - 1 && more > 1
            ? `+ ${more}`
            : `{dot|●} ${escapeRichText(truncateLabel(pointer.name, Math.max(4, letters - value.length)))}: ${escapeRichText(value)}`,
      },
    }
  })
}

/** Returns the ECharts option of a dial with a pointer for each value. */
export function gaugeOption(props: Props, theme: ChartTheme): Option {
  const { pointers, shows, min, max } = props
  const { center, radius } = dialOf(props)
  const colors = colorsFor(pointers, props, props.theme)
  const scheme = schemeColors(categoricalScheme(props.colorScheme, props.colorDomain), props.theme)
  const ring = Math.max(6, Math.min(22, radius * 0.13))
  const width = shows.overlap || pointers.length < 2 ? ring : (ring * 2) / pointers.length
  const stretches = props.stretches.map(({ end, color }) => [end, scheme[color % scheme.length] ?? theme.other])
  const rest = (stretches.at(-1)?.[0] ?? 0) === 1 ? [] : [[1, theme.gridLine]]
  const write = axisFormatter(props.format)
  const reported = ({ dataIndex }: { dataIndex: number }): string => {
    const pointer = pointers[dataIndex]
    if (!pointer) return ''
    const color = colors[dataIndex] ?? theme.other
    return tooltipHtml(props.metric, [{ color, name: pointer.name, text: valueOf(props, pointer.value) }])
  }
  const hasNumbers = radius >= 60
  return {
    tooltip: { ...tooltipFrame(theme), trigger: 'item', formatter: reported },
    series: [
      {
        id: 'gauge',
        type: 'gauge',
        center,
        radius,
        min,
        max,
        startAngle: props.startAngle,
        endAngle: props.endAngle,
        splitNumber: radius < 110 ? Math.min(4, props.splits) : props.splits,
        animation: false,
        cursor: pointers.some(({ selection }) => Object.keys(selection).length > 0) ? 'pointer' : 'default',
        axisLine: {
          roundCap: shows.roundCap,
          lineStyle: { width: shows.overlap || pointers.length < 2 ? ring : ring * 2, color: [...stretches, ...rest] },
        },
        progress: {
          show: shows.progress,
          overlap: shows.overlap,
          roundCap: shows.roundCap,
          width,
        },
        pointer: { show: shows.pointer, length: '60%', width: Math.max(3, ring / 4) },
        anchor: { show: false },
        axisTick: { show: shows.ticks, distance: 2, length: 4, lineStyle: { color: theme.axisLine } },
        splitLine: { show: shows.splits, distance: 2, length: 9, lineStyle: { color: theme.axisLine, width: 1 } },
        axisLabel: {
          show: hasNumbers,
          distance: (shows.overlap || pointers.length < 2 ? ring : ring * 2) + 6,
          color: theme.axisText,
          fontSize: Math.min(11, props.fontSize),
          formatter: (value: number) => write(value),
        },
        data: textsOf(props, colors, radius, theme),
      },
    ],
  }
}
