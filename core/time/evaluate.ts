import { t } from '#core/text/t.ts'
import { addUnits, lastDay, truncateToUnit } from './calendar.ts'
import type { Clock, Holiday, LocalDateTime } from './clock.ts'
import { isTimeError, type TimeError, timeError } from './time-error.ts'
import { parseDateText } from './parse-date-text.ts'
import type { DateDiff, Edge, Expression, ShiftedAnchor, RangeEnd } from './tree.ts'
import { isShorterThanDay } from './unit.ts'

/** Returns the instant of one end of a range. */
export function evaluateSide(side: RangeEnd, clock: Clock): LocalDateTime | TimeError {
  switch (side.kind) {
    case 'text':
      return parseDateText(side.text, side, clock)
    case 'moved':
      return evaluateShiftedAnchor(side, clock)
    case 'edge':
      return evaluateEdge(side, clock)
    default:
      return evaluate(side, clock)
  }
}

/**
 * Returns the anchor moved by the units. The default anchor is today, or the current second for units under a day; an
 * anchor in the clock's options takes precedence.
 */
export function evaluateShiftedAnchor(side: ShiftedAnchor | Edge, clock: Clock): LocalDateTime {
  const anchor =
    clock.options.relativeStart ?? (isShorterThanDay(side.unit) && !clock.options.relativeEnd ? 'now' : 'today')
  const from = anchor === 'now' ? clock.now : clock.today
  const n = side.word === 'this' ? 0 : (side.n ?? 1)
  return addUnits(from, side.word === 'next' ? n : -n, side.unit, clock)
}

function evaluateEdge(side: Edge, clock: Clock): LocalDateTime {
  const instant = evaluateShiftedAnchor(side, clock)
  return side.edge === 'end' ? lastDay(instant, side.unit, clock) : truncateToUnit(instant, side.unit, clock)
}

function evaluate(expression: Expression, clock: Clock): LocalDateTime | TimeError {
  if (expression.kind === 'datetime') return parseDateText(expression.text, expression, clock)
  if (expression.kind === 'holiday') return holiday(expression, clock)
  const of = evaluate(expression.of, clock)
  if (isTimeError(of)) return of
  if (expression.kind === 'datetrunc') return truncateToUnit(of, expression.unit, clock)
  if (expression.kind === 'lastday') return lastDay(of, expression.unit, clock)
  const n = typeof expression.n === 'number' ? expression.n : difference(expression.n, clock)
  return isTimeError(n) ? n : addUnits(of, n, expression.unit, clock)
}

function difference({ from, to, unit }: DateDiff, clock: Clock): number | TimeError {
  const start = evaluate(from, clock)
  if (isTimeError(start)) return start
  const end = evaluate(to, clock)
  if (isTimeError(end)) return end
  return unit === 'year'
    ? end.year - start.year
    : Math.floor(start.until(end, { largestUnit: 'day' }).total({ unit: 'day', relativeTo: start }))
}

/** Returns the first holiday whose name begins with this text. It stops iterating at the first match. */
function findHoliday(name: string, holidays: Iterable<Holiday>): Holiday | undefined {
  const prefix = name.trim().toLowerCase()
  for (const each of holidays) if (each.name.toLowerCase().startsWith(prefix)) return each
  return undefined
}

function holiday(expression: Extract<Expression, { kind: 'holiday' }>, clock: Clock): LocalDateTime | TimeError {
  const of = expression.of ? evaluate(expression.of, clock) : clock.today
  if (isTimeError(of)) return of
  const { holidays = () => [], country = 'US' } = clock.options
  const found = findHoliday(expression.name, holidays(expression.country ?? country, of.year))
  if (!found) return timeError(t('Unable to find such a holiday: [%s]', expression.name), expression)
  return of.with({
    year: Number(found.date.slice(0, 4)),
    month: Number(found.date.slice(5, 7)),
    day: Number(found.date.slice(8, 10)),
    hour: 0,
    minute: 0,
    second: 0,
  })
}
