import type { FormOf } from '#controls/form-of.ts'
import { caption } from '#controls/shared/picture-controls.ts'
import { adhocFilters, metric } from '#controls/shared/query-controls.ts'
import { section } from '#controls/shared/section.ts'
import { timeSection } from '#controls/shared/time-controls.ts'
import { t } from '#core/text/t.ts'
import { numbersIn } from '#charts/shared/numbers-in.ts'

const query = section({
  label: 'Query',
  tab: 'data',
  expanded: true,
  rows: [[metric()], [adhocFilters()]],
})

const numbers = (value: unknown) =>
  numbersIn(value) === undefined ? t('is expected to be numbers with commas between them') : null

const options = section({
  label: 'Chart Options',
  tab: 'customize',
  expanded: true,
  rows: [
    [
      caption('ranges', 'Ranges', {
        description: 'Where shaded stretches end, such as 50,80,100; empty is a little more than the value',
        validators: [numbers],
      }),
      caption('range_labels', 'Range labels', { description: 'Their names, in the same order' }),
    ],
    [
      caption('markers', 'Markers', { description: 'Values marked by triangles', validators: [numbers] }),
      caption('marker_labels', 'Marker labels', { description: 'Their names, in the same order' }),
    ],
    [
      caption('marker_lines', 'Marker lines', { description: 'Values marked by lines', validators: [numbers] }),
      caption('marker_line_labels', 'Marker line labels', { description: 'Their names, in the same order' }),
    ],
  ],
})

export const controls = [timeSection, query, options] as const

export type BulletForm = FormOf<typeof controls>
