import type { TextRange } from './time-error.ts'
import type { TimeUnit } from './unit.ts'

/** A function of the expression language, or a date written in words inside it. */
export type Expression =
  | ({ readonly kind: 'datetime'; readonly text: string } & TextRange)
  | ({
      readonly kind: 'dateadd'
      readonly of: Expression
      readonly n: number | DateDiff
      readonly unit: TimeUnit
    } & TextRange)
  | ({ readonly kind: 'datetrunc'; readonly of: Expression; readonly unit: TimeUnit } & TextRange)
  | ({ readonly kind: 'lastday'; readonly of: Expression; readonly unit: TimeUnit } & TextRange)
  | ({
      readonly kind: 'holiday'
      readonly name: string
      readonly of?: Expression
      readonly country?: string
    } & TextRange)

/** Whole days, or calendar years, between two moments. Only valid as the number of DATEADD. */
export interface DateDiff extends TextRange {
  readonly kind: 'datediff'
  readonly from: Expression
  readonly to: Expression
  readonly unit?: 'day' | 'year'
}

/** `last 7 days`, `next month`, `this week`, `prior 2 years`: the anchor moved by units. */
export interface ShiftedAnchor extends TextRange {
  readonly kind: 'moved'
  readonly word: 'last' | 'next' | 'this' | 'prior'
  readonly n?: number
  readonly unit: TimeUnit
}

/** `start of last month`, `end of this year`, `first day of next quarter`: an edge of the unit the anchor moved into. */
export interface Edge extends TextRange {
  readonly kind: 'edge'
  readonly edge: 'start' | 'end'
  readonly word: ShiftedAnchor['word']
  readonly n?: number
  readonly unit: TimeUnit
}

/** A date in words or digits, as written: `2021-01-01`, `now`, `3 days ago`. */
export interface DateText extends TextRange {
  readonly kind: 'text'
  readonly text: string
}

/** One end of a range. */
export type RangeEnd = Expression | ShiftedAnchor | Edge | DateText

/** A unit of a calendar range. */
export type CalendarUnit = Exclude<TimeUnit, 'second' | 'minute' | 'hour'>

/**
 * A time range as written. `last` ends at the anchor, `next` starts at it; `calendar` is a whole unit; `to-date` is
 * from the start of the unit until now; `first` is the first `part` of a unit. In `between`, open ends are null.
 * `ignored` is a text that is not a range: its start is open and its end is the anchor.
 */
export type TimeRange =
  | { readonly kind: 'no-filter' }
  | { readonly kind: 'last'; readonly since: ShiftedAnchor | DateText }
  | { readonly kind: 'next'; readonly until: ShiftedAnchor | DateText }
  | { readonly kind: 'calendar'; readonly which: 'previous' | 'current'; readonly unit: CalendarUnit }
  | { readonly kind: 'to-date'; readonly unit: Exclude<CalendarUnit, 'day'> }
  | {
      readonly kind: 'first'
      readonly part: 'day' | 'week' | 'month' | 'quarter'
      readonly word: ShiftedAnchor['word']
      readonly unit: CalendarUnit
    }
  | { readonly kind: 'between'; readonly since: RangeEnd | null; readonly until: RangeEnd | null }
  | { readonly kind: 'ignored'; readonly text: string }
