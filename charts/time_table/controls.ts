import type { Control } from '#controls/control.ts'
import type { FormOf } from '#controls/form-type.ts'
import { section } from '#controls/shared/section.ts'
import type { Item } from '#controls/shared/item.ts'
import { pictureText } from '#controls/shared/picture-controls.ts'
import { adhocFilters, groupby, metrics, rowLimit, seriesLimit } from '#controls/shared/query-controls.ts'
import { bucketSection } from '#controls/shared/time-controls.ts'

const columns: Control<'column_collection', readonly Item[]> = {
  type: 'ts_columns',
  name: 'column_collection',
  label: 'Time series columns',
  description: 'Columns of the table',
  affects: 'picture',
  required: true,
  default: [
    { key: 'last', label: 'Last', colType: 'time', timeLag: 0, comparisonType: 'value' },
    { key: 'trend', label: 'Trend', colType: 'spark' },
  ],
}

const query = section({
  label: 'Query',
  tab: 'data',
  expanded: true,
  rows: [
    [metrics()],
    [adhocFilters()],
    [groupby({ description: 'A row for each of their values' })],
    [seriesLimit({ description: 'Only the rows that rank highest by the first metric are shown' })],
    [columns],
    [rowLimit({ description: 'How many periods of all rows together; the latest are kept' })],
    [
      pictureText('url', 'URL', {
        description: 'Links the name of each row. {{metric}} stands for the metric or the group; http and https only.',
      }),
    ],
  ],
})

export const controls = [bucketSection, query] as const

export type TimeTableForm = FormOf<typeof controls>
