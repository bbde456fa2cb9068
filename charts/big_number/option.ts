import type { TrendProps } from './props.ts'
import { pointTimeText, valueText } from './texts.ts'
import { trendLineColor } from './trend-color.ts'
import type { ChartTheme } from '#charts/shared/echarts/chart-theme.ts'
import { tooltipFrame, tooltipHtml } from '#charts/shared/tooltip/tooltip.ts'
import { t } from '#core/text/t.ts'

type Option = Record<string, unknown>

/**
 * Returns the limits of the value axis: the range of the values, extended to 0 if the form says so. Undefined without
 * values.
 */
function endsOf({ moments, fromZero }: TrendProps): { min: number; max: number } | undefined {
  const values = moments.flatMap(({ value }) => (value === null ? [] : [value]))
  if (values.length === 0) return undefined
  const min = values.reduce((least, value) => Math.min(least, value), fromZero ? 0 : Infinity)
  const max = values.reduce((most, value) => Math.max(most, value), fromZero ? 0 : -Infinity)
  return min === max ? { min: min - 1, max: max + 1 } : { min, max }
}

/** Returns the ECharts option of the trend: a line over a filled area, without axes. An incomplete period is dotted. */
export function trendOption(props: TrendProps, theme: ChartTheme): Option {
  const { moments, isOpen, isFirstCut } = props
  const color = trendLineColor(props.color, theme.categorical[0])
  const span = props.spansRange ? props.range : null
  const known = moments.map(({ at, value }) => [at, value])
  const ends = endsOf(props)
  const isCut = isFirstCut && known.length > 1
  const whole = known.slice(isCut ? 1 : 0, isOpen ? -1 : undefined)
  const axis = { show: false, boundaryGap: false }
  const mark = { type: 'line', showSymbol: whole.length === 1, symbol: 'circle', symbolSize: 5, color }
  return {
    grid: { left: 4, right: 4, top: 4, bottom: 4, outerBoundsMode: 'none' },
    xAxis: { ...axis, type: 'time', ...(span === null ? {} : { min: span[0], max: span[1] }) },
    yAxis: { ...axis, type: 'value', ...ends },
    series: [
      {
        ...mark,
        id: 's0',
        data: whole,
        lineStyle: { width: 1.75 },
        areaStyle: { color, opacity: 0.14, origin: 'start' },
      },
      ...(isOpen && known.length > 1
        ? [{ ...mark, id: 's1', data: known.slice(-2), lineStyle: { width: 1.75, type: 'dotted' } }]
        : []),
      ...(isCut ? [{ ...mark, id: 's2', data: known.slice(0, 2), lineStyle: { width: 1.75, type: 'dotted' } }] : []),
      // Marks the last point of the line.
      {
        ...mark,
        id: 'end',
        data: known.slice(-1),
        showSymbol: true,
        silent: true,
        animation: false,
        tooltip: { show: false },
      },
    ],
    tooltip: {
      ...tooltipFrame(theme),
      trigger: 'axis',
      axisPointer: { type: 'line', snap: true, lineStyle: { color: theme.crosshair, width: 1, type: 'solid' } },
      formatter: (hovered: readonly { readonly value: readonly [number, number | null] }[]) => {
        const [at = 0, value = null] = hovered.at(-1)?.value ?? []
        const name = pointTimeText(props, at)
        const isIncomplete = (isOpen && at === known.at(-1)?.[0]) || (isCut && at === known[0]?.[0])
        const title = isIncomplete ? t('%s, incomplete', name) : name
        return tooltipHtml(title, [{ color, name: props.label, text: valueText(props, { at, value }) }])
      },
    },
  }
}
