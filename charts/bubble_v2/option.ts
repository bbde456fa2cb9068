import type { Bubble, BubbleProps } from './props.ts'
import type { ChartViewProps } from '#charts/chart.ts'
import { colorsFor } from '#charts/shared/colors.ts'
import type { ChartTheme } from '#charts/shared/echarts/chart-theme.ts'
import { truncateLabel, legendOption, legendSpace, namesInOrder, uniqueNames } from '#charts/shared/legend/legend.ts'
import type { Mark } from '#charts/shared/echarts/mark.ts'
import { valueAxisOption, gridOption } from '#charts/shared/axes/echarts-axes.ts'
import { isMarkHighlighted } from '#charts/shared/timeseries/timeseries-marks.ts'
import { tooltipFrame, tooltipHtml } from '#charts/shared/tooltip/tooltip.ts'
import { numberFormatter } from '#core/format/number.ts'
import { t } from '#core/text/t.ts'

type Option = Record<string, unknown>
type Props = BubbleProps & Pick<ChartViewProps, 'width' | 'height' | 'theme' | 'selectedMarks' | 'isSelectionExcluded'>

/** The minimum diameter in pixels, and the maximum number of labeled bubbles. */
const LEAST = 4
const NAMED = 10

/** Returns the diameter of a bubble in pixels. The area is proportional to the size. */
export function diameterOf({ largest, mostSize }: BubbleProps, size: number): number {
  return mostSize > 0 ? Math.max(Math.min(LEAST, largest), largest * Math.sqrt(size / mostSize)) : largest
}

function partsOf({ x, y, size }: BubbleProps, bubble: Bubble): { name: string; text: string }[] {
  return [
    { name: x.title, text: numberFormatter(x.format)(bubble.x) },
    { name: y.title, text: numberFormatter(y.format)(bubble.y) },
    { name: size.title, text: numberFormatter(size.format)(bubble.size) },
  ]
}

/** Returns the bubbles as marks for keyboard navigation, grouped by color. */
export function bubbleMarks(props: BubbleProps): Mark[] {
  return props.families.flatMap(({ name, bubbles }, seriesIndex) =>
    bubbles.map((bubble, dataIndex) => ({
      seriesId: `f${seriesIndex}`,
      seriesIndex,
      dataIndex,
      selection: bubble.selection,
      text: () => {
        const title = [bubble.name, ...(name === '' ? [] : [name])].join(', ')
        return `${title}: ${partsOf(props, bubble)
          .map((part) => `${part.name} ${part.text}`)
          .join(', ')}`
      },
    })),
  )
}

/** Returns a summary of the axes and the largest bubble. */
export function bubbleSummary(props: BubbleProps): string {
  const all = props.families.flatMap(({ bubbles }) => bubbles)
  const [largest] = all.toSorted((a, b) => b.size - a.size)
  if (!largest) return t('Chart without values')
  const size = numberFormatter(props.size.format)(largest.size)
  const text = `${largest.name}, ${props.size.title} ${size}`
  return t('%s against %s for %s bubbles. Largest: %s', props.y.title, props.x.title, all.length, text)
}

/** Returns the note about bubbles that are not drawn. */
export function bubbleNote({ families, left }: BubbleProps): string {
  const drawn = families.reduce((sum, { bubbles }) => sum + bubbles.length, 0)
  return [
    ...(left.more > 0 ? [t('Showing the first %s of %s bubbles', drawn, drawn + left.more)] : []),
    ...(left.unplaced > 0 ? [t('%s cannot be shown on a logarithmic axis', left.unplaced)] : []),
  ].join('. ')
}

/** Returns the two metric axes, which need not start at zero. */
function axesOf(props: Props, theme: ChartTheme): Option {
  const { x, y, width, height } = props
  const [min, max] = props.bounds
  const all = props.families.flatMap(({ bubbles }) => bubbles)
  const own = ({ format, caption, title, isLog, rotation }: typeof x) => {
    return { format, title: caption || title, isLog, rotation, height, isFree: true }
  }
  return {
    xAxis: valueAxisOption({ ...own(x), length: width, values: all.map((each) => each.x) }, theme),
    yAxis: valueAxisOption(
      { ...own(y), isUpright: true, min, max, length: height, values: all.map((each) => each.y) },
      theme,
    ),
  }
}

/** Returns the ECharts option of the bubbles. */
export function bubbleOption(props: Props, theme: ChartTheme): Option {
  const { families } = props
  const names = uniqueNames(families.map(({ name }) => name))
  const colors = colorsFor(families, props, props.theme)
  const hasLegend = props.legend.shown && props.isColored && families.length > 1
  const sizes = families.flatMap(({ bubbles }) => bubbles.map(({ size }) => size)).toSorted((a, b) => b - a)
  const named = sizes[NAMED - 1] ?? 0
  const reported = ({ seriesIndex, dataIndex }: { seriesIndex: number; dataIndex: number }): string => {
    const family = families[seriesIndex]
    const bubble = family?.bubbles[dataIndex]
    if (!bubble) return ''
    const title = [bubble.name, ...(family.name === '' ? [] : [family.name])].join(', ')
    const [first, ...others] = partsOf(props, bubble).map((part) => ({ ...part, color: 'transparent' }))
    return tooltipHtml(title, first ? [{ ...first, color: colors[seriesIndex] ?? theme.other }, ...others] : [])
  }
  return {
    grid: gridOption(legendSpace(props.legend, hasLegend)),
    ...axesOf(props, theme),
    legend: legendOption(props.legend, namesInOrder(families, names), hasLegend, theme),
    tooltip: { ...tooltipFrame(theme), trigger: 'item', formatter: reported },
    series: families.map(
      (family, index): Option => ({
        id: `f${index}`,
        name: names[index],
        type: 'scatter',
        clip: true,
        cursor: 'pointer',
        itemStyle: { color: colors[index], borderColor: colors[index], borderWidth: 1 },
        emphasis: { focus: families.length > 1 ? 'series' : 'none', scale: 1.15 },
        labelLayout: { hideOverlap: true },
        data: family.bubbles.map((bubble) => ({
          value: [bubble.x, bubble.y],
          symbolSize: diameterOf(props, bubble.size),
          itemStyle: { opacity: props.opacity * (isMarkHighlighted(props, bubble.selection) ? 1 : 0.3) },
          label: { show: bubble.size >= named && bubble.size > 0 },
        })),
        label: {
          position: 'top',
          distance: 2,
          fontSize: 11,
          color: theme.text,
          textBorderColor: theme.surface,
          textBorderWidth: 2,
          formatter: ({ dataIndex }: { dataIndex: number }) => truncateLabel(family.bubbles[dataIndex]?.name ?? '', 24),
        },
      }),
    ),
  }
}
