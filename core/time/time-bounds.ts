import { t } from '#core/text/t.ts'
import { type TextRange, type TimeError, timeError } from './time-error.ts'

/** Returns the result of the calculation, or an error at this position if it exceeds the supported dates. */
export function withinSupportedDates<T>(span: TextRange, calculate: () => T): T | TimeError {
  try {
    return calculate()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return unsupportedDateError(span)
  }
}

/** Returns the error for a range that exceeds the supported dates. */
export function unsupportedDateError(span: TextRange): TimeError {
  return timeError(t('This reaches dates that cannot be counted'), span)
}
