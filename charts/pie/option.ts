import { MAX_SLICES, type PieProps, type Slice } from './props.ts'
import type { ChartViewProps } from '#charts/chart.ts'
import { colorsFor } from '#charts/shared/colors.ts'
import { estimatedWidth, fittedText, type WidthOf } from '#charts/shared/echarts/fitted-text.ts'
import type { ChartTheme } from '#charts/shared/echarts/chart-theme.ts'
import { legendOption, legendSpace, namesInOrder, uniqueNames } from '#charts/shared/legend/legend.ts'
import type { Mark } from '#charts/shared/echarts/mark.ts'
import { partText } from '#charts/shared/controls/part-label.ts'
import { labelColorOn } from '#charts/shared/echarts/label-color.ts'
import { isMarkHighlighted } from '#charts/shared/timeseries/timeseries-marks.ts'
import { tooltipFrame, tooltipHtml } from '#charts/shared/tooltip/tooltip.ts'
import { joinedNotes, invalidPartsNote } from '#charts/shared/invalid-part-count.ts'
import { formatCompact } from '#core/format/compact.ts'
import { numberFormatter } from '#core/format/number.ts'
import { t } from '#core/text/t.ts'

type Option = Record<string, unknown>
type Props = PieProps & Pick<ChartViewProps, 'width' | 'height' | 'theme' | 'selectedMarks' | 'isSelectionExcluded'>

/** The props with the layout that fits: labels next to the ring, or compact with a legend below it. */
type FittedProps = Props & { readonly isCompact: boolean }

/** Returns the note about groups without a separate slice; empty if there are none. */
export function pieNote(props: PieProps): string {
  const { gathered } = props
  const text = 'The largest %s groups are shown; %s smaller ones are combined in the last slice'
  return joinedNotes(gathered > 0 ? t(text, MAX_SLICES, gathered) : '', invalidPartsNote(props))
}

/** Returns the slices as marks for keyboard navigation. */
export function pieMarks({ slices, format }: PieProps): Mark[] {
  return slices.map((slice, dataIndex) => ({
    seriesId: 'pie',
    seriesIndex: 0,
    dataIndex,
    selection: slice.selection,
    text: () => partText(slice, 'key_value_percent', format),
  }))
}

/** Returns a summary of the largest shares, and the largest and smallest slice. */
export function pieSummary(props: PieProps): string {
  const { slices } = props
  if (slices.length === 0) return t('Chart without values')
  const text = (slice: Slice) => partText(slice, 'key_value_percent', props.format)
  const largest = slices.slice(0, 5).map((slice) => partText(slice, 'key_percent', props.format))
  const sorted = slices.toSorted((a, b) => b.value - a.value)
  const [greatest, least] = [sorted[0], sorted.at(-1)]
  const ends =
    slices.length > 1 && greatest && least ? [t('greatest %s', text(greatest)), t('least %s', text(least))] : []
  return [`${props.metric}. ${largest.join(', ')}`, ...ends].join('. ')
}

/** Returns the center of the ring and half of the shorter side, in pixels, outside the legend area. */
function ringArea(props: Props, hasLegend: boolean): { center: [number, number]; half: number } {
  const room = legendSpace(props.legend, hasLegend)
  const width = props.width - room.left - room.right
  const height = props.height - room.top - room.bottom
  return { center: [room.left + width / 2, room.top + height / 2], half: Math.max(0, Math.min(width, height) / 2) }
}

function tooltip(props: Props, colors: readonly string[], theme: ChartTheme): Option {
  const formatter = ({ dataIndex }: { dataIndex: number }): string => {
    const slice = props.slices[dataIndex]
    if (!slice) return ''
    const text = partText(slice, 'value_percent', props.format)
    return tooltipHtml(props.metric, [{ color: colors[dataIndex] ?? theme.other, name: slice.name, text }])
  }
  return { ...tooltipFrame(theme), trigger: 'item', formatter }
}

const TOTAL_LETTER = 7.5
/** The space between the total and the ring around it, in pixels. */
const TOTAL_ROOM = 12

/**
 * Returns the text of the total: in the hole of a ring, or else in the corner. A ring with a single slice always shows
 * it.
 */
function total(props: Props, center: readonly [number, number], ring: number, theme: ChartTheme): Option {
  const inHole = { left: center[0], top: center[1] - 7, padding: 0, textAlign: 'center' }
  const number = numberFormatter(props.format)(props.total)
  const text = t('Total: %s', number)
  const hole = (ring * props.innerRadius) / 50 - TOTAL_ROOM
  const currency = /^\p{Sc}/u.exec(number)?.[0] ?? ''
  const short = `${currency}${formatCompact(props.total)}`
  const shortest = short.length < number.length ? short : number
  const fitting = [text, number].find((each) => each.length * TOTAL_LETTER <= hole) ?? shortest
  const isLone = props.slices.length === 1 && props.innerRadius > 0
  return {
    show: (props.showTotal || isLone) && props.slices.length > 0,
    text: props.innerRadius > 0 ? fitting : text,
    ...(props.innerRadius > 0 ? inHole : { right: 0, bottom: 0 }),
    textStyle: { color: theme.text, fontSize: 13, fontWeight: 600 },
  }
}

interface SliceStyle {
  readonly names: readonly string[]
  readonly colors: readonly string[]
  readonly texts: readonly string[]
}

function slicesOption(props: Props, { names, colors, texts }: SliceStyle): Option[] {
  return props.slices.map((slice, index) => {
    const hasLabel = texts[index] !== ''
    return {
      id: `s${index}`,
      name: names[index],
      value: slice.value,
      itemStyle: { color: colors[index], opacity: isMarkHighlighted(props, slice.selection) ? 1 : 0.3 },
      label: { show: hasLabel, ...(props.labelsOutside ? {} : { color: labelColorOn(colors[index]) }) },
      labelLine: { show: hasLabel && props.labelsOutside && props.labelLine },
    }
  })
}

