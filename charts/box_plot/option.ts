import type { Box, BoxPlotProps } from './props.ts'
import type { ChartViewProps } from '#charts/chart.ts'
import { colorsFor } from '#charts/shared/colors.ts'
import { withOpacity, type ChartTheme } from '#charts/shared/echarts/chart-theme.ts'
import type { Mark } from '#charts/shared/echarts/mark.ts'
import { categoryAxisOption, valueAxisOption, gridOption } from '#charts/shared/axes/echarts-axes.ts'
import { isMarkHighlighted } from '#charts/shared/timeseries/timeseries-marks.ts'
import { tooltipFrame, tooltipHtml } from '#charts/shared/tooltip/tooltip.ts'
import { numberFormatter } from '#core/format/number.ts'
import { t } from '#core/text/t.ts'

type Option = Record<string, unknown>
type Props = BoxPlotProps & Pick<ChartViewProps, 'width' | 'height' | 'theme' | 'selectedMarks' | 'isSelectionExcluded'>

const UNSELECTED_OPACITY = 0.3

/** Returns the labeled values of a box, from its upper end to its lower end. */
function partsOf({ five, mean, count, outliers }: Box, format: string): [name: string, text: string][] {
  const write = numberFormatter(format)
  const [low, q1, median, q3, high] = five
  return [
    [t('Upper end'), write(high)],
    [t('Upper quartile'), write(q3)],
    [t('Median'), write(median)],
    ...(mean === null ? [] : [[t('Mean'), write(mean)] as [string, string]]),
    [t('Lower quartile'), write(q1)],
    [t('Lower end'), write(low)],
    [t('Values'), String(count)],
    [t('Outliers'), String(outliers.length)],
  ]
}

/** Returns the boxes as marks for keyboard navigation. */
export function boxMarks({ boxes, format }: BoxPlotProps): Mark[] {
  return boxes.map((box, dataIndex) => ({
    seriesId: 'box',
    seriesIndex: 0,
    dataIndex,
    selection: box.selection,
    text: () =>
      `${box.name}: ${partsOf(box, format)
        .map(([name, text]) => `${name} ${text}`)
        .join(', ')}`,
  }))
}

/** Returns the outliers as marks. Each selects its box; keyboard navigation skips them. */
export function outlierMarks({ boxes }: BoxPlotProps): Mark[] {
  return boxes
    .flatMap(({ outliers, selection }) => outliers.map(() => selection))
    .map((selection, dataIndex) => ({
      seriesId: 'outliers',
      seriesIndex: 1,
      dataIndex,
      selection,
      text: () => '',
    }))
}

/** Returns the number of boxes, and those with the highest and lowest median. */
export function boxSummary({ boxes, title, format }: BoxPlotProps): string {
  const sorted = boxes.toSorted((a, b) => b.five[2] - a.five[2])
  const [greatest, least] = [sorted[0], sorted.at(-1)]
  if (!greatest || !least) return t('Chart without values')
  const text = ({ name, five }: Box) => `${name} ${numberFormatter(format)(five[2])}`
  if (boxes.length === 1) return t('%s. Median: %s', title, text(greatest))
  return t('%s in %s boxes. Medians from %s to %s', title, boxes.length, text(least), text(greatest))
}

/** Returns the note about boxes and outliers that are not drawn. */
export function omittedBoxesNote({ left }: BoxPlotProps): string {
  return [
    ...(left.boxes > 0 ? [t('%s more boxes are not drawn', left.boxes)] : []),
    ...(left.outliers > 0 ? [t('%s more outliers are not drawn', left.outliers)] : []),
  ].join('. ')
}

/** Returns the value axis, which need not start at zero. */
function valuesAxis({ boxes, format, yTitle, height }: Props, theme: ChartTheme): Option {
  const values = boxes.flatMap(({ five, outliers }) => [...five, ...outliers])
  return valueAxisOption(
    { format, title: yTitle, isFree: true, isUpright: true, length: height, height, values },
    theme,
  )
}

/** Returns the ECharts option of boxes with whiskers and outliers. */
export function boxOption(props: Props, theme: ChartTheme): Option {
  const { boxes } = props
  const colors = colorsFor(boxes, props, props.theme)
  const opacity = (box: Box) => (isMarkHighlighted(props, box.selection) ? 1 : UNSELECTED_OPACITY)
  const points = boxes.flatMap((box, index) =>
    box.outliers.map((value) => ({ at: index, value, opacity: opacity(box) })),
  )
  const write = numberFormatter(props.format)
  const reported = ({ seriesId, dataIndex }: { seriesId: string; dataIndex: number }): string => {
    const point = seriesId === 'outliers' ? points[dataIndex] : undefined
    const at = point?.at ?? dataIndex
    const box = boxes[at]
    const color = colors[at] ?? theme.other
    if (!box) return ''
    if (point) return tooltipHtml(box.name, [{ color, name: t('Outlier'), text: write(point.value) }])
    const [first, ...others] = partsOf(box, props.format).map(([name, text]) => ({ color: 'transparent', name, text }))
    return tooltipHtml(box.name, first ? [{ ...first, color }, ...others] : [])
  }
  const names = boxes.map(({ name }) => name)
  const cursor = boxes.some(({ selection }) => Object.keys(selection).length > 0) ? 'pointer' : 'default'
  return {
    grid: gridOption({ top: 0, right: 0, bottom: 0, left: 0 }),
    xAxis: categoryAxisOption(
      { names, title: props.xTitle, layout: props.layout, length: props.width, height: props.height },
      theme,
    ),
    yAxis: valuesAxis(props, theme),
    tooltip: { ...tooltipFrame(theme), trigger: 'item', formatter: reported },
    series: [
      {
        id: 'box',
        type: 'boxplot',
        boxWidth: [6, 48],
        cursor,
        data: boxes.map((box, index) => ({
          value: box.five,
          itemStyle: {
            color: withOpacity(colors[index] ?? theme.other, 0.28),
            borderColor: colors[index],
            borderWidth: 1.5,
            opacity: opacity(box),
          },
        })),
      },
      {
        id: 'outliers',
        type: 'scatter',
        symbolSize: 5,
        cursor,
        data: points.map(({ at, value, opacity: own }) => ({
          value: [at, value],
          itemStyle: { color: 'transparent', borderColor: colors[at], borderWidth: 1, opacity: own },
        })),
      },
    ],
  }
}
