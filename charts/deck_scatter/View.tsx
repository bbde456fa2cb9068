import { useMemo, useState } from 'react'
import { legendPlace } from './legend-place.ts'
import { MapLegend } from './MapLegend.tsx'
import { zoomedAt } from './mercator.ts'
import { Plane } from './Plane.tsx'
import type { PointMapProps } from './props.ts'
import { fillsOf, sceneOf } from './scene.ts'
import { unplacedText } from './summary.ts'
import { useSight } from './use-sight.tsx'
import styles from './View.module.css'
import type { Canvas } from '#charts/chart.ts'
import { usePainted, usePicture } from '#charts/shared/picture.tsx'
import { t } from '#core/text/t.ts'
import { IconButton } from '#ui/input/IconButton.tsx'

/** Heights in pixels of the lines under a map: what is not drawn, and a legend that has no room in the map. */
const NOTE = 24
const LEGEND = 48

const none: ReadonlySet<string> = new Set()

function toggled(all: ReadonlySet<string>, one: string): ReadonlySet<string> {
  return all.has(one) ? new Set([...all].filter((each) => each !== one)) : new Set([...all, one])
}

export default function PointMapView(props: PointMapProps & Canvas) {
  const [hidden, setHidden] = useState(none)
  const { categories, theme, width, height, ground } = props
  const note = unplacedText(props)
  const place = legendPlace(categories, props.legend, width)
  const below = (note === '' ? 0 : NOTE) + (place?.corner === 'below' ? LEGEND : 0)
  const size = { width, height: Math.max(0, height - below) }
  const picture = usePicture(props)
  const shade = ground === 'dark' ? 'dark' : theme
  const scene = useMemo(() => sceneOf(picture, shade, hidden), [picture, shade, hidden])
  const view = useSight(props, size, place?.covered)
  usePainted(picture, props.onRendered)
  const zoom = (by: number) => view.move((sight) => zoomedAt(sight, size, by, [size.width / 2, size.height / 2]))
  const legend = categories && place && (
    <MapLegend
      categories={categories}
      colors={fillsOf(props, shade)}
      corner={place.corner}
      hidden={hidden}
      onToggle={(name) => setHidden(toggled(hidden, name))}
    />
  )
  const isBelow = place?.corner === 'below'
  return (
    <div className={styles['box']} style={{ width, height }}>
      <div className={styles['map']} style={size} data-theme={ground === 'dark' ? 'dark' : undefined}>
        <Plane props={props} picture={picture} scene={scene} size={size} view={view} />
        {!isBelow && legend}
        <div className={styles['tools']} data-side={place?.corner.endsWith('r') ? 'left' : 'right'}>
          <IconButton icon="plus" size="sm" label={t('Zoom in')} onPress={() => zoom(1)} />
          <IconButton icon="minus" size="sm" label={t('Zoom out')} onPress={() => zoom(-1)} />
          <IconButton icon="expand" size="sm" label={t('Show all points')} onPress={view.fit} />
        </div>
      </div>
      {isBelow && legend}
      {note !== '' && <p className={styles['note']}>{note}</p>}
    </div>
  )
}
