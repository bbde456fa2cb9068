import type { FormOf } from '#controls/form-type.ts'
import { pictureChoice, pictureToggle } from '#controls/shared/picture-controls.ts'
import {
  adhocFilters,
  groupby,
  metrics,
  orderDesc,
  rowLimit,
  seriesLimit,
  sortMetric,
} from '#controls/shared/query-controls.ts'
import { section } from '#controls/shared/section.ts'
import { bucketSection } from '#controls/shared/time-controls.ts'
import { isEmpty } from '#controls/shared/validators.ts'

export const controls = [
  bucketSection,
  section({
    label: 'Query',
    tab: 'data',
    expanded: true,
    rows: [
      [metrics()],
      [adhocFilters()],
      [groupby()],
      [seriesLimit(), rowLimit()],
      [sortMetric()],
      [orderDesc({ visible: (form) => !isEmpty(form['timeseries_limit_metric']) })],
      [
        pictureToggle('contribution', 'Contribution', false, {
          description: 'Shows values as shares of the total of their time',
        }),
      ],
    ],
  }),
  section({
    label: 'Chart Options',
    tab: 'customize',
    expanded: true,
    rows: [
      [
        pictureChoice(
          'series_height',
          'Series Height',
          ['10', '25', '40', '50', '75', '100', '150', '200'].map((height) => [height, height] as const),
          { default: '25', freeForm: true, description: 'Pixels of each row' },
        ),
      ],
      [
        pictureChoice(
          'horizon_color_scale',
          'Value Domain',
          [
            ['series', 'series'],
            ['overall', 'overall'],
            ['change', 'change'],
          ],
          {
            description:
              'series: each row is compared with its own greatest value; overall: with that of all rows; change: with how it began',
          },
        ),
      ],
    ],
  }),
] as const

export type HorizonForm = FormOf<typeof controls>
