import type { FormOf } from '#controls/form-type.ts'
import { pictureText, colorSection, numberFormat, pictureToggle } from '#controls/shared/picture-controls.ts'
import {
  adhocFilters,
  groupby,
  metric,
  numberOf,
  rowLimit,
  sliderOf,
  strictNumberOf,
} from '#controls/shared/query-controls.ts'
import { section } from '#controls/shared/section.ts'
import { timeSection } from '#controls/shared/time-controls.ts'
import { t } from '#core/text/t.ts'
import { parseNumberList } from '#charts/shared/parse-number-list.ts'

const query = section({
  label: 'Query',
  tab: 'data',
  expanded: true,
  rows: [
    [groupby({ description: 'A pointer for each of these' })],
    [metric()],
    [adhocFilters()],
    [
      rowLimit({
        default: 10,
        choices: Array.from({ length: 10 }, (_, at) => ({ value: at + 1, label: String(at + 1) })),
      }),
    ],
    [pictureToggle('sort_by_metric', 'Sort by metric', true, { affects: 'query' })],
  ],
})

const numbers = (value: unknown) =>
  parseNumberList(value) === undefined ? t('is expected to be numbers with commas between them') : null

const general = section({
  label: 'General',
  tab: 'customize',
  expanded: true,
  rows: [
    [
      numberOf('min_val', 'Min', { default: 0, initial: null, placeholder: 'Automatic' }),
      numberOf('max_val', 'Max', { default: 100, initial: null, placeholder: 'Automatic' }),
    ],
    [
      strictNumberOf('start_angle', 'Start angle', {
        default: 225,
        description: 'Degrees, counted from the right upwards',
      }),
      strictNumberOf('end_angle', 'End angle', { default: -45 }),
    ],
    [sliderOf('font_size', 'Font size', { default: 15, min: 10, max: 20 })],
    [numberFormat('number_format', 'Number format')],
    [
      pictureText('value_formatter', 'Value format', {
        default: '{value}',
        description: 'Text around the value, such as {value} km/h',
      }),
    ],
    [pictureToggle('show_pointer', 'Show pointer', true)],
  ],
})

const axis = section({
  label: 'Axis',
  tab: 'customize',
  expanded: true,
  rows: [
    [
      pictureToggle('show_axis_tick', 'Show axis line ticks', false),
      pictureToggle('show_split_line', 'Show split lines', false),
    ],
    [sliderOf('split_number', 'Split number', { default: 10, min: 3, max: 30, description: 'Steps of the axis' })],
  ],
})

const progress = section({
  label: 'Progress',
  tab: 'customize',
  expanded: true,
  rows: [
    [pictureToggle('show_progress', 'Show progress', true), pictureToggle('overlap', 'Overlap', true)],
    [pictureToggle('round_cap', 'Round cap', false)],
  ],
})

const intervals = section({
  label: 'Intervals',
  tab: 'customize',
  rows: [
    [
      pictureText('intervals', 'Interval bounds', {
        description: 'Upper limits of the intervals, such as 2,4,5 for 0-2, 2-4 and 4-5',
        validators: [numbers],
      }),
    ],
    [
      pictureText('interval_color_indices', 'Interval colors', {
        description: 'Positions of the interval colors in the scheme, such as 1,2,4; the first is 1',
        validators: [numbers],
      }),
    ],
  ],
})

export const controls = [timeSection, query, colorSection, general, axis, progress, intervals] as const

export type GaugeForm = FormOf<typeof controls>
