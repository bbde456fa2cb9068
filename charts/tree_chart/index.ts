import { controls, type TreeForm } from './controls.ts'
import { migrations } from './migrations.ts'
import { toQueries } from './query.ts'
import { chart } from '#charts/chart.ts'
import { keyColumns } from '#charts/shared/links/links.ts'
import { selectionFilters, selectionMask } from '#charts/shared/selection/selection-mask.ts'

/** A hierarchy of nodes. */
export const tree_chart = chart<TreeForm>({
  type: 'tree_chart',
  meta: {
    name: 'Tree Chart',
    description: 'Shows a hierarchy from rows with an id and the id of their parent.',
    category: 'Part of a Whole',
    tags: ['Categorical', 'ECharts', 'Multi-Levels', 'Relational', 'Structural'],
    icon: 'chart',
    skeleton: 'figure',
    frame: 'card',
    exampleGallery: [{ url: 'example.webp', caption: 'Airports of New England with flights, by state' }],
    behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL'],
  },
  controls,
  migrations,
  examples: [
    { id: 'origin', parent: 'carrier', metric: 'count' },
    { id: 'origin', parent: 'carrier', name: 'date', layout: 'radial', root_node_id: 'ORD' },
  ],
  toQueries,
  toDataMask: (selectedMarks, form) => selectionMask(selectedMarks, keyColumns(form, 'id')),
  toDrillFilters: (selectedMarks, form) => selectionFilters(selectedMarks, keyColumns(form, 'id')),
})
