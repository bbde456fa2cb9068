import type { ChartInput } from '#charts/chart.ts'
import { ADAPTIVE, SMART_NUMBER } from '#core/format/number-formats.ts'

/**
 * The number format of a picture: what the form says, unless that is the adaptive default and all metrics shown have one
 * format of their own in the dataset.
 */
export function formatFor(input: ChartInput, key: string, metrics: readonly string[]): string {
  const chosen = input.form[key]
  if (typeof chosen === 'string' && chosen !== '' && chosen !== SMART_NUMBER && chosen !== ADAPTIVE) return chosen
  const own = new Set(metrics.map((metric) => input.dataset.column_formats[metric]))
  const [format] = own
  return own.size === 1 && format ? format : SMART_NUMBER
}

/** A text of the form; the fallback when it is unset. */
export function textOf(value: unknown, fallback: string): string {
  return typeof value === 'string' && value !== '' ? value : fallback
}

/** A number of the form, text that spells one included; the fallback when it is none. */
export function numberOr(value: unknown, fallback: number): number {
  if (value === null || value === undefined || value === '' || typeof value === 'boolean') return fallback
  const number = Number(value)
  return Number.isFinite(number) ? number : fallback
}
