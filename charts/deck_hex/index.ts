import { controls, type HexForm } from './controls.ts'
import { chart } from '#charts/chart.ts'
import { binQuery } from '#charts/shared/map/bins/bin-query.ts'
import { setMissingKeys } from '#charts/shared/migration.ts'

/** Points aggregated into hexagons on a map. */
export const deck_hex = chart<HexForm>({
  type: 'deck_hex',
  meta: {
    name: 'Hexagon Map',
    description: 'Aggregates points in hexagonal cells on a map, colored by count or metric.',
    synonyms: ['deck.gl 3D Hexagon'],
    category: 'Map',
    tags: ['deckGL', '3D', 'Comparison', 'Density', 'Geo', 'Intensity'],
    rank: 140,
    icon: 'pin',
    skeleton: 'map',
    frame: 'card',
    exampleGallery: [{ url: 'example.webp', caption: 'Most frequent earthquake locations in a week' }],
    dataRequirements: [
      {
        rank: 5,
        title: ['Where %s are', 'metrics'],
        rows: { from: 5001, to: Number.POSITIVE_INFINITY },
        position: { control: 'spatial' },
        metrics: [{ control: 'size', default: 'rows' }],
      },
    ],
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
