import type { Control } from '#controls/control.ts'
import type { FormOf } from '#controls/form-type.ts'
import {
  axisFormat,
  colorSection,
  linearColorScheme,
  pictureChoice,
  pictureToggle,
} from '#controls/shared/picture-controls.ts'
import { adhocFilters, metric, rowLimit } from '#controls/shared/query-controls.ts'
import { section } from '#controls/shared/section.ts'
import { timeSection } from '#controls/shared/time-controls.ts'
import { DEFAULT_FIXED_COLOR, type Rgba } from '#core/color/rgb.ts'
import type { FormData } from '#core/form/form-data.ts'
import type { QueryColumn, QueryMetric } from '#core/query/query-object.ts'

const entity: Control<'entity', QueryColumn | null | undefined> = {
  type: 'column',
  name: 'entity',
  label: 'Country Column',
  description: 'The column that names countries',
  affects: 'query',
  required: true,
  columnFilter: (column) => column.groupby !== false,
}

const bubbleSize: Control<'secondary_metric', QueryMetric | null | undefined> = {
  type: 'metric',
  name: 'secondary_metric',
  label: 'Bubble Size',
  description: 'The metric that gives bubbles their size',
  affects: 'query',
}

const bubbleColor: Control<'color_picker', Rgba> = {
  type: 'color_picker',
  name: 'color_picker',
  label: 'Bubble Color',
  affects: 'picture',
  default: DEFAULT_FIXED_COLOR,
  visible: (form) => form['show_bubbles'] === true,
}

const hasBubbles = (form: FormData): boolean => form['show_bubbles'] === true

export const controls = [
  timeSection,
  section({
    label: 'Query',
    tab: 'data',
    expanded: true,
    rows: [
      [entity],
      [
        pictureChoice(
          'country_fieldtype',
          'Country Field Type',
          [
            ['name', 'Full name'],
            ['cioc', 'code International Olympic Committee (cioc)'],
            ['cca2', 'code ISO 3166-1 alpha-2 (cca2)'],
            ['cca3', 'code ISO 3166-1 alpha-3 (cca3)'],
          ],
          { default: 'cca2', description: 'How the column names countries' },
        ),
      ],
      [metric({ label: 'Metric for Color' })],
      [adhocFilters()],
      [rowLimit()],
      [pictureToggle('sort_by_metric', 'Sort by metric', false, { affects: 'query' })],
    ],
  }),
  section({
    label: 'Options',
    tab: 'customize',
    expanded: true,
    rows: [
      [pictureToggle('show_bubbles', 'Show Bubbles', false, { description: 'Whether bubbles lie on the countries' })],
      [bubbleSize],
      [
        pictureChoice(
          'max_bubble_size',
          'Max Bubble Size',
          ['5', '10', '15', '25', '50', '75', '100'].map((size) => [size, size] as const),
          { default: '25', freeForm: true, visible: hasBubbles, description: 'The radius of the largest, in pixels' },
        ),
      ],
      [bubbleColor],
      [
        pictureChoice(
          'color_by',
          'Color by',
          [
            ['metric', 'metric'],
            ['country', 'country'],
          ],
          { description: 'Colors countries by value or by category' },
        ),
      ],
      [linearColorScheme()],
      [axisFormat('Number format')],
    ],
  }),
  colorSection,
] as const

export type WorldMapForm = FormOf<typeof controls>
