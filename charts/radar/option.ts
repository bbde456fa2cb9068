import type { RadarProps, Shape } from './props.ts'
import type { ChartViewProps } from '#charts/chart.ts'
import { colorsFor } from '#charts/shared/colors.ts'
import type { ChartTheme } from '#charts/shared/echarts/chart-theme.ts'
import { truncateLabel, legendOption, legendSpace, namesInOrder, uniqueNames } from '#charts/shared/legend/legend.ts'
import type { Mark } from '#charts/shared/echarts/mark.ts'
import { isMarkHighlighted } from '#charts/shared/timeseries/timeseries-marks.ts'
import { tooltipFrame, tooltipHtml } from '#charts/shared/tooltip/tooltip.ts'
import { numberFormatter } from '#core/format/number.ts'
import { t } from '#core/text/t.ts'

type Option = Record<string, unknown>
type Props = RadarProps & Pick<ChartViewProps, 'width' | 'height' | 'theme' | 'selectedMarks' | 'isSelectionExcluded'>

/** The maximum number of shapes that are filled and have value labels. */
const FEW = 4

function partsOf({ spokes }: RadarProps, { values }: Shape): { name: string; text: string }[] {
  return spokes.map(({ name, format }, at) => {
    const value = values[at] ?? null
    return { name, text: value === null ? '-' : numberFormatter(format)(value) }
  })
}

const withTitle = (name: string, text: string): string => (name === '' ? text : `${name}: ${text}`)

/** Returns the shapes as marks for keyboard navigation. */
export function radarMarks(props: RadarProps): Mark[] {
  return props.shapes.map((shape, dataIndex) => ({
    seriesId: 'radar',
    seriesIndex: 0,
    dataIndex,
    selection: shape.selection,
    text: () =>
      withTitle(
        shape.name,
        partsOf(props, shape)
          .map(({ name, text }) => `${name} ${text}`)
          .join(', '),
      ),
  }))
}

/** Returns the number of shapes and metrics, and the largest shape of each metric. */
export function radarSummary({ shapes, spokes }: RadarProps): string {
  if (shapes.length === 0 || spokes.length === 0) return t('Chart without values')
  const greatest = spokes.slice(0, 5).map(({ name, format }, at) => {
    const sorted = shapes.toSorted((a, b) => (b.values[at] ?? -Infinity) - (a.values[at] ?? -Infinity))
    const value = sorted[0]?.values[at] ?? null
    return `${name} ${withTitle(sorted[0]?.name ?? '', value === null ? '-' : numberFormatter(format)(value))}`
  })
  return t('%s shapes over %s metrics. Greatest: %s', shapes.length, spokes.length, greatest.join(', '))
}

/** Returns the note about shapes and axes that are not drawn. */
export function radarNote({ left }: RadarProps): string {
  return [
    ...(left.shapes > 0 ? [t('%s more shapes are not drawn', left.shapes)] : []),
    ...(left.spokes > 0 ? [t('%s more metrics are not drawn', left.spokes)] : []),
  ].join('. ')
}

/** The minimum radius in pixels of a radar with names around it. */
const MIN_NAMED_RADIUS = 16

/** Returns the size and radius. Names around a small shape would overlap each other; its tooltip has them. */
function dialOf(props: Props, room: ReturnType<typeof legendSpace>) {
  const [width, height] = [props.width - room.left - room.right, props.height - room.top - room.bottom]
  const named = Math.min(width / 2 - 70, height / 2 - 32)
  const hasNames = named >= MIN_NAMED_RADIUS
  const radius = hasNames ? named : Math.max(0, Math.min(width, height) / 2 - 6)
  return { width, height, radius, hasNames }
}

/** Returns the ECharts option with an axis per metric and a shape per group. */
export function radarOption(props: Props, theme: ChartTheme): Option {
  const { shapes, spokes } = props
  const names = uniqueNames(shapes.map(({ name }) => name))
  const colors = colorsFor(shapes, props, props.theme)
  const hasLegend = props.legend.shown && shapes.length > 1
  const room = legendSpace(props.legend, hasLegend)
  const { width, height, radius, hasNames } = dialOf(props, room)
  const reported = ({ dataIndex }: { dataIndex: number }): string => {
    const shape = shapes[dataIndex]
    if (!shape) return ''
    const [first, ...others] = partsOf(props, shape).map((part) => ({ ...part, color: 'transparent' }))
    return tooltipHtml(shape.name, first ? [{ ...first, color: colors[dataIndex] ?? theme.other }, ...others] : [])
  }
  return {
    legend: legendOption(props.legend, namesInOrder(shapes, names), hasLegend, theme),
    tooltip: { ...tooltipFrame(theme), trigger: 'item', formatter: reported },
    radar: {
      shape: props.isCircle ? 'circle' : 'polygon',
      center: [room.left + width / 2, room.top + height / 2 + (hasNames ? 4 : 0)],
      radius,
      splitNumber: 4,
      axisNameGap: props.showLabels && shapes.length <= FEW ? 20 : 10,
      indicator: spokes.map(({ name, min, max }) => ({ name: truncateLabel(name, 22), min, max })),
      axisName: { show: hasNames, color: theme.text, fontSize: 11 },
      axisLine: { lineStyle: { color: theme.gridLine } },
      splitLine: { lineStyle: { color: theme.gridLine } },
      splitArea: { show: false },
    },
    series: [
      {
        id: 'radar',
        type: 'radar',
        cursor: shapes.some(({ selection }) => Object.keys(selection).length > 0) ? 'pointer' : 'default',
        emphasis: { focus: 'self', lineStyle: { width: 2.5 } },
        data: shapes.map((shape, index): Option => {
          const opacity = isMarkHighlighted(props, shape.selection) ? 1 : 0.3
          return {
            name: names[index],
            value: shape.values.map((value, spoke) => (value === null ? '-' : value / (spokes[spoke]?.unit ?? 1))),
            symbol: 'circle',
            symbolSize: 4,
            itemStyle: { color: colors[index], opacity },
            lineStyle: { color: colors[index], width: 1.75, opacity },
            ...(shapes.length <= FEW ? { areaStyle: { color: colors[index], opacity: 0.12 * opacity } } : {}),
            label: {
              show: props.showLabels && shapes.length <= FEW,
              position: props.position,
              color: theme.text,
              fontSize: 11,
              formatter: ({ dimensionIndex }: { dimensionIndex: number }) => {
                const { text = '' } = partsOf(props, shape)[dimensionIndex] ?? {}
                return props.namesLabels ? withTitle(truncateLabel(shape.name, 20), text) : text
              },
            },
          }
        }),
      },
    ],
  }
}
