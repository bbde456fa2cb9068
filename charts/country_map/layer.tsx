import { shapesOf } from './countries.ts'
import type { CountryProps } from './props.ts'
import { countrySummary, partText } from './texts.ts'
import type { ChartViewProps } from '#charts/chart.ts'
import { amountColors } from '#charts/shared/color-steps.ts'
import type { MapLayer } from '#charts/shared/map/layer.tsx'
import { type RegionMark, regionLayer } from '#charts/shared/map/regions/region-layer.tsx'
import type { Region } from '#charts/shared/map/regions/regions.ts'
import { isMarkHighlighted } from '#charts/shared/timeseries/timeseries-marks.ts'

const UNSELECTED_OPACITY = 0.3

/** Renders the parts of a country, colored by value. */
export function partLayer(
  props: CountryProps & Pick<ChartViewProps, 'selectedMarks' | 'isSelectionExcluded'>,
  regions: readonly Region[],
  theme: 'light' | 'dark',
): MapLayer {
  const colors = amountColors(
    props.parts.map(({ value }) => value),
    props.scheme,
    theme,
  )
  const values = props.parts.flatMap((part, index): [string, RegionMark][] => {
    const fill = colors[index] ?? null
    if (fill === null) return []
    const selection = { [props.entity]: part.said }
    const lines = [{ name: part.name, text: partText(props, part) }]
    return [
      [part.key, { fill, strength: isMarkHighlighted(props, selection) ? 1 : UNSELECTED_OPACITY, lines, selection }],
    ]
  })
  const bounds = shapesOf(props.country)?.bounds ?? null
  return regionLayer({ regions, values: new Map(values), bounds, summary: countrySummary(props) })
}
