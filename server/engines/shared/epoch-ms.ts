const DAY_MS = 86_400_000
const MAX_MS = 8.64e15
const ZERO = 48
const DASH = 45
const SPACE = 32
const POINT = 46
const PLUS = 43
const COLON = 58

function isDigit(code: number): boolean {
  return code >= ZERO && code <= ZERO + 9
}

function twoDigitsAt(text: string, at: number): number {
  return (text.charCodeAt(at) - ZERO) * 10 + text.charCodeAt(at + 1) - ZERO
}

/** Returns the days from the epoch to a date of the proleptic Gregorian calendar; year 0 is 1 BC. */
function daysTo(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year
  const era = Math.floor(shifted / 400)
  const yearOfEra = shifted - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

/**
 * Returns the epoch milliseconds of a date or timestamp in ISO format, as printed by databases. Without a zone it is UTC;
 * microseconds are a fraction. Null for infinity, and for years outside the range of Date.
 */
export function epochMs(text: string): number | null {
  const instant = parseTimestamp(text)
  return instant === null || Math.abs(instant) > MAX_MS ? null : instant
}

function parseTimestamp(text: string): number | null {
  let at = 0
  let year = 0
  while (isDigit(text.charCodeAt(at))) year = year * 10 + text.charCodeAt(at++) - ZERO
  if (at === 0) return null
  if (text.endsWith('BC')) year = 1 - year
  const days = daysTo(year, twoDigitsAt(text, at + 1), twoDigitsAt(text, at + 4))
  at += 6
  if (text.charCodeAt(at) !== SPACE || !isDigit(text.charCodeAt(at + 1))) return days * DAY_MS
  const seconds = twoDigitsAt(text, at + 1) * 3600 + twoDigitsAt(text, at + 4) * 60 + twoDigitsAt(text, at + 7)
  let micros = 0
  at += 9
  if (text.charCodeAt(at) === POINT) {
    let weight = 100_000
    for (at++; isDigit(text.charCodeAt(at)); at++) {
      micros += (text.charCodeAt(at) - ZERO) * weight
      weight = Math.floor(weight / 10)
    }
  }
  const millis = days * DAY_MS + seconds * 1000 + Math.floor(micros / 1000) - zoneMs(text, at)
  const rest = micros % 1000
  return rest === 0 ? millis : (millis * 1000 + rest) / 1000
}

/** Returns `+02`, `-03:30` or `+00:19:32` in milliseconds. */
function zoneMs(text: string, at: number): number {
  const sign = text.charCodeAt(at)
  if (sign !== PLUS && sign !== DASH) return 0
  let seconds = twoDigitsAt(text, at + 1) * 3600
  if (text.charCodeAt(at + 3) === COLON) seconds += twoDigitsAt(text, at + 4) * 60
  if (text.charCodeAt(at + 6) === COLON) seconds += twoDigitsAt(text, at + 7)
  return (sign === DASH ? -seconds : seconds) * 1000
}
