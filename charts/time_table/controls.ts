import type { Control, Section } from '#controls/control.ts'
import { caption } from '#controls/shared/picture-controls.ts'
import { adhocFilters, groupby, metrics, rowLimit, seriesLimit } from '#controls/shared/query-controls.ts'
import { timeSection } from '#controls/shared/time-controls.ts'

const columns: Control = {
  type: 'ts_columns',
  name: 'column_collection',
  label: 'Time series columns',
  description: 'What each row shows beside its name',
  affects: 'picture',
  required: true,
  default: [
    { key: 'last', label: 'Last', colType: 'time', timeLag: 0, comparisonType: 'value' },
    { key: 'trend', label: 'Trend', colType: 'spark' },
  ],
}

const query: Section = {
  label: 'Query',
  tab: 'data',
  expanded: true,
  rows: [
    [metrics()],
    [adhocFilters()],
    [groupby({ multi: false, label: 'Dimension', description: 'A row for each of its values' })],
    [seriesLimit({ description: 'Only the rows that rank highest by the first metric are shown' })],
    [columns],
    [rowLimit({ description: 'How many periods of all rows together; the latest are kept' })],
    [
      caption('url', 'URL', {
        description: 'Links the name of each row. {{metric}} stands for the metric or the group; http and https only.',
      }),
    ],
  ],
}

export const controls: readonly Section[] = [timeSection(true), query]
