import type { CalendarCell, CalendarLayout, CalendarText } from './layout.ts'
import type { CalendarProps } from './props.ts'
import type { ColorSteps } from '#charts/shared/color-steps.ts'
import { cellText, periodName } from './texts.ts'
import type { ChartTheme } from '#charts/shared/echarts/chart-theme.ts'
import { tooltipFrame, tooltipHtml } from '#charts/shared/tooltip/tooltip.ts'
import { textColorOn } from '#core/color/contrast.ts'
import { parseColor } from '#core/color/rgb.ts'
import { formatCompact } from '#core/format/compact.ts'

type Option = Record<string, unknown>

/** Returns a text color that is readable on a background color. */
function colorOn(color: string): string {
  const background = parseColor(color)
  return background && textColorOn(background) === 'light' ? '#ffffff' : '#16181d'
}

function textOption({ left, top, text, kind }: CalendarText, theme: ChartTheme): Option {
  return {
    type: 'text',
    silent: true,
    style: {
      x: left,
      y: top,
      text,
      fill: kind === 'metric' ? theme.text : theme.axisText,
      font: `${kind === 'metric' ? '600 12px' : '11px'} ${theme.font}`,
    },
  }
}

/** Returns the tooltip of a cell. */
function tipOf(props: CalendarProps, cell: CalendarCell | undefined, color: string): string {
  if (!cell) return ''
  const name = props.metrics[cell.metric]?.name ?? ''
  return tooltipHtml(periodName(props, cell.at), [{ color, name, text: cellText(props, cell) }])
}

/** Returns the ECharts option of the cells in the colors of their steps. Series `s0` has one data item per cell. */
export function calendarOption(
  props: CalendarProps,
  layout: CalendarLayout,
  steps: readonly ColorSteps[],
  theme: ChartTheme,
): Option {
  const { cells, texts, size, cellHeight } = layout
  const colors = cells.map(({ metric, value }) => {
    const own = steps[metric]
    return value === null || !own ? theme.gridLine : (own.colors[own.stepOf(value)] ?? theme.gridLine)
  })
  const renderItem = ({ dataIndex }: { dataIndex: number }): Option | undefined => {
    const cell = cells[dataIndex]
    if (!cell) return undefined
    const fill = colors[dataIndex] ?? theme.gridLine
    const rect = {
      type: 'rect',
      shape: { x: cell.left, y: cell.top, width: size, height: cellHeight, r: props.cell.radius },
      style: { fill, opacity: cell.value === null ? 0.5 : 1 },
      emphasis: { style: { stroke: theme.text, lineWidth: 1.5 } },
    }
    if (!props.hasValues || cell.value === null) return rect
    const text = { x: cell.left + size / 2, y: cell.top + cellHeight / 2, text: formatCompact(cell.value) }
    const style = { ...text, fill: colorOn(fill), align: 'center', verticalAlign: 'middle', font: `10px ${theme.font}` }
    return { type: 'group', children: [rect, { type: 'text', silent: true, style }] }
  }
  return {
    series: [
      {
        id: 's0',
        type: 'custom',
        coordinateSystem: 'none',
        data: cells.map(({ value }) => [value ?? Number.NaN]),
        renderItem,
        cursor: 'default',
      },
      {
        id: 'texts',
        type: 'custom',
        coordinateSystem: 'none',
        silent: true,
        data: texts.map((_, index) => [index]),
        renderItem: ({ dataIndex }: { dataIndex: number }) => {
          const text = texts[dataIndex]
          return text && textOption(text, theme)
        },
      },
    ],
    tooltip: {
      ...tooltipFrame(theme),
      trigger: 'item',
      formatter: ({ dataIndex }: { dataIndex: number }) =>
        tipOf(props, cells[dataIndex], colors[dataIndex] ?? theme.gridLine),
    },
  }
}
