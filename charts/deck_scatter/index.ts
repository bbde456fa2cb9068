import type { ChartType } from '#charts/chart.ts'
import { pickMask } from '#charts/shared/pick-mask.ts'
import { isPlaced, readSpatial } from '#controls/spatial/index.ts'
import type { FormData } from '#core/form/form-data.ts'
import { asColumn } from '#core/form/query-fields.ts'
import { columnLabel, type QueryColumn } from '#core/query/query-object.ts'
import { controls } from './controls.ts'
import { placeColumns } from './places.ts'
import { type PointMapProps, toProps } from './props.ts'
import { toQueries } from './query.ts'

/** Points filter by what colours them, else by their place. */
function pickColumns(form: FormData): readonly QueryColumn[] {
  const dimension = asColumn(form['dimension'])
  if (dimension !== undefined) return [dimension]
  const spatial = readSpatial(form['spatial'])
  return spatial && isPlaced(spatial) ? placeColumns(spatial) : []
}

/** Rows as circles on a map. */
export const deck_scatter: ChartType<FormData, PointMapProps> = {
  type: 'deck_scatter',
  meta: {
    name: 'Map of points',
    description:
      'Draws each row as a circle where it lies on a map. Circles may be sized by a metric and colored by a column.',
    category: 'Map',
    tags: ['deckGL', 'Comparison', 'Scatter', '2D', 'Geo', 'Intensity', 'Density', 'Points'],
    icon: 'pin',
    skeleton: 'map',
    frame: 'card',
    behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL'],
  },
  controls,
  examples: [
    {
      spatial: { type: 'latlong', latCol: 'latitude', lonCol: 'longitude' },
      point_radius_fixed: { type: 'metric', value: 'count' },
      dimension: 'carrier',
    },
  ],
  toQueries,
  colorColumns: (form) => {
    const dimension = asColumn(form['dimension'])
    return dimension === undefined ? [] : [columnLabel(dimension)]
  },
  toProps,
  toMask: (picked, form) => pickMask(picked, pickColumns(form)),
}
