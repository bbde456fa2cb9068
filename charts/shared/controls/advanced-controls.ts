import type { Control, Validator } from '#controls/control.ts'
import { section } from '#controls/shared/section.ts'
import { numberOf } from '#controls/shared/query-controls.ts'
import { pictureChoice, pictureToggle } from '#controls/shared/picture-controls.ts'
import { isEmpty } from '#controls/shared/validators.ts'
import {
  comparisonTypes,
  additionalResampleMethods,
  resampleMethods,
  resampleRules,
  rollingTypes,
} from '#core/form/advanced-analytics.ts'
import type { FormData } from '#core/form/form-data.ts'
import { parseFrequency } from '#core/post/frequency.ts'
import { t } from '#core/text/t.ts'
import { timeShifts } from '#core/time/time-shifts.ts'

const COMPARISONS: Readonly<Record<(typeof comparisonTypes)[number], string>> = {
  values: 'Actual values',
  absolute: 'Difference',
  percentage: 'Percentage change',
  ratio: 'Ratio',
}

const query = { affects: 'query' } as const
const toChoices = <const V extends string>(values: readonly V[]) => values.map((value) => [value, value] as const)

const hasRollingWindow = (form: FormData): boolean =>
  !['None', 'cumsum', null, undefined].includes(form['rolling_type'] as string)
const hasTimeComparison = (form: FormData): boolean => !isEmpty(form['time_compare'])
const hasForecast = (form: FormData): boolean => form['forecastEnabled'] === true

/** Saved charts may contain frequencies and methods other than those on offer. */
const aFrequency: Validator = (value) =>
  typeof value !== 'string' || parseFrequency(value) ? null : t('is not a frequency such as 1D')
const aMethod: Validator = (value) =>
  typeof value !== 'string' || [...resampleMethods, ...additionalResampleMethods, 'zerofill'].includes(value)
    ? null
    : t('is not a fill method')
/** Yes, no, or the number of Fourier terms of the seasonality. */
const aSeason: Validator = (value) =>
  (typeof value !== 'string' && typeof value !== 'number') || /^\d+$/.test(String(value))
    ? null
    : t('is expected to be a whole number')

const season = <const N extends string>(name: N, label: string) =>
  pictureChoice(
    name,
    label,
    [
      [null, 'Default'],
      [true, 'Yes'],
      [false, 'No'],
    ],
    { ...query, visible: hasForecast, freeForm: true, validators: [aSeason] },
  )

const timeCompare: Control<'time_compare', readonly (string | number | boolean | null)[] | undefined> = {
  type: 'select',
  name: 'time_compare',
  label: 'Time shift',
  description: 'Compares the metrics with another time range',
  multi: true,
  freeForm: true,
  choices: timeShifts.map((shift) => ({ value: `${shift} ago`, label: `${shift} ago` })),
  ...query,
}

/** Rolling window controls. */
export const rollingRows = [
  [
    pictureChoice('rolling_type', 'Rolling function', toChoices(rollingTypes), {
      ...query,
      description: 'Applies a function to a moving window of rows',
    }),
  ],
  [
    numberOf('rolling_periods', 'Periods', {
      description: 'How many rows the window has',
      default: 7,
      min: 1,
      visible: hasRollingWindow,
      ...query,
    }),
    numberOf('min_periods', 'Min periods', {
      description: 'How many values a window needs; as many rows are left out at the beginning',
      default: 0,
      min: 0,
      visible: hasRollingWindow,
      ...query,
    }),
  ],
] as const

/** Time comparison controls. */
const comparingRows = [
  [timeCompare],
  [
    pictureChoice(
      'comparison_type',
      'Calculation type',
      comparisonTypes.map((type) => [type, COMPARISONS[type]]),
      { ...query, visible: hasTimeComparison },
    ),
  ],
] as const

/** Resampling controls. */
export const resampleRows = [
  [
    pictureChoice('resample_rule', 'Rule', [[null, 'None'], ...toChoices(resampleRules)], {
      ...query,
      description: 'Time interval for resampling',
      freeForm: true,
      validators: [aFrequency],
    }),
    pictureChoice(
      'resample_method',
      'Fill method',
      [[null, 'None'], ...toChoices([...resampleMethods, ...additionalResampleMethods])],
      {
        ...query,
        freeForm: true,
        validators: [aMethod],
      },
    ),
  ],
] as const

/** Rolling window, time comparison and resampling controls. */
export const advancedRows = [...rollingRows, ...comparingRows, ...resampleRows] as const

export const advancedSection = section({
  label: 'Advanced analytics',
  tab: 'data',
  expanded: false,
  rows: advancedRows,
})

/** Forecast controls. */
export const forecastSection = section({
  label: 'Predictive Analytics',
  tab: 'data',
  expanded: false,
  rows: [
    [pictureToggle('forecastEnabled', 'Enable forecast', false, query)],
    [
      numberOf('forecastPeriods', 'Forecast periods', {
        default: 10,
        min: 0,
        max: 10_000,
        visible: hasForecast,
        ...query,
      }),
      numberOf('forecastInterval', 'Confidence interval', {
        description: 'Between 0 and 1',
        default: 0.8,
        visible: hasForecast,
        ...query,
      }),
    ],
    [
      season('forecastSeasonalityYearly', 'Yearly seasonality'),
      season('forecastSeasonalityWeekly', 'Weekly seasonality'),
      season('forecastSeasonalityDaily', 'Daily seasonality'),
    ],
  ],
})
