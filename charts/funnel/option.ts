import { type FunnelProps, MAX_STEPS, type Step } from './props.ts'
import type { ChartViewProps } from '#charts/chart.ts'
import { colorsFor } from '#charts/shared/colors.ts'
import { estimatedWidth, fittedText, type WidthOf } from '#charts/shared/echarts/fitted-text.ts'
import { labelColorOn } from '#charts/shared/echarts/label-color.ts'
import type { ChartTheme } from '#charts/shared/echarts/chart-theme.ts'
import { legendOption, legendSpace, namesInOrder, uniqueNames } from '#charts/shared/legend/legend.ts'
import type { Mark } from '#charts/shared/echarts/mark.ts'
import { partText } from '#charts/shared/controls/part-label.ts'
import { isMarkHighlighted } from '#charts/shared/timeseries/timeseries-marks.ts'
import { tooltipFrame, tooltipHtml } from '#charts/shared/tooltip/tooltip.ts'
import { joinedNotes, invalidPartsNote } from '#charts/shared/invalid-part-count.ts'
import { t } from '#core/text/t.ts'

type Option = Record<string, unknown>
type Props = FunnelProps & Pick<ChartViewProps, 'width' | 'height' | 'theme' | 'selectedMarks' | 'isSelectionExcluded'>

/** The minimum height of a labeled step, and the padding of a label, in pixels. */
const LEAST = 13
const AROUND = 12

/**
 * The maximum number of legend entries. Longer legends are not readable, and ECharts searches all entries for each
 * step.
 */
const MAX_ENTRIES = 300

/** From this number on, steps are thinner than a pixel and are painted as one element. */
const MANY_STEPS = 1000

/** The style of a step. */
export interface StepStyle {
  readonly color: string
  readonly opacity: number
}

/** Returns the note about steps that the chart or its legend omits; empty if there are none. */
export function funnelNote(props: FunnelProps): string {
  const { steps, left, legend } = props
  const isCut = legend.shown && steps.length > MAX_ENTRIES
  return joinedNotes(
    left > 0 ? t('Showing the largest %s of %s steps', MAX_STEPS, MAX_STEPS + left) : '',
    isCut ? t('The legend is hidden because there are too many steps') : '',
    invalidPartsNote(props),
  )
}

/** Returns the steps as marks for keyboard navigation. */
export function funnelMarks({ steps, format }: FunnelProps): Mark[] {
  return steps.map((step, dataIndex) => ({
    seriesId: 'funnel',
    seriesIndex: 0,
    dataIndex,
    selection: step.selection,
    text: () => partText(step, 'key_value_percent', format),
  }))
}

/** Returns the first and last step and the overall conversion. */
export function funnelSummary({ steps, metric, format }: FunnelProps): string {
  const [first] = steps
  const last = steps.at(-1)
  if (!first || !last) return t('Chart without values')
  const text = (step: Step) => partText(step, 'key_value', format)
  const through = first.value > 0 ? `${Math.round((1000 * last.value) / first.value) / 10}%` : '-'
  return t('%s in %s steps. From %s to %s: %s come through', metric, steps.length, text(first), text(last), through)
}

/** The label of a step, and whether it is inside the step. */
interface StepLabel {
  readonly text: string
  readonly isInside: boolean
}

/** Places each label inside or next to its step, where more of it fits; thin steps have none. */
function labelsOf(props: Props, width: number, height: number, widthOf: WidthOf): StepLabel[] {
  const most = props.steps[0]?.value ?? 0
  const high = height / Math.max(1, props.steps.length)
  // A single setting hides all labels if no step has one.
  if (!props.showLabels || high < LEAST) return []
  return props.steps.map((step, index) => {
    const text = partText(step, props.label, props.format)
    const name = props.label.startsWith('key') ? partText(step, 'key', props.format) : undefined
    const next = props.steps[index + 1]?.value ?? 0
    const [top, mean] = most > 0 ? [(step.value / most) * width, ((step.value + next) / 2 / most) * width] : [0, 0]
    // Lines below the center would leave a step that narrows.
    const inside = fittedText(text, name, { width: mean - AROUND, height: Math.min(high, 2 * LEAST) }, widthOf)
    const neighbor = fittedText(text, name, { width: (width - top) / 2 - AROUND, height: high }, widthOf)
    const isInside = inside.length >= neighbor.length
    return { text: isInside ? inside : neighbor, isInside }
  })
}

