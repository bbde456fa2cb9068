import { source, target } from '#charts/shared/links/link-controls.ts'
import type { FormOf } from '#controls/form-type.ts'
import { colorSection, pictureToggle } from '#controls/shared/picture-controls.ts'
import { adhocFilters, metric, rowLimit } from '#controls/shared/query-controls.ts'
import { section } from '#controls/shared/section.ts'
import { timeSection } from '#controls/shared/time-controls.ts'

const query = section({
  label: 'Query',
  tab: 'data',
  expanded: true,
  rows: [
    [source()],
    [target()],
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

export const controls = [timeSection, query, colorSection] as const

export type SankeyForm = FormOf<typeof controls>
