import { expect, it } from 'vitest'
import { dialect } from './dialect.ts'

it.each([
  ['a"b', '"a""b"'],
  ['', '"?column?"'],
  ['a\0b', /^"ab_[\da-f]{10}"$/],
  ['n'.repeat(256), /^"n{244}_[\da-f]{10}"$/],
])('quotes %j', (name, quoted) => {
  if (typeof quoted === 'string') expect(dialect.quote(name)).toBe(quoted)
  else expect(dialect.quote(name)).toMatch(quoted)
})

it.each([
  ["it's", "'it''s'"],
  ['a\\', String.raw`'a\\'`],
  [true, 'TRUE'],
  [{ epochMs: Date.UTC(2024, 1, 29, 12) + 0.25 }, "CAST('2024-02-29 12:00:00.000250' AS TIMESTAMP_NTZ)"],
])('prints %j as a literal', (value, text) => {
  expect(dialect.literal(value)).toBe(text)
})

const TIME = 'CAST(CAST(t AS TIMESTAMP_LTZ) AS TIMESTAMP_NTZ)'
const trunc = (unit: string) => `DATE_TRUNC('${unit}', ${TIME})`
const within = (count: number) =>
  `DATEADD(second, FLOOR(DATEDIFF(second, ${trunc('DAY')}, ${TIME}) / ${count}) * ${count}, ${trunc('DAY')})`
const week = (start: number, after: number) =>
  `DATEADD(day, ${after} - MOD(DAYOFWEEKISO(${TIME}) - ${start} + 7, 7), ${trunc('DAY')})`

it.each([
  ['PT1S', trunc('SECOND')],
  ['PT5S', within(5)],
  ['PT30M', within(1800)],
  ['PT6H', within(21_600)],
  ['P1D', trunc('DAY')],
  ['P7D', week(1, 0)],
  ['P1W', week(1, 0)],
  ['1969-12-28T00:00:00Z/P1W', week(7, 0)],
  ['1969-12-29T00:00:00Z/P1W', week(1, 0)],
  ['P1W/1970-01-03T00:00:00Z', week(7, 6)],
  ['P1W/1970-01-04T00:00:00Z', week(1, 6)],
  ['P1M', trunc('MONTH')],
  ['P3M', trunc('QUARTER')],
  ['P1Y', trunc('YEAR')],
])('prints the grain %s', (code, text) => {
  expect(dialect.grains[code]?.replaceAll('{col}', 't')).toBe(text)
})

/** Computes the arithmetic of a week as the server does: weekdays count from Monday. */
function weekOf(code: string, date: string): string {
  const [, after, start] =
    /DATEADD\(day, (\d) - MOD\(DAYOFWEEKISO\(.*\) - (\d) \+ 7, 7\)/.exec(dialect.grains[code] ?? '') ?? []
  const time = new Date(date)
  const weekday = time.getUTCDay() || 7
  time.setUTCDate(time.getUTCDate() + Number(after) - ((weekday - Number(start) + 7) % 7))
  return time.toISOString().slice(0, 10)
}

it.each([
  // 2024-03-03 is a Sunday.
  ['P1W', '2024-03-03', '2024-02-26'],
  ['P1W', '2024-03-04', '2024-03-04'],
  ['1969-12-28T00:00:00Z/P1W', '2024-03-02', '2024-02-25'],
  ['1969-12-28T00:00:00Z/P1W', '2024-03-03', '2024-03-03'],
  ['P1W/1970-01-03T00:00:00Z', '2024-03-02', '2024-03-02'],
  ['P1W/1970-01-03T00:00:00Z', '2024-03-03', '2024-03-09'],
  ['P1W/1970-01-04T00:00:00Z', '2024-03-03', '2024-03-03'],
  ['P1W/1970-01-04T00:00:00Z', '2024-03-04', '2024-03-10'],
])('begins or ends the week %s of %s on %s', (code, date, begin) => {
  expect(weekOf(code, date)).toBe(begin)
})

it.each([
  ['%d.%m.%Y %H:%M:%S.%f', `TO_TIMESTAMP_NTZ(NULLIF(c, ''), 'DD.MM.YYYY HH24:MI:SS.FF6')`],
  ['%Y-%m-%dT%H', `TO_TIMESTAMP_NTZ(NULLIF(c, ''), 'YYYY-MM-DD"T"HH24')`],
])('parses texts by %j', (pattern, text) => {
  expect(dialect.parseTime(pattern).replaceAll('{col}', 'c')).toBe(text)
})

it('tests a condition that may be null', () => {
  expect(dialect.truth('a > 1', true, false)).toBe('COALESCE((a > 1), FALSE)')
  expect(dialect.truth('a > 1', false, false)).toBe('COALESCE(NOT (a > 1), FALSE)')
})

it('casts digits that a double would lose to a number with their decimals', () => {
  expect(dialect.comparisons.decimal?.digits?.('12.345')).toBe('CAST({value} AS NUMBER(38, 3))')
  expect(dialect.comparisons.integer?.digits?.('9007199254740993')).toBe('CAST({value} AS NUMBER(38, 0))')
})
