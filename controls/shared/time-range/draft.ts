import { defaultCustomRange, printCustomRange } from '#core/time/custom-range.ts'
import { calendarRanges, DEFAULT_COMMON_RANGE, type RangeKind } from '#core/time/range-kind.ts'
import { NO_FILTER } from '#core/time/parse-time-range.ts'

/** Splits an `A : B` text; without a separator the whole text is the start. */
export function rangeEnds(range: string): readonly [string, string] {
  const cut = range.indexOf(' : ')
  if (cut >= 0) return [range.slice(0, cut), range.slice(cut + 3)]
  return range === NO_FILTER ? ['', ''] : [range, '']
}

/** Joins two sides to an `A : B` text. */
export function joinSides(start: string, end: string): string {
  return `${start} : ${end}`
}

/** Returns the initial draft for a range type. Advanced keeps the current text. `today` is `YYYY-MM-DD`. */
export function draftOf(kind: RangeKind, range: string, today: string): string {
  switch (kind) {
    case 'Common':
      return DEFAULT_COMMON_RANGE
    case 'Calendar':
      return calendarRanges[0]
    case 'Custom':
      return printCustomRange(defaultCustomRange(today))
    case 'Advanced':
      return range === NO_FILTER ? joinSides('', '') : range
    default:
      return NO_FILTER
  }
}
