import { useMemo, useState } from 'react'
import { pointLayer } from './point-layer.tsx'
import { fillsOf } from './points.ts'
import type { PointMapProps } from './props.ts'
import { unmappedRowsText } from './summary.ts'
import type { ChartViewProps } from '#charts/chart.ts'
import type { Legend } from '#charts/shared/map/legend-position.ts'
import { SceneView } from '#charts/shared/map/SceneView.tsx'
import { usePainted, usePicture } from '#charts/shared/echarts/use-picture.tsx'
import { t } from '#core/text/t.ts'

export { toProps } from './props.ts'

const noCategories: ReadonlySet<string> = new Set()

function toggleCategory(all: ReadonlySet<string>, one: string): ReadonlySet<string> {
  return all.has(one) ? new Set([...all].filter((each) => each !== one)) : new Set([...all, one])
}

function legendOf(props: PointMapProps, shade: 'light' | 'dark', toggle: Legend['toggle']): Legend | null {
  const { categories, legend: corner } = props
  if (!categories || !corner) return null
  const colors = fillsOf(props, shade)
  const { title, names, texts } = categories
  const entries = names.map((name, at) => ({ name, text: texts[at] ?? name, color: colors[at] ?? '' }))
  return { title, corner, entries, ...(toggle && { toggle }) }
}

export default function PointMapView(props: PointMapProps & ChartViewProps) {
  const [hidden, setHidden] = useState(noCategories)
  const { theme, basemap, viewport, autozoom } = props
  const picture = usePicture(props)
  const shade = basemap === 'dark' ? 'dark' : theme
  const layers = useMemo(() => [pointLayer(picture, shade, hidden)], [picture, shade, hidden])
  usePainted(picture, props.onRendered)
  const scene = {
    basemap,
    viewport,
    autozoom,
    layers,
    legend: legendOf(props, shade, { hidden, onToggle: (name) => setHidden(toggleCategory(hidden, name)) }),
    note: unmappedRowsText(props),
    words: {
      fit: t('Show all points'),
      keys: t(
        'Arrow keys move the map, plus and minus zoom it, 0 shows all points. Page Down and Page Up go from point to point.',
      ),
    },
  }
  return <SceneView scene={scene} canvas={props} />
}
