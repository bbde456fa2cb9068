import { addUnits, truncateToUnit, lastDay } from './calendar.ts'
import { type Clock, type LocalDateTime, midnight } from './clock.ts'
import { readDateText, readWeekday } from './date-text.ts'
import { extractTimeOfDay } from './time-of-day.ts'
import { isShorterThanDay, readUnit, type TimeUnit } from './unit.ts'

const numbers = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')
const step = String.raw`([+-]?\d+|a|an|${numbers.join('|')})\s*(second|minute|hour|day|week|month|quarter|year|sec|min|hr)s?`
const steps = String.raw`${step}(?:\s*(?:,|and)?\s*${step})*`
const past = new RegExp(`^(${steps})\\s+(?:ago|earlier|back|before(?:\\s+now)?)$`)
const future = new RegExp(`^(?:in\\s+)?(${steps})\\s+(?:later|after|hence|from\\s+(?:now|today))$|^in\\s+(${steps})$`)
const SIGNED_OFFSET = new RegExp(`^([+-]\\d+)\\s*(second|minute|hour|day|week|month|quarter|year)s?$`)
const relativeTo = new RegExp(`^(${steps})\\s+(before|after|from)\\s+(.+)$`)
const PERIOD_EDGE =
  /^(start|beginning|end)\s+of\s+(?:the\s+)?(?:(this|last|previous|next)\s+)?(day|week|month|quarter|year)$/

/** A parsed instant, and whether it contained a time of day. */
interface ParsedMoment {
  readonly instant: LocalDateTime
  readonly timed: boolean
}

/**
 * Reads an instant in English: `now`, `yesterday at 10:30`, `100 years ago`, `in two weeks`, `next friday`, `3 days
 * before 2018-01-01`, `end of last month`. The default time of day is midnight. A weekday with `this` or `next` is the
 * one in that week, Monday first; with `last` it is the latest before today. Undefined if the text cannot be parsed.
 */
export function readEnglish(text: string, clock: Clock): LocalDateTime | undefined {
  const words = text.trim().toLowerCase().replace(/\s+/g, ' ')
  const whole = readWhole(words, clock)
  if (whole) return whole.timed ? whole.instant : midnight(whole.instant)
  const { rest, time } = extractTimeOfDay(words)
  const day = time && readWhole(rest.replace(/\s+at$/, ''), clock)
  return day && time ? day.instant.toPlainDate().toPlainDateTime(time) : undefined
}

function readWhole(words: string, clock: Clock): ParsedMoment | undefined {
  const named = readNamed(words, clock)
  if (named) return named
  const match = past.exec(words)
  if (match) return shiftByWords(match[1] ?? '', clock.now, -1, clock)
  const ahead = future.exec(words)
  if (ahead)
    return shiftByWords(ahead[1] ?? ahead.find((part, i) => i > 1 && part?.includes(' ')) ?? '', clock.now, 1, clock)
  if (SIGNED_OFFSET.test(words)) return shiftByWords(words, clock.now, 1, clock)
  return readModified(words, clock) ?? readEdge(words, clock) ?? readRelative(words, clock)
}

function readNamed(words: string, clock: Clock): ParsedMoment | undefined {
  const day = (days: number): ParsedMoment => ({ instant: clock.today.add({ days }), timed: false })
  if (words === 'now' || words === 'right now') return { instant: clock.now, timed: true }
  if (words === 'today' || words === 'midnight') return day(0)
  if (words === 'yesterday') return day(-1)
  if (words === 'tomorrow') return day(1)
  return words === 'noon' ? { instant: clock.today.add({ hours: 12 }), timed: true } : undefined
}

function shiftByWords(words: string, from: LocalDateTime, sign: 1 | -1, clock: Clock): ParsedMoment {
  let instant = from
  let timed = false
  for (const [, n = '', unit = ''] of words.matchAll(new RegExp(step, 'g'))) {
    const read = readUnit(unit) ?? shortUnit(unit)
    instant = addUnits(instant, sign * count(n), read, clock)
    timed ||= isShorterThanDay(read)
  }
  return { instant, timed }
}

function shortUnit(unit: string): TimeUnit {
  return unit === 'sec' ? 'second' : unit === 'min' ? 'minute' : 'hour'
}

function count(word: string): number {
  if (word === 'a' || word === 'an') return 1
  const at = numbers.indexOf(word)
  return at >= 0 ? at : Number(word)
}

const shifts: Readonly<Record<string, number>> = { last: -1, previous: -1, this: 0, next: 1 }

function readModified(words: string, clock: Clock): ParsedMoment | undefined {
  const match = /^(last|previous|this|next) (\w+)$/.exec(words)
  const shift = shifts[match?.[1] ?? '']
  const word = match?.[2] ?? ''
  if (shift === undefined) return undefined
  const unit = readUnit(word)
  if (unit) return { instant: addUnits(clock.now, shift, unit, clock), timed: isShorterThanDay(unit) }
  const weekday = readWeekday(word)
  if (weekday === undefined) return undefined
  // The last such day is before today, in this week or the previous one.
  const ahead = weekday - clock.today.dayOfWeek
  const days = shift < 0 ? ((ahead + 7) % 7) - 7 : ahead + 7 * shift
  return { instant: clock.today.add({ days }), timed: false }
}

function readEdge(words: string, clock: Clock): ParsedMoment | undefined {
  const match = PERIOD_EDGE.exec(words)
  const unit = match && readUnit(match[3] ?? '')
  if (!match || !unit) return undefined
  const instant = addUnits(clock.today, shifts[match[2] ?? 'this'] ?? 0, unit, clock)
  const read = match[1] === 'end' ? lastDay : truncateToUnit
  return { instant: read(instant, unit, clock), timed: false }
}

function readRelative(words: string, clock: Clock): ParsedMoment | undefined {
  const match = relativeTo.exec(words)
  const base = match?.at(-1)
  const from = base === undefined ? undefined : (readEnglish(base, clock) ?? readDateText(base, clock))
  if (!match || !from) return undefined
  const shifted = shiftByWords(match[1] ?? '', from, match.at(-2) === 'before' ? -1 : 1, clock)
  return { instant: shifted.instant, timed: true }
}
