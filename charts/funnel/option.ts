import { type FunnelProps, MAX_STEPS, type Step } from './props.ts'
import type { Canvas } from '#charts/chart.ts'
import { colorsFor } from '#charts/shared/colors.ts'
import { aboutWidth, fittedText, type WidthOf } from '#charts/shared/echarts/fitted-text.ts'
import { labelColorOn } from '#charts/shared/echarts/label-color.ts'
import type { ChartTheme } from '#charts/shared/echarts/chart-theme.ts'
import { legendOption, legendRoom, namesInOrder, uniqueNames } from '#charts/shared/legend/legend.ts'
import type { Mark } from '#charts/shared/echarts/mark.ts'
import { partText } from '#charts/shared/controls/part-label.ts'
import { isLit } from '#charts/shared/timeseries/timeseries-marks.ts'
import { tooltipFrame, tooltipHtml } from '#charts/shared/tooltip/tooltip.ts'
import { joinedNotes, valuelessNote } from '#charts/shared/valueless.ts'
import { t } from '#core/text/t.ts'

type Option = Record<string, unknown>
type Props = FunnelProps & Pick<Canvas, 'width' | 'height' | 'theme' | 'picked' | 'isPickLeftOut'>

/** The least height of a step that has a label, and what stands around one, in pixels. */
const LEAST = 13
const AROUND = 12

/** The most entries of the legend: in more nobody looks for one, and ECharts looks each step up among all. */
const MAX_ENTRIES = 300

/** From so many steps on, which are thinner than a pixel then, all are painted as one. */
const MANY_STEPS = 1000

/** How a step is drawn. */
export interface StepLook {
  readonly color: string
  readonly opacity: number
}

/** What the picture or its legend leaves out; empty where they hold all. */
export function funnelNote(props: FunnelProps): string {
  const { steps, left, legend } = props
  const isCut = legend.shown && steps.length > MAX_ENTRIES
  return joinedNotes(
    left > 0 ? t('Showing the largest %s of %s steps', MAX_STEPS, MAX_STEPS + left) : '',
    isCut ? t('A legend of so many steps is left out') : '',
    valuelessNote(props),
  )
}

/** The steps as they are reached by keys. */
export function funnelMarks({ steps, format }: FunnelProps): Mark[] {
  return steps.map((step, dataIndex) => ({
    seriesId: 'funnel',
    seriesIndex: 0,
    dataIndex,
    pick: step.pick,
    text: () => partText(step, 'key_value_percent', format),
  }))
}

/** The first and the last step, and how much comes through. */
export function funnelSummary({ steps, metric, format }: FunnelProps): string {
  const [first] = steps
  const last = steps.at(-1)
  if (!first || !last) return t('Chart without values')
  const text = (step: Step) => partText(step, 'key_value', format)
  const through = first.value > 0 ? `${Math.round((1000 * last.value) / first.value) / 10}%` : '-'
  return t('%s in %s steps. From %s to %s: %s come through', metric, steps.length, text(first), text(last), through)
}

/** The label of a step, and whether it stands within it. */
interface StepLabel {
  readonly text: string
  readonly isInside: boolean
}

/** What stands in or beside each step: where more of it has room; nothing in slivers. */
function labelsOf(props: Props, width: number, height: number, widthOf: WidthOf): StepLabel[] {
  const most = props.steps[0]?.value ?? 0
  const high = height / Math.max(1, props.steps.length)
  // Steps without a label say so once, for all.
  if (!props.showLabels || high < LEAST) return []
  return props.steps.map((step, at) => {
    const text = partText(step, props.label, props.format)
    const name = props.label.startsWith('key') ? partText(step, 'key', props.format) : undefined
    const next = props.steps[at + 1]?.value ?? 0
    const [top, mean] = most > 0 ? [(step.value / most) * width, ((step.value + next) / 2 / most) * width] : [0, 0]
    // Lines below the middle would leave a step that becomes narrow.
    const inside = fittedText(text, name, { width: mean - AROUND, height: Math.min(high, 2 * LEAST) }, widthOf)
    const beside = fittedText(text, name, { width: (width - top) / 2 - AROUND, height: high }, widthOf)
    const isInside = inside.length >= beside.length
    return { text: isInside ? inside : beside, isInside }
  })
}

const placeOf = ({ isInside }: StepLabel, color: string | undefined, ink: ChartTheme): Option => ({
  position: isInside ? 'inside' : 'rightTop',
  color: isInside ? labelColorOn(color) : ink.text,
})

function tooltip(props: Props, colors: readonly string[], ink: ChartTheme): Option {
  const formatter = ({ dataIndex }: { dataIndex: number }): string => {
    const step = props.steps[dataIndex]
    if (!step) return ''
    const text = partText(step, props.told, props.format)
    const isNamed = props.told.startsWith('key')
    const row = { color: colors[dataIndex] ?? ink.other, name: isNamed ? '' : step.name, text }
    return tooltipHtml(props.metric, [row])
  }
  return { ...tooltipFrame(ink), trigger: 'item', formatter }
}

/** Steps under each other, each as wide as its value. */
export function funnelOption(props: Props, ink: ChartTheme, widthOf: WidthOf = aboutWidth): Option {
  const { steps } = props
  const names = uniqueNames(steps.map(({ name }) => name))
  const colors = colorsFor(steps, props, props.theme)
  const canHaveLegend = steps.length <= MAX_ENTRIES
  const hasLegend = props.legend.shown && steps.length > 1 && canHaveLegend
  const room = legendRoom(props.legend, hasLegend)
  const box = {
    left: room.left,
    right: room.right,
    top: room.top + 4,
    bottom: room.bottom + 4,
    width: Math.max(0, props.width - room.left - room.right),
    height: Math.max(0, props.height - room.top - room.bottom - 8),
  }
  const labels = labelsOf(props, box.width, box.height, widthOf)
  const looks = steps.map(
    ({ pick }, at): StepLook => ({ color: colors[at] ?? '', opacity: isLit(props, pick) ? 1 : 0.3 }),
  )
  const isMany = steps.length >= MANY_STEPS
  return {
    legend: canHaveLegend ? legendOption(props.legend, namesInOrder(steps, names), hasLegend, ink) : [],
    tooltip: tooltip(props, colors, ink),
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
        // Steps that are painted as one say nothing of their look to ECharts, which would read it for each.
        data: isMany
          ? steps.map(({ value }) => value)
          : steps.map((step, at) => ({
              id: `s${at}`,
              name: names[at],
              value: step.value,
              itemStyle: looks[at],
              ...(labels[at] && { label: placeOf(labels[at], colors[at], ink) }),
            })),
        cursor: steps.some(({ pick }) => Object.keys(pick).length > 0) ? 'pointer' : 'default',
        itemStyle: { borderColor: ink.surface, borderWidth: steps.length > 200 ? 0 : 1 },
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
