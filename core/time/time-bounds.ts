import { t } from '#core/text/t.ts'
import { type TextRange, type TimeFault, timeFault } from './fault.ts'

/** Returns the result of the calculation, or an error at this position if it exceeds the supported dates. */
export function inReach<T>(span: TextRange, calculate: () => T): T | TimeFault {
  try {
    return calculate()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return outOfReach(span)
  }
}

/** Returns the error for a range that exceeds the supported dates. */
export function outOfReach(span: TextRange): TimeFault {
  return timeFault(t('This reaches dates that cannot be counted'), span)
}
