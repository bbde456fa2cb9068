import { type CalendarForm, controls } from './controls.ts'
import { GRAINS } from './periods.ts'
import { toQueries } from './query.ts'
import { chart } from '#charts/chart.ts'
import { timeseriesDrill } from '#charts/shared/timeseries/timeseries-selection.ts'

/** One cell per period, colored by its value. */
export const cal_heatmap = chart<CalendarForm>({
  type: 'cal_heatmap',
  meta: {
    name: 'Calendar Heatmap',
    description: 'Shows a metric over a long time as calendar cells, colored by value.',
    category: 'Correlation',
    tags: ['Business', 'Comparison', 'Intensity', 'Pattern', 'Report', 'Trend'],
    rank: 220,
    icon: 'chart',
    skeleton: 'bars',
    frame: 'card',
    exampleGallery: [{ url: 'example.webp', caption: 'Daily high temperatures in New York in one year' }],
    dataRequirements: [
      {
        rank: 13,
        title: ['%s day by day', 'metrics'],
        time: true,
        metrics: [{ control: 'metrics', default: 'rows' }],
      },
    ],
    behaviors: ['DRILL_TO_DETAIL'],
  },
  controls,
  examples: [
    { metrics: ['count'], granularity_sqla: 'date', domain_granularity: 'month', subdomain_granularity: 'day' },
  ],
  toQueries,
  toDrillFilters: (selectedMarks, form) =>
    timeseriesDrill(selectedMarks, {
      ...form,
      x_axis: null,
      groupby: [],
      time_grain_sqla: GRAINS[form.subdomain_granularity],
    }),
})
