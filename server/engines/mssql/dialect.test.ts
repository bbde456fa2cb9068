import { expect, it } from 'vitest'
import { dialect } from './dialect.ts'

it.each([
  ['a]b', '[a]]b]'],
  ['x"y', '[x"y]'],
  ['', '[?column?]'],
  ['a\0b', /^\[ab_[\da-f]{10}\]$/],
  ['n'.repeat(128), `[${'n'.repeat(128)}]`],
  ['n'.repeat(129), /^\[n{117}_[\da-f]{10}\]$/],
])('quotes %j', (name, quoted) => {
  if (typeof quoted === 'string') expect(dialect.quote(name)).toBe(quoted)
  else expect(dialect.quote(name)).toMatch(quoted)
})

it('compares names without case and without spaces at their end', () => {
  expect([dialect.fold('Sales '), dialect.fold(' Sales'), dialect.fold('ÄB')]).toEqual(['sales', ' sales', 'äb'])
})

it.each([
  ["it's", "N'it''s'"],
  ['a\\', "N'a\\'"],
  // The server would read the backslash and the end of the line as nothing.
  ['a\\\nb', "(N'a\\' + N'\nb')"],
  ['a\\\r\nb', "(N'a\\' + N'\r\nb')"],
  [true, 'CAST(1 AS bit)'],
  [false, 'CAST(0 AS bit)'],
  [null, 'NULL'],
  [1.5, '1.5'],
  [{ epochMs: Date.UTC(2024, 1, 29, 12) + 0.25 }, "CAST('2024-02-29 12:00:00.000250' AS datetime2(6))"],
])('prints %j as a literal', (value, text) => {
  expect(dialect.literal(value)).toBe(text)
})

const TIME = "CAST(SWITCHOFFSET(CAST(t AS datetimeoffset(7)), '+00:00') AS datetime2(7))"
const DAY = `CAST(${TIME} AS date)`
const FIRST = "CAST('0001-01-01' AS datetime2(0))"
const within = (count: number) =>
  `DATEADD(second, DATEDIFF(second, ${DAY}, ${TIME}) / ${count} * ${count}, CAST(${DAY} AS datetime2(0)))`
const months = (count: number) => `DATEADD(month, DATEDIFF(month, ${FIRST}, ${TIME}) / ${count} * ${count}, ${FIRST})`
const days = (count: number, before: number, after: number) =>
  `DATEADD(day, (DATEDIFF(day, ${FIRST}, ${TIME}) + ${before}) / ${count} * ${count} + ${after}, ${FIRST})`

it.each([
  ['PT1S', within(1)],
  ['PT30S', within(30)],
  ['PT1M', within(60)],
  ['PT15M', within(900)],
  ['PT1H', within(3600)],
  ['PT6H', within(21_600)],
  ['P1D', days(1, 0, 0)],
  ['P7D', days(7, 0, 0)],
  ['P1W', days(7, 0, 0)],
  ['1969-12-28T00:00:00Z/P1W', days(7, 1, -1)],
  ['1969-12-29T00:00:00Z/P1W', days(7, 0, 0)],
  ['P1W/1970-01-03T00:00:00Z', days(7, 1, 5)],
  ['P1W/1970-01-04T00:00:00Z', days(7, 0, 6)],
  ['P1M', months(1)],
  ['P3M', months(3)],
  ['P1Y', months(12)],
])('prints the grain %s', (code, text) => {
  expect(dialect.grains[code]?.replaceAll('{col}', 't')).toBe(text)
})

/** The days from Monday 0001-01-01 to a date. */
const dayNumber = (date: string) => (Date.parse(date) - Date.parse('0001-01-01')) / 86_400_000

/** Computes the arithmetic of a week as the server does, by whole numbers. */
function weekOf(code: string, date: string): string {
  const [, before, after] =
    /\+ (\d)\) \/ 7 \* 7 \+ (-?\d), CAST\('0001-01-01' AS datetime2\(0\)\)\)$/.exec(dialect.grains[code] ?? '') ?? []
  const number = Math.floor((dayNumber(date) + Number(before)) / 7) * 7 + Number(after)
  return new Date(Date.parse('0001-01-01') + number * 86_400_000).toISOString().slice(0, 10)
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
])('begins or ends the week %s of %s on %s', (code, date, week) => {
  expect(weekOf(code, date)).toBe(week)
})

it.each([
  [10, 0, true, 'OFFSET 0 ROWS FETCH NEXT 10 ROWS ONLY'],
  [10, 5, false, 'ORDER BY (SELECT NULL)\nOFFSET 5 ROWS FETCH NEXT 10 ROWS ONLY'],
  [0, 0, true, 'OFFSET 9223372036854775807 ROWS FETCH NEXT 1 ROWS ONLY'],
])('limits to %i rows from %i', (rows, offset, isOrdered, text) => {
  expect(dialect.limit(rows, offset, isOrdered)).toBe(text)
})

it.each([
  [null, "CAST(NULLIF(c, '') AS datetime2(6))"],
  ['%B %d, %Y', "CAST(NULLIF(c, '') AS datetime2(6))"],
  [
    '%d.%m.%Y %H:%M',
    "CASE WHEN c <> '' THEN CAST(CONCAT(SUBSTRING(c, 7, 4), '-', SUBSTRING(c, 4, 2), '-', SUBSTRING(c, 1, 2), ' ', SUBSTRING(c, 12, 2), ':', SUBSTRING(c, 15, 2), ':', '00', '.', '0') AS datetime2(6)) END",
  ],
])('parses texts by %j', (pattern, text) => {
  expect(dialect.parseTime(pattern).replaceAll('{col}', 'c')).toBe(text)
})

it('rejects the time zone of a dataset, as the server has other names', () => {
  expect(() => dialect.wallClock('Europe/Berlin')).toThrow(expect.objectContaining({ code: 'zones-missing' }))
})

it('tests a column of bits, and a condition that may be null', () => {
  expect(dialect.truth('[b]', false, true)).toBe('[b] = 0')
  expect(dialect.truth('[a] > 1', true, false)).toBe('CASE WHEN ([a] > 1) THEN 1 ELSE 0 END = 1')
  expect(dialect.truth('[a] > 1', false, false)).toBe('CASE WHEN NOT ([a] > 1) THEN 1 ELSE 0 END = 1')
})
