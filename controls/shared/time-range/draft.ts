import { defaultCustomRange, printCustomRange } from '#core/time/custom.ts'
import { calendarRanges, DEFAULT_COMMON_RANGE, type RangeKind } from '#core/time/kind.ts'
import { NO_FILTER } from '#core/time/parse.ts'

/** The two sides of an `A : B` text; a text without a separator is all start. */
export function sidesOf(range: string): readonly [string, string] {
  const cut = range.indexOf(' : ')
  if (cut >= 0) return [range.slice(0, cut), range.slice(cut + 3)]
  return range === NO_FILTER ? ['', ''] : [range, '']
}

/** The text of two sides. */
export function joinSides(start: string, end: string): string {
  return `${start} : ${end}`
}

/**
 * What a draft starts with when its type is chosen. Advanced keeps what is there as text. `today` is `YYYY-MM-DD`.
 */
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
