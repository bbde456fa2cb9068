import { t } from '#core/text/t.ts'
import { type Span, type TimeFault, timeFault } from './fault.ts'

/** What the calculation gives, or a fault over the stretch when it leaves the dates that can be counted. */
export function inReach<T>(span: Span, calculate: () => T): T | TimeFault {
  try {
    return calculate()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return outOfReach(span)
  }
}

/** The fault of a range that leaves the dates that can be counted. */
export function outOfReach(span: Span): TimeFault {
  return timeFault(t('This reaches dates that cannot be counted'), span)
}
