import { useMemo } from 'react'
import type { ChartViewProps } from '#charts/chart.ts'
import { t } from '#core/text/t.ts'
import { IconButton } from '#ui/base/IconButton.tsx'
import { useIsStatic } from '#ui/tokens/static-context.ts'
import { unionBounds } from './bounds.ts'
import type { MapScene } from './layer.tsx'
import { LEGEND_HEIGHT, legendPosition } from './legend-position.ts'
import { MapLegend } from './MapLegend.tsx'
import { zoomViewport } from './mercator.ts'
import { MapCanvas } from './MapCanvas.tsx'
import styles from './scene.module.css'
import { useViewport } from './use-viewport.tsx'

/** The height of the note below a map, in pixels. */
const NOTE = 24

/** The minimum height in pixels of a map whose buttons are in a column. */
const MIN_COLUMN_HEIGHT = 110

interface Props {
  readonly scene: MapScene
  readonly canvas: ChartViewProps
}

/** A map with its layers, navigation, tooltip and legend. */
export function SceneView({ scene, canvas }: Props) {
  const { basemap, viewport, autozoom, layers, legend, note, words } = scene
  const { width, height, onControls } = canvas
  const position = legendPosition(legend, width, height)
  const below = (note === '' ? 0 : NOTE) + (position?.corner === 'below' ? LEGEND_HEIGHT : 0)
  const size = { width, height: Math.max(0, height - below) }
  const bounds = useMemo(() => unionBounds(layers.map((layer) => layer.bounds)), [layers])
  const view = useViewport({ viewport, autozoom, bounds, onControls }, size, position?.covered)
  const zoom = (by: number) =>
    view.move((mapViewport) => zoomViewport(mapViewport, size, by, [size.width / 2, size.height / 2]))
  const key = legend && position && <MapLegend legend={legend} corner={position.corner} />
  const isStill = useIsStatic()
  const isBelow = position?.corner === 'below'
  return (
    <div className={styles['box']} style={{ width, height }}>
      <div className={styles['map']} style={size} data-theme={basemap === 'dark' ? 'dark' : undefined}>
        <MapCanvas scene={scene} canvas={canvas} size={size} view={view} />
        {!isBelow && key}
        {!isStill && (
          <div
            className={styles['tools']}
            data-side={position?.corner.endsWith('r') ? 'left' : 'right'}
            data-flat={size.height < MIN_COLUMN_HEIGHT || undefined}
          >
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
