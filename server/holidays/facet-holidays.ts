import { ownValue } from '#core/rest/json.ts'
import type { Holiday } from '#core/time/clock.ts'
import { countries, type Rule } from './holiday-rules.ts'

const day = 86_400_000

/**
 * Returns the holidays of a country in a year by the names used in saved time ranges; empty for a country outside the
 * table. Dates are not moved to a working day. A holiday with several names is listed under each.
 */
export function facetHolidays(country: string, year: number): readonly Holiday[] {
  const found = (ownValue(countries, country) ?? []).flatMap((rule) =>
    datesOf(rule, year).flatMap((date) => rule.names.map((name) => ({ name, date }))),
  )
  return found.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
}

function datesOf(rule: Rule, year: number): string[] {
  if (year < (rule.from ?? year)) return []
  switch (rule.kind) {
    case 'fixed':
      return [print(utc(year, rule.month, rule.day))]
    case 'weekday':
      return [print(weekdayOf(year, rule.month, rule.weekday, rule.n))]
    case 'easter':
      return [print(easter(year) + rule.days * day)]
    case 'hijri':
      return hijri(year, rule.month, rule.day)
  }
}

/**
 * Returns the n-th such weekday (0 Sunday) of a month, the last one for n = -1, the last before day `-n` for lower n.
 */
function weekdayOf(year: number, month: number, weekday: number, n: number): number {
  if (n > 0) {
    const first = utc(year, month, 1)
    return first + (((weekday - new Date(first).getUTCDay() + 7) % 7) + 7 * (n - 1)) * day
  }
  const last = n === -1 ? utc(year, month + 1, 0) : utc(year, month, -n - 1)
  return last - ((new Date(last).getUTCDay() - weekday + 7) % 7) * day
}

/** Returns Easter Sunday of the Gregorian calendar (Meeus, Jones and Butcher). */
function easter(year: number): number {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const f = Math.floor((b + 8) / 25)
  const g = Math.floor((b - f + 1) / 3)
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const n = h + l - 7 * m + 114
  return utc(year, Math.floor(n / 31), (n % 31) + 1)
}

/**
 * Returns the Gregorian dates in a year of a day of the Umm al-Qura calendar: one, or two that are eleven and a half
 * months apart.
 */
function hijri(year: number, month: number, date: number): string[] {
  const calendar = new Intl.DateTimeFormat('en-u-ca-islamic-umalqura', {
    timeZone: 'UTC',
    month: 'numeric',
    day: 'numeric',
  })
  const dates: string[] = []
  for (let at = utc(year, 1, 1); at < utc(year + 1, 1, 1); at += day) {
    const parts = calendar.formatToParts(at)
    const part = (type: string): number => Number(parts.find((each) => each.type === type)?.value)
    if (part('month') === month && part('day') === date) dates.push(print(at))
  }
  return dates
}

function utc(year: number, month: number, date: number): number {
  return new Date(0).setUTCFullYear(year, month - 1, date)
}

function print(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10)
}
