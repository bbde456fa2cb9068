import { controls, type GraphForm } from './controls.ts'
import { migrations } from './migrations.ts'
import { toQueries } from './query.ts'
import { chart } from '#charts/chart.ts'
import { keyColumns } from '#charts/shared/links/links.ts'
import { selectionFilters, selectionMask } from '#charts/shared/selection/selection-mask.ts'
import { columnLabel } from '#core/query/query-object.ts'

/** Nodes and the links between them. */
export const graph_chart = chart<GraphForm>({
  type: 'graph_chart',
  olderNames: ['directed_force'],
  meta: {
    name: 'Graph Chart',
    description: 'Shows links between nodes. Values set the size of nodes and the width of links.',
    synonyms: ['network'],
    category: 'Flow',
    tags: ['Aesthetic', 'Comparison', 'Directional', 'ECharts', 'Relational', 'Structural', 'Transformable'],
    rank: 250,
    icon: 'chart',
    skeleton: 'figure',
    frame: 'card',
    exampleGallery: [{ url: 'example.webp', caption: 'Cities that are linked by the busiest routes' }],
    behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL'],
  },
  controls,
  migrations,
  examples: [
    { source: 'origin', target: 'carrier', metric: 'count' },
    { source: 'origin', target: 'carrier', metric: 'count', source_category: 'carrier', layout: 'circular' },
  ],
  toQueries,
  colorColumns: (form) => keyColumns(form, form.source_category ? 'source_category' : 'source').map(columnLabel),
  toDataMask: (selectedMarks, form) => selectionMask(selectedMarks, keyColumns(form, 'source', 'target')),
  toDrillFilters: (selectedMarks, form) => selectionFilters(selectedMarks, keyColumns(form, 'source', 'target')),
  toDrillBy: (form, column) => ({ ...form, target: column }),
})
