import { controls, type WordCloudForm } from './controls.ts'
import { migrations } from './migrations.ts'
import { chart } from '#charts/chart.ts'
import { rankedSelection } from '#charts/shared/selection/ranked-selection.ts'
import { rankedQuery } from '#charts/shared/ranked-query.ts'

/** Values of a column as words, sized by a metric. */
export const word_cloud = chart<WordCloudForm>({
  type: 'word_cloud',
  meta: {
    name: 'Word Cloud',
    description:
      'Shows the values of a column as words sized by a metric. For an overview; bars compare more precisely.',
    category: 'Ranking',
    tags: ['Aesthetic', 'Categorical', 'Comparison', 'Density', 'Dimensions'],
    rank: 210,
    icon: 'chart',
    skeleton: 'figure',
    frame: 'card',
    exampleGallery: [{ url: 'example.webp', caption: 'Cities by the flights that leave them' }],
    dataRequirements: [
      {
        rank: 15,
        title: ['%s as words', 'dimensions'],
        dimensions: [{ control: 'series', from: 20, to: 1000 }],
        metrics: [{ control: 'metric', default: 'rows' }],
      },
    ],
    behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL'],
  },
  controls,
  migrations,
  examples: [{ metric: 'count', series: 'origin' }],
  toQueries: (form) => (form.series ? rankedQuery(form) : []),
  ...rankedSelection,
  toDrillBy: (form, column) => ({ ...form, series: column }),
})
