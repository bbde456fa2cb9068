import { controls, type MixedForm } from './controls.ts'
import { migrations } from './migrations.ts'
import { toDrillFilters, toDataMask } from './selection.ts'
import { toQueries, toSample } from './query.ts'
import { firstForm, secondForm } from './query-forms.ts'
import { chart } from '#charts/chart.ts'
import { timeseriesBrush } from '#charts/shared/timeseries/timeseries-selection.ts'
import { seriesDimensions } from '#charts/shared/timeseries/timeseries-query.ts'
import { annotationTypes } from '#core/annotation/layer.ts'

const exampleForm = { metrics: ['count'], metrics_b: ['delay'], granularity_sqla: 'date', time_grain_sqla: 'P1D' }

/** Two queries over one x axis, each with its style and value axis. */
export const mixed_timeseries = chart<MixedForm>({
  type: 'mixed_timeseries',
  olderNames: ['dual_line'],
  meta: {
    name: 'Mixed Chart',
    description:
      'Shows two queries on one x axis, each with its own style, filters and value axis, such as bars and a line.',
    synonyms: ['combo', 'dual axis', 'Mixed Time-Series'],
    category: 'Evolution',
    tags: [
      'Advanced-Analytics',
      'Aesthetic',
      'ECharts',
      'Line',
      'Multi-Variables',
      'Time',
      'Transformable',
      'Experimental',
    ],
    rank: 100,
    icon: 'chart-bar',
    skeleton: 'bars',
    frame: 'card',
    exampleGallery: [{ url: 'example.webp', caption: 'Revenue as bars, the average ticket as a line' }],
    behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL'],
    supportedAnnotationTypes: annotationTypes,
  },
  controls,
  migrations,
  examples: [
    { ...exampleForm, groupby: ['origin'], groupby_b: ['carrier'] },
    { ...exampleForm, seriesType: 'bar', yAxisIndexB: 1 },
  ],
  hasPeriods: true,
  queryForms: (form) => [firstForm(form), secondForm(form)],
  toQueries,
  toSample,
  colorColumns(form) {
    const [first, second] = [firstForm(form), secondForm(form)].map(seriesDimensions)
    return (first?.length ? first : second) ?? []
  },
  toDataMask,
  toBrush: timeseriesBrush,
  toDrillFilters,
  toDrillBy: (form, column) => ({ ...form, groupby: [column], groupby_b: [column] }),
})
