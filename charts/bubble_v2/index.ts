import { type BubbleForm, controls } from './controls.ts'
import { migrations } from './migrations.ts'
import { bubbleColumns, toQueries } from './query.ts'
import { chart } from '#charts/chart.ts'
import { selectionFilters, selectionMask } from '#charts/shared/selection/selection-mask.ts'
import { asColumn } from '#core/form/query-fields.ts'
import { columnLabel } from '#core/query/query-object.ts'

/** Three metrics per entity: two coordinates and an area. */
export const bubble_v2 = chart<BubbleForm>({
  type: 'bubble_v2',
  olderNames: ['bubble'],
  meta: {
    name: 'Bubble Chart',
    description: 'Plots two metrics against each other, with a third as bubble size. Shows correlations and outliers.',
    category: 'Correlation',
    tags: ['Comparison', 'ECharts', 'Multi-Dimensions', 'Scatter', 'Time', 'Trend'],
    rank: 230,
    icon: 'chart',
    skeleton: 'bars',
    frame: 'card',
    exampleGallery: [{ url: 'example.webp', caption: 'Countries in 1955: many children, short lives' }],
    dataRequirements: [
      {
        rank: 10,
        title: ['%s compared', 'metrics'],
        dimensions: [
          { control: 'entity', from: 5, to: 300 },
          { control: 'series', from: 2, to: 12, minCount: 0 },
        ],
        metrics: [
          { control: 'x', default: 'mean' },
          { control: 'y', default: 'mean' },
          { control: 'size', default: 'rows' },
        ],
      },
    ],
    behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL'],
  },
  controls,
  migrations,
  examples: [
    {
      entity: 'carrier',
      series: 'origin',
      x: 'count',
      y: 'delay',
      size: { label: 'n', expressionType: 'SQL', sqlExpression: 'COUNT(*)' },
    },
  ],
  toQueries,
  colorColumns: (form) => [asColumn(form.series)].flatMap((each) => (each === undefined ? [] : [columnLabel(each)])),
  toDataMask: (selectedMarks, form) => selectionMask(selectedMarks, bubbleColumns(form)),
  toDrillFilters: (selectedMarks, form) => selectionFilters(selectedMarks, bubbleColumns(form)),
  toDrillBy: (form, column) => ({ ...form, entity: column }),
})
