import { controls, type GanttForm } from './controls.ts'
import { migrations } from './migrations.ts'
import { toQueries } from './query.ts'
import { chart } from '#charts/chart.ts'
import { keyColumns } from '#charts/shared/links/links.ts'
import { selectionFilters, selectionMask } from '#charts/shared/selection/selection-mask.ts'
import { columnLabel } from '#core/query/query-object.ts'

/** Tasks as bars from start to end time. */
export const gantt_chart = chart<GanttForm>({
  type: 'gantt_chart',
  meta: {
    name: 'Gantt Chart',
    description: 'Shows the start and end of tasks or events, one row per item.',
    category: 'Ranking',
    tags: ['ECharts', 'Featured', 'Timeline'],
    icon: 'chart-bar',
    skeleton: 'bars',
    frame: 'card',
    exampleGallery: [{ url: 'example.webp', caption: 'Spells of weather in one winter' }],
    behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL'],
  },
  controls,
  migrations,
  examples: [
    { start_time: 'date', end_time: 'arrival', y_axis: 'origin' },
    { start_time: 'date', end_time: 'arrival', y_axis: 'origin', series: 'carrier', tooltip_metrics: ['count'] },
  ],
  toQueries,
  colorColumns: (form) => keyColumns(form, 'series').map(columnLabel),
  toDataMask: (selectedMarks, form) => selectionMask(selectedMarks, keyColumns(form, 'y_axis', 'series')),
  toDrillFilters: (selectedMarks, form) => selectionFilters(selectedMarks, keyColumns(form, 'y_axis', 'series')),
  toDrillBy: (form, column) => ({ ...form, y_axis: column }),
})
