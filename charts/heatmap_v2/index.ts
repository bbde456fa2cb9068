import { controls, type HeatmapForm } from './controls.ts'
import { migrations } from './migrations.ts'
import { toQueries, yAxisOf } from './query.ts'
import { chart } from '#charts/chart.ts'
import { axisAndDimensionMask } from '#charts/shared/timeseries/axis-and-dimension-mask.ts'
import { timeseriesBrush, timeseriesDrill } from '#charts/shared/timeseries/timeseries-selection.ts'
import { xAxisOf } from '#core/form/base-query.ts'

/** A metric by two dimensions, shown as cell colors. */
export const heatmap_v2 = chart<HeatmapForm>({
  type: 'heatmap_v2',
  olderNames: ['heatmap'],
  meta: {
    name: 'Heatmap',
    description:
      'Shows a metric for each pair of values of two dimensions, such as hours and weekdays, as colored cells. Makes patterns visible that numbers hide.',
    category: 'Correlation',
    tags: ['Business', 'Density', 'ECharts', 'Intensity', 'Single Metric'],
    rank: 150,
    icon: 'table',
    skeleton: 'table',
    frame: 'card',
    exampleGallery: [{ url: 'example.webp', caption: 'Bird strikes by size and time of day' }],
    dataRequirements: [
      {
        rank: 8,
        title: ['Cells by %s', 'dimensions'],
        dimensions: [
          { control: 'x_axis', from: 2, to: 40 },
          { control: 'groupby', from: 2, to: 40 },
        ],
        metrics: [{ control: 'metric', default: 'rows' }],
      },
    ],
    behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL'],
  },
  controls,
  migrations,
  examples: [
    { metric: 'count', x_axis: 'carrier', groupby: 'origin' },
    { metric: 'count', x_axis: 'date', groupby: 'origin', time_grain_sqla: 'P1W', show_values: true },
  ],
  toQueries,
  toDataMask: (selectedMarks, form) => axisAndDimensionMask(selectedMarks, [xAxisOf(form), yAxisOf(form)], form),
  toBrush: timeseriesBrush,
  toDrillFilters: timeseriesDrill,
  toDrillBy: (form, column) => ({ ...form, groupby: [column] }),
})
