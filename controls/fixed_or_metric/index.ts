import type { ControlType, Validator } from '#controls/control.ts'
import { validationMessages } from '#controls/shared/validation-messages.ts'
import { notEmpty } from '#controls/shared/validators.ts'
import { asMetric } from '#core/form/query-fields.ts'
import { isValidMetric } from '#core/metric/metric.ts'
import type { QueryMetric } from '#core/query/query-object.ts'

/** A number for all rows, or a metric with one per row. */
export type FixedOrMetric =
  | { readonly type: 'fix'; readonly value: number }
  | { readonly type: 'metric'; readonly value: QueryMetric | null }

/** The initial value. */
export const DEFAULT_FIXED_OR_METRIC: FixedOrMetric = { type: 'fix', value: 5 }

/** The text of the fixed input while a metric is selected. */
export const FALLBACK_TEXT = '100'

/** Returns the text of the fixed input. */
export function fixedText(value: FixedOrMetric | undefined): string {
  const shown = value ?? DEFAULT_FIXED_OR_METRIC
  return shown.type === 'fix' ? String(shown.value) : FALLBACK_TEXT
}

function readNumber(raw: unknown): FixedOrMetric | undefined {
  const number = typeof raw === 'string' && raw.trim() !== '' ? Number(raw) : raw
  return typeof number === 'number' && Number.isFinite(number) ? { type: 'fix', value: number } : undefined
}

const complete: Validator = (value) => {
  const given = value as FixedOrMetric | null | undefined
  if (given?.type !== 'metric') return null
  return isValidMetric(given.value) ? null : notEmpty(null)
}

/** A fixed number or a metric; plain numbers and metrics of older forms are parsed as well. */
export const fixed_or_metric: ControlType<FixedOrMetric> = {
  type: 'fixed_or_metric',
  parse(raw) {
    if (typeof raw === 'object' && raw !== null && 'type' in raw) {
      const fields = raw as { readonly type: unknown; readonly value?: unknown }
      if (fields.type === 'fix') return readNumber(fields.value)
      if (fields.type === 'metric') return { type: 'metric', value: asMetric(fields.value) ?? null }
    }
    const metric = asMetric(raw)
    return readNumber(raw) ?? (metric === undefined ? undefined : { type: 'metric', value: metric })
  },
  check: (value, control) => validationMessages(value, control, [complete]),
  examples: (_, { dataset }) => [
    { type: 'fix', value: 7 },
    ...dataset.metrics.map(({ metric_name }) => ({ type: 'metric' as const, value: metric_name })),
  ],
}