/** The length of a label line, and the margins around the label, in pixels. */
const LABEL_GAP = 20
/**
 * Labels that would shrink the ring below this share of its regular size are replaced by a legend. With the default
 * outer radius, the limit is 60 % of the tile.
 */
const MIN_RING = 0.857
/** The outer radius without labels next to the ring, in percent. */
const COMPACT_RADIUS = 90
/** The maximum number of lines of a label, and the line height in pixels. */
const LINES = 3
const LINE = 14

/**
 * Returns a ring size with room for the longest word next to it, so that no word is broken, but never too small to
 * read.
 */
function ringFor(props: Props, half: number, widthOf: WidthOf): number {
  if (!props.showLabels || !props.labelsOutside) return half
  const labelled = props.slices.filter(({ share }) => share >= props.labelThreshold)
  const words = labelled.flatMap((slice) => partText(slice, props.label, props.format).split(/\s+/))
  const longest = Math.max(0, ...words.map(widthOf)) + LABEL_GAP
  const room = legendSpace(props.legend, props.legend.shown && props.slices.length > 1)
  const most = ((props.width - room.left - room.right) / 2 - longest) / (props.outerRadius / 100 || 1)
  return Math.min(half, most)
}

const hasLegend = ({ legend, slices, isCompact }: FittedProps): boolean =>
  legend.shown && (slices.length > 1 || isCompact)

/** Returns the compact layout with a legend if the tile is too narrow for labels next to a readable ring. */
function fitLayout(props: Props, widthOf: WidthOf): FittedProps {
  const whole: FittedProps = { ...props, isCompact: false }
  const { half } = ringArea(props, hasLegend(whole))
  if (ringFor(props, half, widthOf) >= half * MIN_RING) return whole
  return {
    ...props,
    showLabels: false,
    outerRadius: Math.max(props.outerRadius, COMPACT_RADIUS),
    legend: { shown: true, scrolls: true, orientation: 'bottom' },
    isCompact: true,
  }
}

/** From this share on, the center of the largest slice is on the right. */
const DOMINANT = 0.75
const TOP = 90

/**
 * Returns the start angle in degrees, counterclockwise from the right. The first slice starts at the top, unless one
 * slice takes most of the ring: its label would be below the ring, where there is no room, and overlap the edge.
 */
function startAngle({ slices, showLabels, labelsOutside }: Props): number {
  const at = slices.findIndex(({ share }) => share > DOMINANT)
  const dominant = slices[at]
  if (!dominant || !showLabels || !labelsOutside) return TOP
  const before = slices.slice(0, at).reduce((sum, { share }) => sum + share, 0)
  return 360 * (before + dominant.share / 2)
}

/** Returns the label of each slice: the part that fits next to it, or the full text inside; none for small slices. */
function textsOf(props: Props, ring: number, widthOf: WidthOf): string[] {
  const room = legendSpace(props.legend, props.legend.shown && props.slices.length > 1)
  const half = (props.width - room.left - room.right) / 2
  const neighbor = { width: Math.ceil(half - (ring * props.outerRadius) / 100 - LABEL_GAP), height: LINES * LINE }
  return props.slices.map((slice) => {
    if (!props.showLabels || slice.share < props.labelThreshold) return ''
    const text = partText(slice, props.label, props.format)
    if (!props.labelsOutside) return text
    const name = props.label.startsWith('key') ? partText(slice, 'key', props.format) : undefined
    return fittedText(text, name, neighbor, widthOf)
  })
}

/** Returns the ECharts option of the pie. */
export function pieOption(given: Props, theme: ChartTheme, widthOf: WidthOf = estimatedWidth): Option {
  const props = fitLayout(given, widthOf)
  const { slices } = props
  const names = uniqueNames(slices.map((slice) => slice.name))
  const colors = colorsFor(slices, props, props.theme).map((color, index) =>
    slices[index]?.isRest ? theme.other : color,
  )
  const isLegendShown = hasLegend(props)
  const { center, half } = ringArea(props, isLegendShown)
  const ring = ringFor(props, half, widthOf)
  const texts = textsOf(props, ring, widthOf)
  const series = {
    id: 'pie',
    type: 'pie',
    // If all values are 0, no slices and no empty ring are drawn.
    stillShowZeroSum: false,
    showEmptyCircle: false,
    center,
    startAngle: startAngle(props),
    radius: [(ring * props.innerRadius) / 100, (ring * props.outerRadius) / 100],
    data: slicesOption(props, { names, colors, texts }),
    cursor: slices.some((slice) => Object.keys(slice.selection).length > 0) ? 'pointer' : 'default',
    itemStyle: { borderColor: theme.surface, borderWidth: 1 },
    label: {
      position: props.labelsOutside ? 'outer' : 'inner',
      color: props.labelsOutside ? theme.text : theme.surface,
      fontSize: 11,
      lineHeight: LINE,
      // The texts are already fitted; ECharts must not break numbers.
      overflow: 'none',
      bleedMargin: 2,
      distanceToLabelLine: 3,
      formatter: ({ dataIndex }: { dataIndex: number }) => texts[dataIndex] ?? '',
    },
    labelLine: { length: 6, length2: 4, lineStyle: { color: theme.axisLine } },
    emphasis: { scaleSize: 4, focus: 'self' },
  }
  return {
    legend: legendOption(props.legend, namesInOrder(slices, names), isLegendShown, theme),
    tooltip: tooltip(props, colors, theme),
    title: total(props, center, ring, theme),
    series: [series],
  }
}
