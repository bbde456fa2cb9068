import { controls, type WorldMapForm } from './controls.ts'
import { toQueries } from './query.ts'
import { chart } from '#charts/chart.ts'
import { setMissingKeys } from '#charts/shared/migration.ts'
import { selectionFilters, selectionMask } from '#charts/shared/selection/selection-mask.ts'
import { asColumn } from '#core/form/query-fields.ts'

const entityOf = ({ entity }: WorldMapForm) => [asColumn(entity)].filter((each) => each !== undefined)

/** A metric by country as colors, and another one as bubbles. */
export const world_map = chart<WorldMapForm>({
  type: 'world_map',
  meta: {
    name: 'World Map',
    description: 'Colors the countries of the world by a metric; bubbles on them may show another.',
    category: 'Map',
    tags: ['2D', 'Comparison', 'Intensity', 'Multi-Dimensions', 'Multi-Layers', 'Multi-Variables', 'Scatter'],
    rank: 260,
    icon: 'pin',
    skeleton: 'map',
    frame: 'card',
    exampleGallery: [{ url: 'example.webp', caption: 'Children per woman, and people as bubbles, in 2005' }],
    dataRequirements: [
      {
        rank: 6,
        title: ['%s by country', 'metrics'],
        countries: { control: 'entity', written: 'country_fieldtype' },
        metrics: [{ control: 'metric', default: 'rows' }],
      },
    ],
    behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL'],
  },
  controls,
  migrations: [setMissingKeys(() => ({ row_limit: null }))],
  examples: [
    { entity: 'origin', metric: 'count', secondary_metric: 'delay', show_bubbles: true },
    { entity: 'origin', metric: 'count', color_by: 'country' },
  ],
  toQueries,
  toDataMask: (selectedMarks, form) => selectionMask(selectedMarks, entityOf(form)),
  toDrillFilters: (selectedMarks, form) => selectionFilters(selectedMarks, entityOf(form)),
})
