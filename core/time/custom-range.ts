import { isTimeError } from './time-error.ts'
import { parseTimeRange } from './parse-time-range.ts'
import type { RangeEnd } from './tree.ts'
import { type TimeUnit, timeUnits } from './unit.ts'

/** The type of an end of a custom range: a datetime, an amount before or after the other end, now, or midnight. */
export type EndMode = 'specific' | 'relative' | 'now' | 'today'

/**
 * The fields of the custom range editor. Datetimes are `YYYY-MM-DDTHH:mm:ss` in wall-clock time, not converted. Amounts
 * are integers from 1. `anchorMode` and `anchorValue` apply only if both ends are relative; `anchorValue` is `now` or a
 * datetime.
 */
export interface CustomRange {
  readonly sinceMode: EndMode
  readonly sinceDatetime: string
  readonly sinceGrain: TimeUnit
  readonly sinceGrainValue: number
  readonly untilMode: EndMode
  readonly untilDatetime: string
  readonly untilGrain: TimeUnit
  readonly untilGrainValue: number
  readonly anchorMode: 'now' | 'specific'
  readonly anchorValue: string
}

/** The units of an amount, shortest first. */
export const customGrains: readonly TimeUnit[] = timeUnits

/** The types of an end with their labels, in display order. */
export const endModes: readonly { readonly value: EndMode; readonly label: string }[] = [
  { value: 'specific', label: 'Specific Date/Time' },
  { value: 'relative', label: 'Relative Date/Time' },
  { value: 'now', label: 'Now' },
  { value: 'today', label: 'Midnight' },
]

/** Returns the amount of an input: fractions are truncated, anything that is not a number from 1 becomes 1. */
export function parseGrainAmount(input: string | number | null | undefined): number {
  const n = Math.trunc(Number(input ?? 0))
  return n >= 1 && Number.isSafeInteger(n) ? n : 1
}

/**
 * Returns the initial range of a custom editor: from 7 days before until midnight. `today` is that day, `YYYY-MM-DD`.
 */
export function defaultCustomRange(today: string): CustomRange {
  const until = new Date(`${today.slice(0, 10)}T00:00:00Z`)
  const since = new Date(until.getTime() - 7 * 86_400_000)
  return {
    sinceMode: 'relative',
    sinceDatetime: since.toISOString().slice(0, 19),
    sinceGrain: 'day',
    sinceGrainValue: 7,
    untilMode: 'specific',
    untilDatetime: until.toISOString().slice(0, 19),
    untilGrain: 'day',
    untilGrainValue: 7,
    anchorMode: 'now',
    anchorValue: 'now',
  }
}

/**
 * Prints a custom range. Two fixed ends give `A : B`; a relative end is DATEADD from the other end; two relative ends
 * are both DATEADD from the anchor.
 */
export function printCustomRange(range: CustomRange): string {
  const anchor = range.anchorMode === 'now' ? 'now' : range.anchorValue
  const bothRelative = range.sinceMode === 'relative' && range.untilMode === 'relative'
  const since = range.sinceMode === 'specific' ? range.sinceDatetime : range.sinceMode
  const until = range.untilMode === 'specific' ? range.untilDatetime : range.untilMode
  const before = (from: string): string =>
    `DATEADD(DATETIME("${from}"), -${parseGrainAmount(range.sinceGrainValue)}, ${range.sinceGrain})`
  const after = (from: string): string =>
    `DATEADD(DATETIME("${from}"), ${parseGrainAmount(range.untilGrainValue)}, ${range.untilGrain})`
  const left = range.sinceMode === 'relative' ? before(bothRelative ? anchor : until) : since
  const right = range.untilMode === 'relative' ? after(bothRelative ? anchor : since) : until
  return `${left} : ${right}`
}

/** An end in the terms of the editor. */
interface End {
  readonly mode: EndMode
  readonly text: string
  readonly n: number
  readonly unit: TimeUnit
}

const isoDatetime = /^\d{4}-(0\d|1[0-2])-([0-2]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?$/

/**
 * Reads a text in the format of custom ranges; undefined for other ranges. Missing fields come from the default range,
 * whose midnight is the day of the other end or 1970-01-01.
 */
export function readCustomRange(text: string, today?: string): CustomRange | undefined {
  const range = parseTimeRange(text)
  if (isTimeError(range) || range.kind !== 'between') return undefined
  const since = readEnd(range.since, -1)
  const until = readEnd(range.until, 1)
  if (!since || !until) return undefined
  const bothRelative = since.mode === 'relative' && until.mode === 'relative'
  if (bothRelative && (since.text !== until.text || since.text === 'today')) return undefined
  if (!bothRelative && !isConsistent(since, until)) return undefined
  const fixed = [until, since].find((end) => end.mode === 'specific')?.text
  const base = defaultCustomRange(today ?? fixed ?? '1970-01-01')
  const anchored = bothRelative && since.text !== 'now'
  return {
    ...base,
    sinceMode: since.mode,
    ...(since.mode === 'specific' ? { sinceDatetime: since.text } : {}),
    ...(since.mode === 'relative' ? { sinceGrain: since.unit, sinceGrainValue: since.n } : {}),
    untilMode: until.mode,
    ...(until.mode === 'specific' ? { untilDatetime: until.text } : {}),
    ...(until.mode === 'relative' ? { untilGrain: until.unit, untilGrainValue: until.n } : {}),
    ...(anchored ? { anchorMode: 'specific' as const, anchorValue: since.text } : {}),
  }
}

/** A relative end must refer to the other end if that one is fixed. */
function isConsistent(since: End, until: End): boolean {
  if (since.mode === 'relative') return since.text === until.text
  return until.mode === 'relative' ? until.text === since.text : true
}

function readEnd(side: RangeEnd | null, sign: 1 | -1): End | undefined {
  if (side?.kind === 'text') return fixedEnd(side.text)
  if (side?.kind !== 'dateadd' || typeof side.n !== 'number' || side.of.kind !== 'datetime') return undefined
  const from = fixedEnd(side.of.text)
  const n = side.n * sign
  return from && n >= 1 ? { mode: 'relative', text: from.text, n, unit: side.unit } : undefined
}

function fixedEnd(text: string): End | undefined {
  const lower = text.trim().toLowerCase()
  const none = { n: 1, unit: 'day' } as const
  if (lower === 'now' || lower === 'today') return { mode: lower, text: lower, ...none }
  return isoDatetime.test(text.trim()) ? { mode: 'specific', text: text.trim().slice(0, 19), ...none } : undefined
}
