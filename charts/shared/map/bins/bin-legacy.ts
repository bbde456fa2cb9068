import { positionsOf } from '#charts/shared/map/row-positions.ts'
import { hasColumns, type Spatial } from '#controls/spatial/index.ts'
import { mapLayer } from '#core/legacy/map-layer.ts'
import { cells, type LegacyShape, metricLabels } from '#core/legacy/legacy-shape.ts'

/** Returns the legacy response shape of points with weights for a chart type. */
export const binShape = (type: string): LegacyShape => ({
  types: [type],
  query: mapLayer,
  data({ table }, form) {
    const spatial = form['spatial'] as Spatial | undefined
    const metrics = metricLabels(form, 'size')
    const weights = metrics.length > 0 ? cells(table, metrics[0]) : undefined
    const positions = spatial && hasColumns(spatial) ? positionsOf(table, spatial) : []
    const features = positions.flatMap((position, row) =>
      typeof position === 'string' ? [] : [{ position, weight: weights ? (weights[row] ?? null) : 1 }],
    )
    return { features, mapboxApiKey: '', metricLabels: metrics }
  },
})
