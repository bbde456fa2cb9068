import { oneColumn } from '#charts/shared/links/link-controls.ts'
import type { FormOf } from '#controls/form-type.ts'
import { axisFormat, colorSection, pictureToggle } from '#controls/shared/picture-controls.ts'
import { adhocFilters, metric, rowLimit } from '#controls/shared/query-controls.ts'
import { section } from '#controls/shared/section.ts'
import { timeSection } from '#controls/shared/time-controls.ts'

const query = section({
  label: 'Query',
  tab: 'data',
  expanded: true,
  rows: [
    [oneColumn('groupby', 'Source', { description: 'Column with the source of each link', required: true })],
    [oneColumn('columns', 'Target', { description: 'Column with the target of each link', required: true })],
    [metric()],
    [adhocFilters()],
    [rowLimit()],
    [
      pictureToggle('sort_by_metric', 'Sort by metric', true, {
        affects: 'query',
        description: 'If the row limit applies, the largest links are shown',
      }),
    ],
  ],
})

const numbers = section({ label: 'Labels', tab: 'customize', expanded: true, rows: [[axisFormat('Number format')]] })

export const controls = [timeSection, query, colorSection, numbers] as const

export type ChordForm = FormOf<typeof controls>
