import { chart } from '#charts/chart.ts'
import { selectionFilters, selectionMask } from '#charts/shared/selection/selection-mask.ts'
import { hasColumns } from '#controls/spatial/index.ts'
import { columnLabel, type QueryColumn } from '#core/query/query-object.ts'
import { type PointMapForm, controls } from './controls.ts'
import { migrations } from './migrations.ts'
import { positionColumns } from '#charts/shared/map/row-positions.ts'
import { toQueries } from './query.ts'

/** Returns the columns by which points filter: their color dimension, or else their position. */
function selectionColumns(form: PointMapForm): readonly QueryColumn[] {
  const { dimension, spatial } = form
  if (dimension) return [dimension]
  return spatial && hasColumns(spatial) ? positionColumns(spatial) : []
}

/** Rows drawn as circles on a map. */
export const deck_scatter = chart<PointMapForm>({
  type: 'deck_scatter',
  meta: {
    name: 'Point Map',
    description:
      'Draws each row as a circle where it lies on a map. Circles may be sized by a metric and colored by a column.',
    synonyms: ['deck.gl Scatterplot'],
    category: 'Map',
    tags: ['deckGL', 'Comparison', 'Scatter', '2D', 'Geo', 'Intensity', 'Density', 'Points'],
    rank: 130,
    icon: 'pin',
    skeleton: 'map',
    frame: 'card',
    exampleGallery: [{ url: 'example.webp', caption: 'Earthquakes of a week by their magnitude' }],
    dataRequirements: [
      {
        rank: 4,
        title: ['Where the rows are'],
        rows: { from: 1, to: 5000 },
        position: { control: 'spatial' },
        dimensions: [{ control: 'dimension', from: 2, to: 12, minCount: 0 }],
      },
    ],
    behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL'],
  },
  controls,
  migrations,
  examples: [
    {
      spatial: { type: 'latlong', latCol: 'latitude', lonCol: 'longitude' },
      point_radius_fixed: { type: 'metric', value: 'count' },
      dimension: 'carrier',
    },
  ],
  toQueries,
  colorColumns: (form) => {
    const { dimension } = form
    return dimension ? [columnLabel(dimension)] : []
  },
  toDataMask: (selectedMarks, form) => selectionMask(selectedMarks, selectionColumns(form)),
  toDrillFilters: (selectedMarks, form) => selectionFilters(selectedMarks, selectionColumns(form)),
  toDrillBy: (form, column) => ({ ...form, dimension: column }),
})
