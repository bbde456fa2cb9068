import type { FormOf } from '#controls/form-type.ts'
import { pictureText } from '#controls/shared/picture-controls.ts'
import { adhocFilters, metric } from '#controls/shared/query-controls.ts'
import { section } from '#controls/shared/section.ts'
import { timeSection } from '#controls/shared/time-controls.ts'
import { t } from '#core/text/t.ts'
import { parseNumberList } from '#charts/shared/parse-number-list.ts'

const query = section({
  label: 'Query',
  tab: 'data',
  expanded: true,
  rows: [[metric()], [adhocFilters()]],
})

const numbers = (value: unknown) =>
  parseNumberList(value) === undefined ? t('is expected to be numbers with commas between them') : null

const options = section({
  label: 'Chart Options',
  tab: 'customize',
  expanded: true,
  rows: [
    [
      pictureText('ranges', 'Ranges', {
        description:
          'Upper limits of the shaded ranges, such as 50,80,100; if empty, one range slightly above the value',
        validators: [numbers],
      }),
      pictureText('range_labels', 'Range labels', { description: 'Their names, in the same order' }),
    ],
    [
      pictureText('markers', 'Markers', { description: 'Values marked by triangles', validators: [numbers] }),
      pictureText('marker_labels', 'Marker labels', { description: 'Their names, in the same order' }),
    ],
    [
      pictureText('marker_lines', 'Marker lines', { description: 'Values marked by lines', validators: [numbers] }),
      pictureText('marker_line_labels', 'Marker line labels', { description: 'Their names, in the same order' }),
    ],
  ],
})

export const controls = [timeSection, query, options] as const

export type BulletForm = FormOf<typeof controls>
