import { controls, type CountryForm } from './controls.ts'
import { toQueries } from './query.ts'
import { chart } from '#charts/chart.ts'
import { selectionFilters, selectionMask } from '#charts/shared/selection/selection-mask.ts'
import { asColumn } from '#core/form/query-fields.ts'

const entityOf = ({ entity }: CountryForm) => [asColumn(entity)].filter((each) => each !== undefined)

/** A metric by part of a country, shown as colors. */
export const country_map = chart<CountryForm>({
  type: 'country_map',
  meta: {
    name: 'Country Map',
    description: 'Colors the parts of a country, such as its states, by a metric.',
    category: 'Map',
    tags: ['2D', 'Comparison', 'Geo', 'Range', 'Report', 'Stacked'],
    rank: 270,
    icon: 'pin',
    skeleton: 'map',
    frame: 'card',
    exampleGallery: [{ url: 'example.webp', caption: 'Mean delay of flights by the state they leave' }],
    behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL'],
  },
  controls,
  examples: [{ select_country: 'usa', entity: 'origin', metric: 'count' }],
  toQueries,
  toDataMask: (selectedMarks, form) => selectionMask(selectedMarks, entityOf(form)),
  toDrillFilters: (selectedMarks, form) => selectionFilters(selectedMarks, entityOf(form)),
})
