import { isInRegion, largestRing, type Region } from './regions.ts'
import type { SelectedMark } from '#charts/chart.ts'
import type { LayerCanvas, MapLayer, MapMark, MarkLine } from '#charts/shared/map/layer.tsx'
import type { GeoBounds, Camera } from '#charts/shared/map/mercator.ts'
import { visibleCopies, isOnMap, toCoordinates, toPixel } from '#charts/shared/map/mercator.ts'
import { nearbyCopies, clipToMap, pixelsOf, traceRing, viewOf } from '#charts/shared/map/paint-basemap.tsx'
import { t } from '#core/text/t.ts'

/** The displayed value of one region. */
export interface RegionMark {
  readonly fill: string
  /** The opacity: 1, or less if it is not selected. */
  readonly strength: number
  readonly lines: readonly MarkLine[]
  readonly selection: SelectedMark | null
}

export interface RegionPicture {
  readonly regions: readonly Region[]
  /** By region key, in the order of keyboard navigation. */
  readonly values: ReadonlyMap<string, RegionMark>
  readonly bounds: GeoBounds | null
  readonly summary: string
}

/** Returns the center of a region, in the copy of the world that is drawn. */
function middleOf(
  region: Region,
  camera: Camera,
): { readonly x: number; readonly y: number; readonly copy: number } | null {
  const ring = largestRing(region)
  if (!ring) return null
  const [x, y] = [(ring.west + ring.east) / 2, (ring.north + ring.south) / 2]
  const copy = nearbyCopies(camera).find((each) => isOnMap(camera, x + each)) ?? 0
  return { x: x + copy, y, copy }
}

function paint({ regions, values }: RegionPicture, { pen, camera, theme }: LayerCanvas): void {
  const isSeen = viewOf(camera)
  const copies = nearbyCopies(camera)
  pen.lineWidth = 0.75
  pen.strokeStyle = theme.border
  for (const region of regions) {
    const value = values.get(region.key)
    pen.beginPath()
    for (const ring of region.rings)
      for (const copy of copies) if (isSeen(ring, copy)) traceRing(pen, ring, copy, camera)
    pen.fillStyle = theme.land
    pen.fill('evenodd')
    if (value) {
      pen.globalAlpha = value.strength
      pen.fillStyle = value.fill
      pen.fill('evenodd')
      pen.globalAlpha = 1
    }
    pen.stroke()
  }
}

/** Returns the layer of regions in the colors of their values. Regions without a value have the land color. */
export function regionLayer(picture: RegionPicture): MapLayer {
  const { regions, values, bounds, summary } = picture
  const idOf = new Map(regions.map(({ key }, id) => [key, id]))
  const markOf = (camera: Camera, id: number): MapMark | null => {
    const region = regions[id]
    const middle = region && middleOf(region, camera)
    if (!middle) return null
    const [left, top] = toPixel(camera, middle.x, middle.y)
    const outline = region.rings
      .map((ring) => {
        const pixels = pixelsOf(ring, middle.copy, camera)
        const corners = Array.from({ length: pixels.length / 2 }, (_, index) =>
          pixels.slice(index * 2, index * 2 + 2).join(' '),
        )
        return corners.length > 0 ? `M${corners.join('L')}Z` : ''
      })
      .join('')
    return { id, left, top, radius: 0, outline }
  }
  return {
    bounds,
    summary,
    paint: (layerCanvas) => clipToMap(layerCanvas.pen, layerCanvas.camera, () => paint(picture, layerCanvas)),
    markAt(camera, left, top) {
      const { x, y } = toCoordinates(camera, left, top)
      if (!isOnMap(camera, x)) return null
      const copies = [...visibleCopies(camera), ...nearbyCopies(camera)]
      const id = regions.findIndex((region) => copies.some((copy) => isInRegion(region, { x: x - copy, y })))
      return id < 0 ? null : markOf(camera, id)
    },
    stops: () => [...values.keys()].flatMap((key) => idOf.get(key) ?? []),
    markOf,
    linesOf(id) {
      const region = regions[id]
      return values.get(region?.key ?? '')?.lines ?? [{ name: region?.name ?? '', text: t('No data') }]
    },
    selectionOf: (id) => values.get(regions[id]?.key ?? '')?.selection ?? null,
  }
}
