import type { FormOf } from '#controls/form-type.ts'
import { figureRows } from '#charts/shared/figure/figure-controls.ts'
import { section } from '#controls/shared/section.ts'
import { pictureText } from '#controls/shared/picture-controls.ts'
import { adhocFilters, metric } from '#controls/shared/query-controls.ts'
import { timeSection } from '#controls/shared/time-controls.ts'

export const controls = [
  timeSection,
  section({ label: 'Query', tab: 'data', expanded: true, rows: [[metric()], [adhocFilters()]] }),
  section({
    label: 'Display settings',
    tab: 'customize',
    expanded: true,
    rows: [
      [pictureText('subheader', 'Subheader', { description: 'Text below the number, such as its unit' })],
      ...figureRows,
    ],
  }),
] as const

export type BigNumberForm = FormOf<typeof controls>
