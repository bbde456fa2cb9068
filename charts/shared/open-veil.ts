import type { Ink } from './ink.ts'
import type { TimeseriesProps } from './timeseries-props.ts'
import { t } from '#core/text/t.ts'

/** A veil over what is drawn of a period that is not whole, with its name; none where there is none. */
export function openVeil(props: TimeseriesProps, ink: Ink): Record<string, unknown>[] {
  const { openFrom, x, mark } = props
  const before = Number(x.values.at(-2))
  if (openFrom === null || !Number.isFinite(before)) return []
  const half = (openFrom - before) / 2
  const [from, to] = mark.shape === 'bar' ? [openFrom - half, openFrom + half] : [before, openFrom]
  const along = mark.horizontal ? 'yAxis' : 'xAxis'
  return [
    {
      id: 'open period',
      type: 'line',
      data: [],
      silent: true,
      z: 10,
      markArea: {
        silent: true,
        itemStyle: { color: ink.surface, opacity: VEIL },
        label: {
          show: true,
          position: 'insideTopRight',
          formatter: t('incomplete'),
          color: ink.axisText,
          fontSize: 11,
        },
        data: [[{ [along]: from }, { [along]: to }]],
      },
    },
  ]
}

/** How much of the marks the veil hides. */
const VEIL = 0.6
