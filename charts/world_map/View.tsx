import { useMemo } from 'react'
import { bubbleLayer, countryLayer } from './layers.tsx'
import type { WorldMapProps } from './props.ts'
import { unknownText } from './texts.ts'
import { loadWorldMap } from './map-regions.tsx'
import type { ChartViewProps } from '#charts/chart.ts'
import type { Legend } from '#charts/shared/map/legend-position.ts'
import { amountLegend } from '#charts/shared/map/regions/amount-legend.ts'
import type { Region } from '#charts/shared/map/regions/regions.ts'
import { useRegions } from '#charts/shared/map/regions/use-regions.tsx'
import { SceneView } from '#charts/shared/map/SceneView.tsx'
import { usePainted, usePicture } from '#charts/shared/echarts/use-picture.tsx'
import { t } from '#core/text/t.ts'

export { toProps } from './props.ts'

const INITIAL_VIEWPORT = { longitude: 10, latitude: 25, zoom: 0.5, bearing: 0, pitch: 0 }
const NONE: readonly Region[] = []

function legendOf({ countries, metric, colorBy, scheme }: WorldMapProps, theme: 'light' | 'dark'): Legend | null {
  if (colorBy === 'country') return null
  const values = countries.map(({ value }) => value)
  const entries = amountLegend(values, { scheme, format: metric.format }, theme)
  return { title: metric.name, corner: 'bl', entries }
}

export default function WorldMapView(props: WorldMapProps & ChartViewProps) {
  const { theme } = props
  const picture = usePicture(props)
  const { regions, hasFailed } = useRegions(loadWorldMap)
  const layers = useMemo(
    () => [
      countryLayer(picture, regions ?? NONE, theme),
      ...(picture.hasBubbles && picture.size !== null ? [bubbleLayer(picture)] : []),
    ],
    [picture, regions, theme],
  )
  usePainted(regions === null && !hasFailed ? undefined : picture, props.onRendered)
  const note = hasFailed ? t('The shapes of countries could not be fetched. Reload the page to try again.') : ''
  const scene = {
    basemap: null,
    viewport: INITIAL_VIEWPORT,
    autozoom: true,
    layers,
    legend: legendOf(props, theme),
    note: note || unknownText(props),
    words: {
      fit: t('Show the whole world'),
      keys: t(
        'Arrow keys move the map, plus and minus zoom it, 0 shows the whole world. Page Down and Page Up go from country to country.',
      ),
    },
  }
  return <SceneView scene={scene} canvas={props} />
}
