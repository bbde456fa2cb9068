import type { FormOf } from '#controls/form-type.ts'
import { labelType } from '#charts/shared/controls/part-controls.ts'
import {
  colorSection,
  legendSection,
  numberFormat,
  pictureChoice,
  pictureToggle,
} from '#controls/shared/picture-controls.ts'
import { adhocFilters, groupby, metric, rowLimit } from '#controls/shared/query-controls.ts'
import { section } from '#controls/shared/section.ts'
import { timeSection } from '#controls/shared/time-controls.ts'

const query = section({
  label: 'Query',
  tab: 'data',
  expanded: true,
  rows: [
    [groupby({ required: true })],
    [metric()],
    [adhocFilters()],
    [rowLimit({ default: 10 })],
    [pictureToggle('sort_by_metric', 'Sort by metric', true, { affects: 'query' })],
    [
      pictureChoice(
        'percent_calculation_type',
        '% calculation',
        [
          ['first_step', 'Calculate from first step'],
          ['prev_step', 'Calculate from previous step'],
          ['total', 'Percentage of total'],
        ],
        { description: 'Base of the percentages in labels and the tooltip' },
      ),
    ],
  ],
})

const labels = section({
  label: 'Labels',
  tab: 'customize',
  expanded: true,
  rows: [
    [pictureToggle('show_labels', 'Show labels', true)],
    [labelType('label_type', 'Label contents', 'key')],
    [labelType('tooltip_label_type', 'Tooltip contents', 'key_value_percent')],
    [numberFormat('number_format', 'Number format')],
  ],
})

export const controls = [timeSection, query, colorSection, legendSection, labels] as const

export type FunnelForm = FormOf<typeof controls>
