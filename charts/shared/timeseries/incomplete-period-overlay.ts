import type { ChartTheme } from '#charts/shared/echarts/chart-theme.ts'
import type { TimeseriesProps } from './timeseries-props.ts'
import { t } from '#core/text/t.ts'

type Ends = Pick<TimeseriesProps, 'openFrom' | 'cutFirst'>

/** True if the first or the last period is incomplete. */
export function hasIncompletePeriodOverlay({ openFrom, cutFirst = null }: Ends): boolean {
  return openFrom !== null || cutFirst !== null
}

/** Returns an overlay with a label over each end of the axis whose period is incomplete. */
export function incompletePeriodOverlay(props: TimeseriesProps, theme: ChartTheme): Record<string, unknown>[] {
  const { openFrom, cutFirst = null, x, mark } = props
  const [first, second] = [Number(x.values[0]), Number(x.values[1])]
  const before = Number(x.values.at(-2))
  const along = mark.horizontal ? 'yAxis' : 'xAxis'
  // Lines continue to the next point; bars end halfway to it.
  const edge = (position: number, next: number) => (mark.shape === 'line' ? next : (position + next) / 2)
  const veils: Record<string, unknown>[] = []
  // An area without an end extends to the end of the axis, half a bar beyond the instant.
  if (cutFirst !== null && Number.isFinite(second))
    veils.push(veil('cut period', 'left', [{}, { [along]: edge(first, second) }], theme))
  if (openFrom !== null && Number.isFinite(before))
    veils.push(veil('open period', 'right', [{ [along]: edge(openFrom, before) }, {}], theme))
  return veils
}

function veil(
  id: string,
  align: 'left' | 'right',
  ends: readonly object[],
  theme: ChartTheme,
): Record<string, unknown> {
  return {
    id,
    type: 'line',
    data: [],
    silent: true,
    markArea: {
      silent: true,
      z: 10,
      itemStyle: { color: theme.surface, opacity: VEIL },
      label: {
        show: true,
        // Above the plot, where there are no marks.
        position: [align === 'right' ? '100%' : 0, -3],
        align,
        verticalAlign: 'bottom',
        formatter: t('incomplete'),
        color: theme.axisText,
        fontSize: 11,
      },
      data: [ends],
    },
  }
}

/** The opacity of the overlay. */
const VEIL = 0.6
