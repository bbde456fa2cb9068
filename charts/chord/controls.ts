import { oneColumn } from '#charts/shared/links/link-controls.ts'
import type { FormOf } from '#controls/form-of.ts'
import { axisFormat, colorSection, toggle } from '#controls/shared/picture-controls.ts'
import { adhocFilters, metric, rowLimit } from '#controls/shared/query-controls.ts'
import { section } from '#controls/shared/section.ts'
import { timeSection } from '#controls/shared/time-controls.ts'

const query = section({
  label: 'Query',
  tab: 'data',
  expanded: true,
  rows: [
    [oneColumn('groupby', 'Source', { description: 'What the links begin at', required: true })],
    [oneColumn('columns', 'Target', { description: 'What the links lead to', required: true })],
    [metric()],
    [adhocFilters()],
    [rowLimit()],
    [
      toggle('sort_by_metric', 'Sort by metric', true, {
        affects: 'query',
        description: 'Where the row limit cuts, the largest links stay',
      }),
    ],
  ],
})

const numbers = section({ label: 'Labels', tab: 'customize', expanded: true, rows: [[axisFormat('Number format')]] })

export const controls = [timeSection, query, colorSection, numbers] as const

export type ChordForm = FormOf<typeof controls>
