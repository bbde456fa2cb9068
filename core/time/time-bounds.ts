import { t } from '#core/text/t.ts'
import { type TextRange, type TimeError, timeError } from './time-error.ts'

/** Returns the result of the calculation, or an error at this position if it exceeds the supported dates. */
export function inReach<T>(span: TextRange, calculate: () => T): T | TimeError {
  try {
    return calculate()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return outOfReach(span)
  }
}

/** Returns the error for a range that exceeds the supported dates. */
export function outOfReach(span: TextRange): TimeError {
  return timeError(t('This reaches dates that cannot be counted'), span)
}
