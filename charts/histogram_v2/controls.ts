import { axisTitles } from '#charts/shared/controls/axis-controls.ts'
import { showValue } from '#charts/shared/controls/mark-controls.ts'
import type { FormOf } from '#controls/form-type.ts'
import {
  axisFormat,
  colorSection,
  legendSection,
  numberFormat,
  pictureChoice,
  pictureToggle,
} from '#controls/shared/picture-controls.ts'
import { adhocFilters, dimensionOf, groupby, rowLimit } from '#controls/shared/query-controls.ts'
import { section } from '#controls/shared/section.ts'
import { timeSection } from '#controls/shared/time-controls.ts'
import { MAX_BINS } from '#core/query/value-bins.ts'
import { t } from '#core/text/t.ts'
import { NUMERIC } from '#core/table/table.ts'

const affectsQuery = { affects: 'query' } as const

const query = section({
  label: 'Query',
  tab: 'data',
  expanded: true,
  rows: [
    [
      dimensionOf('column', 'Column', {
        required: true,
        description: 'The numbers that are counted',
        columnFilter: (column) => column.type_generic === NUMERIC,
      }),
    ],
    [groupby({ description: 'Bars of one value have one color and stand on each other' })],
    [adhocFilters()],
    [rowLimit({ description: 'Row limit for text columns; numeric and time columns are counted over all rows' })],
    [
      pictureChoice(
        'bins',
        'Bins',
        [5, 10, 15, 20].map((count) => [count, String(count)] as const),
        {
          ...affectsQuery,
          freeForm: true,
          validators: [
            (value) =>
              Number.isInteger(Number(value)) && Number(value) >= 1 && Number(value) <= MAX_BINS
                ? null
                : t('is expected to be a whole number from 1 to %s', MAX_BINS),
          ],
        },
      ),
    ],
    [
      pictureToggle('normalize', 'Normalize', false, {
        ...affectsQuery,
        description: 'Shares of all rows in place of numbers of rows',
      }),
    ],
    [
      pictureToggle('cumulative', 'Cumulative', false, {
        ...affectsQuery,
        description: 'Cumulative: each bin includes all previous bins',
      }),
    ],
  ],
})

const options = section({
  label: 'Chart Options',
  tab: 'customize',
  expanded: true,
  rows: [[showValue], [numberFormat('x_axis_format', 'X Axis Format')], [axisFormat('Y Axis Format')]],
})

export const controls = [timeSection, query, axisTitles, colorSection, options, legendSection] as const

export type HistogramForm = FormOf<typeof controls>
