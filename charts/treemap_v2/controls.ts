import type { FormOf } from '#controls/form-type.ts'
import {
  colorSection,
  numberFormat,
  pictureChoice,
  timeFormat,
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
    [groupby({ required: true, description: 'The outermost level first' })],
    [metric()],
    [rowLimit()],
    [pictureToggle('sort_by_metric', 'Sort by metric', true, { affects: 'query' })],
    [adhocFilters()],
  ],
})

const labels = section({
  label: 'Labels',
  tab: 'customize',
  expanded: true,
  rows: [
    [pictureToggle('show_labels', 'Show labels', true), pictureToggle('show_upper_labels', 'Show upper labels', true)],
    [
      pictureChoice(
        'label_type',
        'Label type',
        [
          ['Key', 'Category name'],
          ['value', 'Value'],
          ['key_value', 'Category and value'],
        ],
        { default: 'key_value' },
      ),
    ],
    [numberFormat('number_format', 'Number format'), timeFormat('date_format', 'Date format')],
  ],
})

export const controls = [timeSection, query, colorSection, labels] as const

export type TreemapForm = FormOf<typeof controls>
