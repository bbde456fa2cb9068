import { axisFormats, numberFormats, timeFormats } from './format-choices.ts'
import type { ControlOverrides } from './query-controls.ts'
import { section } from './section.ts'
import type { Choice, Control } from '#controls/control.ts'
import type { FormData } from '#core/form/form-data.ts'
import { isNumberFormat } from '#core/format/number.ts'
import { ADAPTIVE_FORMAT } from '#core/format/number-formats.ts'
import { t } from '#core/text/t.ts'

/** A checkbox that affects only the picture. */
export const pictureToggle = <const N extends string>(
  name: N,
  label: string,
  on: boolean,
  own: ControlOverrides = {},
) =>
  ({
    type: 'checkbox',
    name,
    label,
    affects: 'picture',
    default: on,
    ...own,
  }) as Control<N, boolean>

/** A single choice that affects only the picture; `choices` are `[value, label]`. */
export const pictureChoice = <const N extends string, const V extends Choice['value']>(
  name: N,
  label: string,
  choices: readonly (readonly [V, string])[],
  own: ControlOverrides = {},
) =>
  ({
    type: 'select',
    name,
    label,
    affects: 'picture',
    clearable: false,
    choices: choices.map(([value, text]) => ({ value, label: text })),
    default: choices[0]?.[0],
    ...own,
  }) as Control<N, V>

/** A text of the picture. */
export const pictureText = <const N extends string>(name: N, label: string, own: ControlOverrides = {}) =>
  ({
    type: 'text',
    name,
    label,
    affects: 'picture',
    default: '',
    ...own,
  }) as Control<N, string>

/** The categorical color scheme. */
const colorScheme: Control<'color_scheme', string | undefined> = {
  type: 'color_scheme',
  name: 'color_scheme',
  label: 'Color scheme',
  affects: 'picture',
}

/** The section with the color scheme. */
export const colorSection = section({
  label: 'Color scheme',
  tab: 'customize',
  expanded: true,
  rows: [[colorScheme]],
})

/** The sequential color scheme. */
export const linearColorScheme = (own: ControlOverrides = {}) =>
  ({
    type: 'linear_color_scheme',
    name: 'linear_color_scheme',
    label: 'Linear color scheme',
    affects: 'picture',
    ...own,
  }) as Control<'linear_color_scheme', string | undefined>

/** A number format by form data key. */
export const numberFormat = <const N extends string>(name: N, label: string, own: ControlOverrides = {}) =>
  ({
    type: 'select',
    name,
    label,
    affects: 'picture',
    freeForm: true,
    default: 'SMART_NUMBER',
    choices: numberFormats,
    validators: [(value) => (typeof value !== 'string' || isNumberFormat(value) ? null : t('is not a number format'))],
    ...own,
  }) as Control<N, string | null>

/** The format of a value axis or a number. */
export const axisFormat = (label: string, own: ControlOverrides = {}) =>
  numberFormat('y_axis_format', label, { default: ADAPTIVE_FORMAT, choices: axisFormats, ...own })

/** A time format by form data key. */
export const timeFormat = <const N extends string>(name: N, label: string, own: ControlOverrides = {}) =>
  ({
    type: 'select',
    name,
    label,
    affects: 'picture',
    freeForm: true,
    default: 'smart_date',
    choices: timeFormats,
    ...own,
  }) as Control<N, string | null>

const hasLegend = (form: FormData): boolean => form['show_legend'] !== false

/** The legend: visibility, position and overflow. */
export const legendSection = section({
  label: 'Legend',
  tab: 'customize',
  expanded: true,
  rows: [
    [pictureToggle('show_legend', 'Show legend', true)],
    [
      pictureChoice(
        'legendType',
        'Type',
        [
          ['scroll', 'Scroll'],
          ['plain', 'Plain'],
        ],
        { visible: hasLegend },
      ),
      pictureChoice(
        'legendOrientation',
        'Orientation',
        [
          ['top', 'Top'],
          ['bottom', 'Bottom'],
          ['left', 'Left'],
          ['right', 'Right'],
        ],
        { visible: hasLegend },
      ),
    ],
  ],
})
