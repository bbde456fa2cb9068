import type { FormOf } from '#controls/form-of.ts'
import { section } from '#controls/shared/section.ts'
import { caption, axisFormat, pick, timeFormat, toggle } from '#controls/shared/picture-controls.ts'
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
      [caption('subheader', 'Subheader', { description: 'Text below the number, such as its unit' })],
      [
        pick(
          'header_font_size',
          'Big Number Font Size',
          [
            [0.2, 'Tiny'],
            [0.3, 'Small'],
            [0.4, 'Normal'],
            [0.5, 'Large'],
            [0.6, 'Huge'],
          ],
          { default: 0.4 },
        ),
      ],
      [
        pick(
          'subheader_font_size',
          'Subheader Font Size',
          [
            [0.125, 'Tiny'],
            [0.15, 'Small'],
            [0.2, 'Normal'],
            [0.3, 'Large'],
            [0.4, 'Huge'],
          ],
          { default: 0.15 },
        ),
      ],
      [axisFormat('Number format')],
      [timeFormat('time_format', 'Date format')],
      [toggle('force_timestamp_formatting', 'Force date format', false)],
    ],
  }),
] as const

export type BigNumberForm = FormOf<typeof controls>