const labelPosition = ({ isInside }: StepLabel, color: string | undefined, theme: ChartTheme): Option => ({
  position: isInside ? 'inside' : 'rightTop',
  color: isInside ? labelColorOn(color) : theme.text,
})

function tooltip(props: Props, colors: readonly string[], theme: ChartTheme): Option {
  const formatter = ({ dataIndex }: { dataIndex: number }): string => {
    const step = props.steps[dataIndex]
    if (!step) return ''
    const text = partText(step, props.partLabel, props.format)
    const isNamed = props.partLabel.startsWith('key')
    const row = { color: colors[dataIndex] ?? theme.other, name: isNamed ? '' : step.name, text }
    return tooltipHtml(props.metric, [row])
  }
  return { ...tooltipFrame(theme), trigger: 'item', formatter }
}

const opacityOf = (props: Props, { selection }: FunnelProps['steps'][number]): number =>
  isMarkHighlighted(props, selection) ? 1 : 0.3

/** Returns the ECharts option of the steps, stacked vertically, each as wide as its value. */
export function funnelOption(props: Props, theme: ChartTheme, widthOf: WidthOf = estimatedWidth): Option {
  const { steps } = props
  const names = uniqueNames(steps.map(({ name }) => name))
  const colors = colorsFor(steps, props, props.theme)
  const canHaveLegend = steps.length <= MAX_ENTRIES
  const hasLegend = props.legend.shown && steps.length > 1 && canHaveLegend
  const room = legendSpace(props.legend, hasLegend)
  const box = {
    left: room.left,
    right: room.right,
    top: room.top + 4,
    bottom: room.bottom + 4,
    width: Math.max(0, props.width - room.left - room.right),
    height: Math.max(0, props.height - room.top - room.bottom - 8),
  }
  const labels = labelsOf(props, box.width, box.height, widthOf)
  const looks = steps.map((step, index): StepStyle => ({ color: colors[index] ?? '', opacity: opacityOf(props, step) }))
  const isMany = steps.length >= MANY_STEPS
  return {
    legend: canHaveLegend ? legendOption(props.legend, namesInOrder(steps, names), hasLegend, theme) : [],
    tooltip: tooltip(props, colors, theme),
    series: [
      {
        id: 'funnel',
        type: 'funnel',
        ...box,
        min: 0,
        max: Math.max(steps[0]?.value ?? 0, Number.MIN_VALUE),
        minSize: '0%',
        maxSize: '100%',
        sort: 'none',
        gap: 0,
        slices: isMany ? (at: number) => looks[at] : null,
        // Steps painted as one have no item style, which ECharts would read for each.
        data: isMany
          ? steps.map(({ value }) => value)
          : steps.map((step, index) => ({
              id: `s${index}`,
              name: names[index],
              value: step.value,
              itemStyle: looks[index],
              ...(labels[index] && { label: labelPosition(labels[index], colors[index], theme) }),
            })),
        cursor: steps.some(({ selection }) => Object.keys(selection).length > 0) ? 'pointer' : 'default',
        itemStyle: { borderColor: theme.surface, borderWidth: steps.length > 200 ? 0 : 1 },
        labelLine: { show: false },
        label: {
          show: labels.length > 0,
          fontSize: 11,
          lineHeight: LEAST,
          formatter: ({ dataIndex }: { dataIndex: number }) => labels[dataIndex]?.text ?? '',
        },
        emphasis: { focus: steps.length > 200 ? 'none' : 'self', label: { show: labels.length > 0 } },
      },
    ],
  }
}
