import type { Ink } from './ink.ts'
import type { TimeseriesProps } from './timeseries-props.ts'
import { t } from '#core/text/t.ts'

/** A veil over what is drawn of a period that is not whole, with its name; none where there is none. */
export function openVeil(props: TimeseriesProps, ink: Ink): Record<string, unknown>[] {
  const { openFrom, x, mark } = props
  const before = Number(x.values.at(-2))
  if (openFrom === null || !Number.isFinite(before)) return []
  const from = mark.shape === 'line' ? before : (openFrom + before) / 2
  const along = mark.horizontal ? 'yAxis' : 'xAxis'
  return [
    {
      id: 'open period',
      type: 'line',
      data: [],
      silent: true,
      markArea: {
        silent: true,
        z: 10,
        itemStyle: { color: ink.surface, opacity: VEIL },
        label: {
          show: true,
          // Above the plot: no mark reaches there.
          position: ['100%', -3],
          align: 'right',
          verticalAlign: 'bottom',
          formatter: t('incomplete'),
          color: ink.axisText,
          fontSize: 11,
        },
        // To the end of the axis, past the last instant by half a bar.
        data: [[{ [along]: from }, {}]],
      },
    },
  ]
}

/** How much of the marks the veil hides. */
const VEIL = 0.6
