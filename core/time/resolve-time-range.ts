import { t } from '#core/text/t.ts'
import { addUnits, compareDateTimes, printLocalDateTime, truncateToUnit } from './calendar.ts'
import { type Anchor, type Clock, type ClockOptions, clockOf, type LocalDateTime } from './clock.ts'
import { clockForDates } from './date-text.ts'
import { evaluateShiftedAnchor, evaluateSide } from './evaluate.ts'
import { isTimeError, type TextRange, type TimeError, timeError } from './time-error.ts'
import { printTimeRange } from './print-time-range.ts'
import { withinSupportedDates, unsupportedDateError } from './time-bounds.ts'
import type { DateDiff, ShiftedAnchor, RangeEnd, TimeRange } from './tree.ts'
import { isShorterThanDay } from './unit.ts'

/** The bounds of a range as local text `YYYY-MM-DDTHH:mm:ss`: `since` inclusive, `until` exclusive, null if open. */
export interface TimeRangeText {
  readonly since: string | null
  readonly until: string | null
}

/** The ends of a range as moments. */
export interface TimeRangeEnds {
  readonly since: LocalDateTime | null
  readonly until: LocalDateTime | null
}

/** Resolves a range with these clock options. A start after the end is an error; equal ends are an empty range. */
export function resolveTimeRange(range: TimeRange, options: ClockOptions): TimeRangeText | TimeError {
  const clock = clockOf(options)
  const ends = isTimeError(clock) ? clock : resolveEnds(range, clock)
  return isTimeError(ends) ? ends : printEnds(ends, spanOf(range))
}

/** Returns the ends as text; an error if one of them has no four-digit year, which no client can read. */
export function printEnds({ since, until }: TimeRangeEnds, span: TextRange): TimeRangeText | TimeError {
  for (const end of [since, until]) if (end && (end.year < 1 || end.year > 9999)) return unsupportedDateError(span)
  return { since: since && printLocalDateTime(since), until: until && printLocalDateTime(until) }
}

/** Resolves a range to moments. */
export function resolveEnds(range: TimeRange, clock: Clock): TimeRangeEnds | TimeError {
  const span = spanOf(range)
  return withinSupportedDates(span, () => {
    const ends = endsOf(range, clock)
    return isTimeError(ends) ? ends : checkOrder(ends, span)
  })
}

/** Returns the ends, or an error if they are in the wrong order. */
export function checkOrder(ends: TimeRangeEnds, span: TextRange): TimeRangeEnds | TimeError {
  if (!ends.since || !ends.until || compareDateTimes(ends.since, ends.until) <= 0) return ends
  return timeError(t('From date cannot be larger than to date'), span)
}

function spanOf(range: TimeRange): TextRange {
  if (range.kind === 'last') return range.since
  if (range.kind === 'next') return range.until
  if (range.kind !== 'between') return { start: 0, end: printTimeRange(range).length }
  return { start: (range.since ?? range.until)?.start ?? 0, end: (range.until ?? range.since)?.end ?? 0 }
}

function endsOf(range: TimeRange, clock: Clock): TimeRangeEnds | TimeError {
  const { relativeStart, relativeEnd } = clock.options
  switch (range.kind) {
    case 'no-filter':
      return { since: null, until: null }
    case 'ignored':
      return { since: null, until: anchor(relativeEnd, clock) }
    case 'last':
      return resolvePair(
        evaluateSide(range.since, clock),
        anchor(relativeEnd ?? anchorForUnit(range.since, clock), clock),
      )
    case 'next':
      return resolvePair(
        anchor(relativeStart ?? anchorForUnit(range.until, clock), clock),
        evaluateSide(range.until, clock),
      )
    case 'calendar':
      return calendar(range.which === 'current' ? 0 : -1, range.unit, clock)
    case 'to-date':
      return { since: truncateToUnit(clock.now, range.unit, clock), until: clock.now }
    case 'first':
      return firstOf(range, clock)
    case 'between': {
      const own = clockForDates(clock, [...datesOf(range.since), ...datesOf(range.until)])
      return resolvePair(range.since && evaluateSide(range.since, own), range.until && evaluateSide(range.until, own))
    }
  }
}

/** Returns the dates written in one end of a range. */
function datesOf(side: RangeEnd | DateDiff | null): readonly string[] {
  switch (side?.kind) {
    case 'text':
    case 'datetime':
      return [side.text]
    case 'dateadd':
      return [...datesOf(side.of), ...(typeof side.n === 'number' ? [] : datesOf(side.n))]
    case 'datetrunc':
    case 'lastday':
      return datesOf(side.of)
    case 'holiday':
      return datesOf(side.of ?? null)
    case 'datediff':
      return [...datesOf(side.from), ...datesOf(side.to)]
    default:
      return []
  }
}

function resolvePair(
  since: LocalDateTime | null | TimeError,
  until: LocalDateTime | null | TimeError,
): TimeRangeEnds | TimeError {
  if (isTimeError(since)) return since
  return isTimeError(until) ? until : { since, until }
}

function calendar(n: number, unit: ShiftedAnchor['unit'], clock: Clock): TimeRangeEnds {
  const since = addUnits(truncateToUnit(clock.today, unit, clock), n, unit, clock)
  return { since, until: addUnits(since, 1, unit, clock) }
}

function firstOf({ part, word, unit }: Extract<TimeRange, { kind: 'first' }>, clock: Clock): TimeRangeEnds {
  const inside = evaluateShiftedAnchor({ kind: 'moved', word, unit, start: 0, end: 0 }, clock)
  const since = truncateToUnit(inside, unit, clock)
  return { since, until: addUnits(since, 1, part, clock) }
}

/** Ranges in hours or less end at the current second unless an anchor is given. */
function anchorForUnit(side: { kind: string; unit?: ShiftedAnchor['unit'] }, clock: Clock): Anchor | undefined {
  const free = clock.options.relativeStart === undefined && clock.options.relativeEnd === undefined
  return free && side.unit && isShorterThanDay(side.unit) ? 'now' : undefined
}

function anchor(which: Anchor | undefined, clock: Clock): LocalDateTime {
  return which === 'now' ? clock.now : clock.today
}
