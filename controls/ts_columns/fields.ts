import type { ItemField } from '#controls/control.ts'
import { numberFormats, timeFormats } from '#controls/shared/format-choices.ts'
import { optionalNumber, optionalInteger } from '#controls/shared/validators.ts'

/** The column types of a time-series table. */
export const timeColumnTypes = [
  { value: 'time', label: 'Time comparison' },
  { value: 'contrib', label: 'Contribution' },
  { value: 'spark', label: 'Sparkline' },
  { value: 'avg', label: 'Period average' },
] as const

/** The display formats of a time comparison. */
export const timeComparisons = [
  { value: 'value', label: 'Value' },
  { value: 'diff', label: 'Difference' },
  { value: 'perc', label: 'Percentage' },
  { value: 'perc_change', label: 'Percentage change' },
] as const

const ofType = (...types: readonly (typeof timeColumnTypes)[number]['value'][]) => ({
  visible: (item: Readonly<Record<string, unknown>>) => types.some((type) => type === item['colType']),
})

/** The fields of a column in display order. */
export const timeColumnFields: readonly ItemField[] = [
  { name: 'label', label: 'Label', description: 'Head of the column', kind: 'text' },
  { name: 'tooltip', label: 'Tooltip', description: 'Explains the column, behind a mark in its head', kind: 'text' },
  { name: 'colType', label: 'Type', kind: 'choice', choices: timeColumnTypes, required: true },
  { name: 'width', label: 'Width', description: 'Of the sparkline, in pixels', kind: 'number', ...ofType('spark') },
  { name: 'height', label: 'Height', description: 'Of the sparkline, in pixels', kind: 'number', ...ofType('spark') },
  {
    name: 'timeLag',
    label: 'Time lag',
    description:
      'Periods back from the last one; negative numbers count from the first. An average takes so many of the last periods, or all.',
    kind: 'number',
    validators: [optionalInteger],
    ...ofType('time', 'avg'),
  },
  {
    name: 'timeRatio',
    label: 'Time ratio',
    description: 'Divides each point by the point this many periods earlier',
    kind: 'text',
    validators: [optionalNumber],
    ...ofType('spark'),
  },
  {
    name: 'comparisonType',
    label: 'Comparison',
    description: 'How the last period is compared with that of the time lag',
    kind: 'choice',
    choices: timeComparisons,
    fallback: 'value',
    ...ofType('time'),
  },
  {
    name: 'showYAxis',
    label: 'Show Y-axis',
    kind: 'toggle',
    ...ofType('spark'),
  },
  {
    name: 'yAxisBounds',
    label: 'Y-axis bounds',
    description: 'Empty takes the least or greatest value of the row',
    kind: 'bounds',
    ...ofType('spark'),
  },
  {
    name: 'bounds',
    label: 'Color bounds',
    description: 'Colors numbers from red at the first to blue at the second; one alone parts them in two',
    kind: 'bounds',
    ...ofType('time', 'contrib', 'avg'),
  },
  {
    name: 'd3format',
    label: 'Number format',
    kind: 'choice',
    choices: numberFormats,
    isFreeForm: true,
  },
  {
    name: 'dateFormat',
    label: 'Date format',
    kind: 'choice',
    choices: timeFormats,
    isFreeForm: true,
    ...ofType('spark'),
  },
]
