import type { ChartType } from '#charts/chart.ts'
import { controlsOf, initialForm } from '#controls/form.ts'
import { t } from '#core/text/t.ts'

/** A requirement of a chart type. */
export interface ChartRequirement {
  readonly text: string
  /** True if the data have a time column; undefined without data, or if any column will do. */
  readonly isMet?: boolean
}

const needTexts: Readonly<Record<string, { readonly one: string; readonly many: string }>> = {
  metric: { one: 'A metric: %s', many: 'A metric or more: %s' },
  column: { one: 'A column: %s', many: 'A column or more: %s' },
  select: { one: 'A choice: %s', many: 'At least one choice: %s' },
  select_async: { one: 'A saved chart: %s', many: 'A saved chart or more: %s' },
  spatial: { one: 'Columns of latitude and longitude: %s', many: 'Columns of latitude and longitude: %s' },
}

/** True if the chart type has only a time axis: it is suggested for nothing else and has no axis for other columns. */
function runsOverTime(chart: ChartType, names: ReadonlySet<string>): boolean {
  const { dataRequirements = [] } = chart.meta
  if (dataRequirements.length > 0) return dataRequirements.every(({ time }) => time === true)
  return chart.hasPeriods === true && !names.has('x_axis')
}

/**
 * Returns the controls that a chart type requires before it draws, its time axis first. `hasTime` is true if the data
 * have a time column; undefined if unknown.
 */
export function requirementsOf(chart: ChartType, hasTime?: boolean): readonly ChartRequirement[] {
  const form = { ...initialForm(chart.controls), viz_type: chart.type }
  const controls = controlsOf(chart.controls).filter(({ visible }) => visible?.(form) ?? true)
  const names = new Set(controls.map(({ name }) => name))
  const time = runsOverTime(chart, names)
    ? [{ text: t('A column of time'), ...(hasTime === undefined ? {} : { isMet: hasTime }) }]
    : []
  const requiredControls = controls.filter(({ required = false, validators = [], default: defaultValue }) => {
    const isFilled =
      defaultValue !== undefined && defaultValue !== null && !(Array.isArray(defaultValue) && defaultValue.length === 0)
    return !isFilled && (required || validators.some((says) => says(defaultValue) !== null))
  })
  const chosen = requiredControls.flatMap(({ type, label, multi = false }) => {
    const texts = needTexts[type]
    return texts ? [{ text: t(multi ? texts.many : texts.one, t(label)) }] : []
  })
  if (time.length > 0 || chosen.length > 0) return [...time, ...chosen]
  return names.has('metrics') || names.has('groupby') ? [{ text: t('Columns, metrics, or both') }] : []
}
