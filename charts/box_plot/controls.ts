import { axisTitles, ticksLayout } from '#charts/shared/controls/axis-controls.ts'
import type { FormOf } from '#controls/form-type.ts'
import { colorSection, numberFormat, pictureChoice, timeFormat } from '#controls/shared/picture-controls.ts'
import {
  adhocFilters,
  dimensionsOf,
  groupby,
  metricNamed,
  metrics,
  seriesLimit,
  shownTimeColumn,
} from '#controls/shared/query-controls.ts'
import { section } from '#controls/shared/section.ts'
import { bucketSection } from '#controls/shared/time-controls.ts'
import type { Control } from '#controls/control.ts'
import type { Limit } from '#controls/shared/query-controls.ts'
import { t } from '#core/text/t.ts'
import { whiskersOf, whiskerChoices } from './whiskers.ts'

/** The limit of boxes by dimension, under the key of newer form data. */
const limit = { ...seriesLimit(), name: 'series_limit' } as Control<'series_limit', Limit | undefined>

const query = section({
  label: 'Query',
  tab: 'data',
  expanded: true,
  rows: [
    [
      dimensionsOf('columns', 'Distribute across', {
        description: 'Each value of these columns is one observation of a box. If empty, the time column is used.',
        counts: shownTimeColumn,
      }),
    ],
    [groupby({ description: 'Draws one box per value' })],
    [metrics()],
    [adhocFilters()],
    [limit],
    [metricNamed('series_limit_metric', 'Sort by', { description: 'Metric that ranks the boxes within the limit' })],
    [
      pictureChoice(
        'whiskerOptions',
        'Whisker/outlier options',
        whiskerChoices.map((each) => [each as string, each] as const),
        {
          description: 'Whisker range; values outside of it are drawn as outliers',
          freeForm: true,
          affects: 'query',
          validators: [(value) => (whiskersOf(value) ? null : t('is expected to be such as 2/98 percentiles'))],
        },
      ),
    ],
  ],
})

const options = section({
  label: 'Chart Options',
  tab: 'customize',
  expanded: true,
  rows: [[ticksLayout], [numberFormat('number_format', 'Number format'), timeFormat('date_format', 'Date format')]],
})

export const controls = [bucketSection, query, axisTitles, colorSection, options] as const

export type BoxPlotForm = FormOf<typeof controls>
