import { type ChordForm, controls } from './controls.ts'
import { migrations } from './migrations.ts'
import { toQueries } from './query.ts'
import { chart } from '#charts/chart.ts'
import { keyColumns } from '#charts/shared/links/links.ts'
import { selectionFilters, selectionMask } from '#charts/shared/selection/selection-mask.ts'
import { columnLabel } from '#core/query/query-object.ts'

/** Flows between nodes, drawn around a ring. */
export const chord = chart<ChordForm>({
  type: 'chord',
  meta: {
    name: 'Chord Diagram',
    description: 'Shows the flows between the values of two columns on a circle. Best with few values.',
    category: 'Flow',
    tags: ['Circular', 'ECharts', 'Proportional', 'Relational'],
    icon: 'chart',
    skeleton: 'pie',
    frame: 'card',
    exampleGallery: [{ url: 'example.webp', caption: 'Flights between six states of the West' }],
    behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL'],
  },
  controls,
  migrations,
  examples: [{ groupby: 'origin', columns: 'carrier', metric: 'count' }],
  toQueries,
  colorColumns: (form) => keyColumns(form, 'groupby').map(columnLabel),
  toDataMask: (selectedMarks, form) => selectionMask(selectedMarks, keyColumns(form, 'groupby', 'columns')),
  toDrillFilters: (selectedMarks, form) => selectionFilters(selectedMarks, keyColumns(form, 'groupby', 'columns')),
  toDrillBy: (form, column) => ({ ...form, columns: column }),
})
