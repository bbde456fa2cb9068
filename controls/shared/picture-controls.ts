import { axisFormats, numberFormats, timeFormats } from './format-choices.ts'
import type { Own } from './query-controls.ts'
import type { Choice, Control, Section } from '#controls/control.ts'
import type { FormData } from '#core/form/form-data.ts'
import { isNumberFormat } from '#core/format/number.ts'
import { ADAPTIVE } from '#core/format/number-formats.ts'
import { t } from '#core/text/t.ts'

/** Something shown or not. */
export const toggle = (name: string, label: string, on: boolean, own: Own = {}): Control => ({
  type: 'checkbox',
  name,
  label,
  affects: 'picture',
  default: on,
  ...own,
})

/** One of few values that change the picture alone; `choices` are `[value, label]`. */
export const pick = (
  name: string,
  label: string,
  choices: readonly (readonly [Choice['value'], string])[],
  own: Own = {},
): Control => ({
  type: 'select',
  name,
  label,
  affects: 'picture',
  clearable: false,
  choices: choices.map(([value, text]) => ({ value, label: text })),
  default: choices[0]?.[0],
  ...own,
})

/** A text of the picture. */
export const caption = (name: string, label: string, own: Own = {}): Control => ({
  type: 'text',
  name,
  label,
  affects: 'picture',
  default: '',
  ...own,
})

/** The colours of categories. */
const colorScheme: Control = {
  type: 'color_scheme',
  name: 'color_scheme',
  label: 'Color scheme',
  affects: 'picture',
}

/** The colours, in a section of their own. */
export const colorSection: Section = {
  label: 'Color scheme',
  tab: 'customize',
  expanded: true,
  rows: [[colorScheme]],
}

/** A number format by form data key. */
export const numberFormat = (name: string, label: string, own: Own = {}): Control => ({
  type: 'select',
  name,
  label,
  affects: 'picture',
  freeForm: true,
  default: 'SMART_NUMBER',
  choices: numberFormats,
  validators: [(value) => (typeof value !== 'string' || isNumberFormat(value) ? null : t('is not a number format'))],
  ...own,
})

/** The format of a value axis or of a figure. */
export const axisFormat = (label: string, own: Own = {}): Control =>
  numberFormat('y_axis_format', label, { default: ADAPTIVE, choices: axisFormats, ...own })

/** A time format by form data key. */
export const timeFormat = (name: string, label: string, own: Own = {}): Control => ({
  type: 'select',
  name,
  label,
  affects: 'picture',
  freeForm: true,
  default: 'smart_date',
  choices: timeFormats,
  ...own,
})

const withLegend = (form: FormData): boolean => form['show_legend'] !== false

/** The legend: whether, where, and how it behaves when it is long. */
export const legendSection: Section = {
  label: 'Legend',
  tab: 'customize',
  expanded: true,
  rows: [
    [toggle('show_legend', 'Show legend', true)],
    [
      pick(
        'legendType',
        'Type',
        [
          ['scroll', 'Scroll'],
          ['plain', 'Plain'],
        ],
        { visible: withLegend },
      ),
      pick(
        'legendOrientation',
        'Orientation',
        [
          ['top', 'Top'],
          ['bottom', 'Bottom'],
          ['left', 'Left'],
          ['right', 'Right'],
        ],
        { visible: withLegend },
      ),
    ],
  ],
}
