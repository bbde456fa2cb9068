import { controls, type GridForm } from './controls.ts'
import { chart } from '#charts/chart.ts'
import { binQuery } from '#charts/shared/map/bins/bin-query.ts'
import { setMissingKeys } from '#charts/shared/migration.ts'

/** Points aggregated into squares on a map. */
export const deck_grid = chart<GridForm>({
  type: 'deck_grid',
  meta: {
    name: 'Grid Map',
    description: 'Aggregates points in square cells on a map, colored by count or metric.',
    synonyms: ['deck.gl Grid'],
    category: 'Map',
    tags: ['deckGL', '3D', 'Comparison', 'Density', 'Geo', 'Intensity'],
    rank: 160,
    icon: 'pin',
    skeleton: 'map',
    frame: 'card',
    exampleGallery: [{ url: 'example.webp', caption: 'Airports of the United States in cells of 150 km' }],
    behaviors: ['DRILL_TO_DETAIL'],
  },
  controls,
  migrations: [setMissingKeys(() => ({ row_limit: null }))],
  examples: [
    { spatial: { type: 'latlong', latCol: 'latitude', lonCol: 'longitude' }, size: 'count', grid_size: 100_000 },
  ],
  toQueries: binQuery,
  // A cell covers many positions, which no filter can name.
  toDrillFilters: () => [],
})
