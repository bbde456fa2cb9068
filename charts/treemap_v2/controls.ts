import type { FormOf } from '#controls/form-of.ts'
import { colorSection, numberFormat, pick, timeFormat, toggle } from '#controls/shared/picture-controls.ts'
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
    [toggle('sort_by_metric', 'Sort by metric', true, { affects: 'query' })],
    [adhocFilters()],
  ],
})

const labels = section({
  label: 'Labels',
  tab: 'customize',
  expanded: true,
  rows: [
    [toggle('show_labels', 'Show labels', true), toggle('show_upper_labels', 'Show upper labels', true)],
    [
      pick(
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
