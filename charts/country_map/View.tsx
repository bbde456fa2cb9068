import { useCallback, useMemo } from 'react'
import { partLayer } from './layer.tsx'
import type { CountryProps } from './props.ts'
import { loadCountry } from './shapes.tsx'
import { hiddenRowsText } from './texts.ts'
import type { ChartViewProps } from '#charts/chart.ts'
import { amountLegend } from '#charts/shared/map/regions/amount-legend.ts'
import type { Region } from '#charts/shared/map/regions/regions.ts'
import { useRegions } from '#charts/shared/map/regions/use-regions.tsx'
import { SceneView } from '#charts/shared/map/SceneView.tsx'
import { usePainted, usePicture } from '#charts/shared/echarts/use-picture.tsx'
import { t } from '#core/text/t.ts'

export { toProps } from './props.ts'

const INITIAL_VIEWPORT = { longitude: 0, latitude: 20, zoom: 1, bearing: 0, pitch: 0 }
const NONE: readonly Region[] = []

export default function CountryMapView(props: CountryProps & ChartViewProps) {
  const { theme, country, parts, metric, scheme } = props
  const picture = usePicture(props)
  const { regions, hasFailed } = useRegions(useCallback(() => loadCountry(country), [country]))
  const layers = useMemo(() => [partLayer(picture, regions ?? NONE, theme)], [picture, regions, theme])
  usePainted(regions === null && !hasFailed ? undefined : picture, props.onRendered)
  const values = parts.map(({ value }) => value)
  const entries = amountLegend(values, { scheme, format: metric.format }, theme)
  const scene = {
    basemap: null,
    viewport: INITIAL_VIEWPORT,
    autozoom: true,
    layers,
    legend: { title: metric.name, corner: 'bl' as const, entries },
    note: hasFailed
      ? t('The shapes of the country could not be fetched. Reload the page to try again.')
      : hiddenRowsText(props),
    words: {
      fit: t('Show the whole country'),
      keys: t(
        'Arrow keys move the map, plus and minus zoom it, 0 shows the whole country. Page Down and Page Up go from part to part.',
      ),
    },
  }
  return <SceneView scene={scene} canvas={props} />
}
