import { useMemo } from 'react'
import type { ChartViewProps } from '#charts/chart.ts'
import { t } from '#core/text/t.ts'
import { IconButton } from '#ui/base/IconButton.tsx'
import { useIsStatic } from '#ui/tokens/static-context.ts'
import { unionBounds } from './bounds.ts'
import type { MapScene } from './layer.tsx'
import { legendPlace } from './legend-position.ts'
import { MapLegend } from './MapLegend.tsx'
import { zoomViewport } from './mercator.ts'
import { MapCanvas } from './MapCanvas.tsx'
import styles from './scene.module.css'
import { useViewport } from './use-viewport.tsx'

/** Heights in pixels below a map: the note, and a legend that does not fit inside the map. */
const NOTE = 24
const LEGEND = 48

interface Props {
  readonly scene: MapScene
  readonly canvas: ChartViewProps
}

/** A map with its layers, navigation, tooltip and legend. */
export function SceneView({ scene, canvas }: Props) {
  const { basemap, viewport, autozoom, layers, legend, note, words } = scene
  const { width, height, onControls } = canvas
  const place = legendPlace(legend, width)
  const below = (note === '' ? 0 : NOTE) + (place?.corner === 'below' ? LEGEND : 0)
  const size = { width, height: Math.max(0, height - below) }
  const bounds = useMemo(() => unionBounds(layers.map((layer) => layer.bounds)), [layers])
  const view = useViewport({ viewport, autozoom, bounds, onControls }, size, place?.covered)
  const zoom = (by: number) =>
    view.move((mapViewport) => zoomViewport(mapViewport, size, by, [size.width / 2, size.height / 2]))
  const key = legend && place && <MapLegend legend={legend} corner={place.corner} />
  const isStill = useIsStatic()
  const isBelow = place?.corner === 'below'
  return (
    <div className={styles['box']} style={{ width, height }}>
      <div className={styles['map']} style={size} data-theme={basemap === 'dark' ? 'dark' : undefined}>
        <MapCanvas scene={scene} canvas={canvas} size={size} view={view} />
        {!isBelow && key}
        {!isStill && (
          <div className={styles['tools']} data-side={place?.corner.endsWith('r') ? 'left' : 'right'}>
            <IconButton icon="plus" size="sm" label={t('Zoom in')} onPress={() => zoom(1)} />
            <IconButton icon="minus" size="sm" label={t('Zoom out')} onPress={() => zoom(-1)} />
            <IconButton icon="expand" size="sm" label={words.fit} onPress={view.fit} />
          </div>
        )}
      </div>
      {isBelow && key}
      {note !== '' && <p className={styles['note']}>{note}</p>}
    </div>
  )
}
