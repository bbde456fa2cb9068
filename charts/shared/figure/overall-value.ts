import { formatLocale } from '#core/text/format-locale.ts'
import { splitFormat } from '#core/format/currency.ts'
import { type FigureProps, figureText } from './figure.ts'
import { toNumber } from '#charts/shared/cell.ts'
import { timeComparisonOf } from '#core/form/advanced-analytics.ts'
import { baseQuery, metricOf } from '#core/form/base-query.ts'
import type { FormData } from '#core/form/form-data.ts'
import { metricLabel, type QueryObject } from '#core/query/query-object.ts'
import { t } from '#core/text/t.ts'
import { column, type Table, type Value } from '#core/table/table.ts'

/** A number over all rows, with its value in the comparison period if the form compares. */
export interface ComparedFigure extends FigureProps {
  /** The value in the comparison period, and its time shift; undefined without a comparison. */
  readonly before: { readonly value: Value; readonly shift: string } | undefined
  readonly subheader: string
}

/**
 * Returns the query of one number: the metric over all matching rows, and for another time range if the form compares.
 */
export function overallQuery(form: FormData): QueryObject | undefined {
  const metric = metricOf(form, 'metric')
  if (metric === undefined) return undefined
  const offsets = timeComparisonOf(form, [metric])?.offsets.slice(0, 1) ?? []
  return { ...baseQuery(form), columns: [], ...(offsets.length > 0 ? { time_offsets: offsets } : {}) }
}

/** Reads the result of `overallQuery`; the value is null if it has no rows. */
export function overallOf(form: FormData, table: Table): Pick<ComparedFigure, 'before' | 'value'> {
  const chosen = metricOf(form, 'metric')
  const metric = chosen === undefined ? '' : metricLabel(chosen)
  const measure = column(table, metric) ?? table.columns[0]
  const shift = chosen && timeComparisonOf(form, [chosen])?.offsets[0]
  const other = shift === undefined ? undefined : column(table, `${metric}__${shift}`)
  return {
    before: shift === undefined ? undefined : { value: other?.values[0] ?? null, shift },
    value: measure?.values[0] ?? null,
  }
}

/** Text up to this length below a number is its unit. */
const UNIT_LETTERS = 4

/**
 * Describes the change from the comparison period: with sign, arrow and earlier value. Undefined without a comparison.
 */
export function changeText(props: ComparedFigure): string | undefined {
  const { before } = props
  if (before === undefined) return undefined
  const text = figureText({ ...props, value: before.value })
  if (text === '') return t('No earlier period to compare with')
  const { subheader: unit } = props
  const was = unit !== '' && unit.length <= UNIT_LETTERS ? `${text}\u2009${unit}` : text
  const [now, then] = [toNumber(props.value), toNumber(before.value)]
  if (props.isTime || now === null || then === null || then === 0) return t('before: %s', was)
  // The change of a percentage is given in points.
  const isShare = splitFormat(props.format).pattern.endsWith('%')
  const change = isShare ? 100 * (now - then) : (100 * (now - then)) / Math.abs(then)
  if (change === 0) return t('= as before, %s', was)
  const size = new Intl.NumberFormat(formatLocale(), { maximumSignificantDigits: 3 }).format(Math.abs(change))
  if (isShare) return change > 0 ? t('↑ +%s pts, before %s', size, was) : t('↓ −%s pts, before %s', size, was)
  return change > 0 ? t('↑ +%s\u2009%, before %s', size, was) : t('↓ −%s\u2009%, before %s', size, was)
}
