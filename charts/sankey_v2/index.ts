import { controls, type SankeyForm } from './controls.ts'
import { migrations } from './migrations.ts'
import { toQueries } from './query.ts'
import { chart } from '#charts/chart.ts'
import { keyColumns } from '#charts/shared/links/links.ts'
import { selectionFilters, selectionMask } from '#charts/shared/selection/selection-mask.ts'
import { columnLabel } from '#core/query/query-object.ts'

/** Flows between nodes, as bands of proportional width. */
export const sankey_v2 = chart<SankeyForm>({
  type: 'sankey_v2',
  olderNames: ['sankey'],
  meta: {
    name: 'Sankey Diagram',
    description: 'Shows the amounts that flow from sources to targets, over any number of steps without cycles.',
    category: 'Flow',
    tags: ['Categorical', 'Directional', 'ECharts', 'Percentages', 'Proportional', 'Relational'],
    rank: 200,
    icon: 'chart',
    skeleton: 'figure',
    frame: 'card',
    exampleGallery: [{ url: 'example.webp', caption: 'What bird strikes do to aircraft, by phase of flight' }],
    behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL'],
  },
  controls,
  migrations,
  examples: [{ source: 'origin', target: 'carrier', metric: 'count' }],
  toQueries,
  colorColumns: (form) => keyColumns(form, 'source').map(columnLabel),
  toDataMask: (selectedMarks, form) => selectionMask(selectedMarks, keyColumns(form, 'source', 'target')),
  toDrillFilters: (selectedMarks, form) => selectionFilters(selectedMarks, keyColumns(form, 'source', 'target')),
  toDrillBy: (form, column) => ({ ...form, target: column }),
})
