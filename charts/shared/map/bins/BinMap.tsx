import { useMemo } from 'react'
import { binLayer, binOpacities } from './bin-layer.tsx'
import type { BinProps } from './bin-props.ts'
import { unmappedRowsText } from './bin-texts.ts'
import type { ChartViewProps } from '#charts/chart.ts'
import { SceneView } from '#charts/shared/map/SceneView.tsx'
import { usePainted, usePicture } from '#charts/shared/echarts/use-picture.tsx'
import { printColor } from '#core/color/rgb.ts'
import { numberFormatter } from '#core/format/number.ts'
import { t } from '#core/text/t.ts'

/** Returns the legend with the colors of the lowest and highest cell. */
function legendOf(props: BinProps) {
  const { bins, name, format, color } = props
  const [most] = bins
  const least = bins.at(-1)
  if (!most || !least) return null
  const strength = binOpacities(props)
  const entry = (at: number, value: number) => ({
    name: String(at),
    text: numberFormatter(format)(value),
    color: printColor({ ...color, a: color.a * Math.min(0.999, strength.at(at) ?? 1) }),
  })
  const entries = most.value === least.value ? [entry(0, most.value)] : [entry(-1, least.value), entry(0, most.value)]
  return { title: name, corner: 'tr' as const, entries }
}

/** A map of cells. */
export function BinMap(props: BinProps & ChartViewProps) {
  const picture = usePicture(props)
  const layers = useMemo(() => [binLayer(picture)], [picture])
  usePainted(picture, props.onRendered)
  const scene = {
    basemap: props.basemap,
    viewport: props.viewport,
    autozoom: props.autozoom,
    layers,
    legend: legendOf(props),
    note: unmappedRowsText(props),
    words: {
      fit: t('Show all points'),
      keys: t(
        'Arrow keys move the map, plus and minus zoom it, 0 shows all points. Page Down and Page Up go from cell to cell.',
      ),
    },
  }
  return <SceneView scene={scene} canvas={props} />
}
