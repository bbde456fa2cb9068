import type { ChartViewProps } from '#charts/chart.ts'
import type { MapLayer } from '#charts/shared/map/layer.tsx'
import { type Brush, paintPoints } from './paint-points.tsx'
import { highlightedPoints, pointSelection, pointAt, pointMark, pointsOf } from './points.ts'
import type { PointMapProps } from './props.ts'
import { pointTooltipLines, summaryOf } from './summary.ts'

/** Returns the map layer of the points in the colors of a theme, without hidden categories. */
export function pointLayer(
  props: PointMapProps & Pick<ChartViewProps, 'selectedMarks' | 'isSelectionExcluded'>,
  theme: 'light' | 'dark',
  hidden: ReadonlySet<string>,
): MapLayer {
  const points = pointsOf(props, theme, hidden)
  const highlighted = highlightedPoints(props, props)
  let brush: Brush | undefined
  return {
    bounds: props.bounds,
    summary: summaryOf(props),
    paint: ({ pen, camera, theme: { edge }, ratio }) => {
      const isSame = brush?.edge === edge && brush.ratio === ratio
      brush = brush && isSame ? brush : { fills: points.fills, edge, ratio, stamps: new Map() }
      paintPoints(pen, camera, points, highlighted, brush)
    },
    markAt: (camera, left, top) => pointAt(points, camera, left, top),
    stops: () => points.order,
    markOf: (camera, point) => pointMark(points, camera, point),
    linesOf: (point) => pointTooltipLines(props, point),
    selectionOf: (point) => pointSelection(props, point),
  }
}
