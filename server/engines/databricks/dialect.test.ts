import { expect, it } from 'vitest'
import { dialect } from './dialect.ts'

it.each([
  ['a`b', '`a``b`'],
  ['', '`?column?`'],
  ['n'.repeat(256), /^`n{244}_[\da-f]{10}`$/],
])('quotes %j', (name, quoted) => {
  if (typeof quoted === 'string') expect(dialect.quote(name)).toBe(quoted)
  else expect(dialect.quote(name)).toMatch(quoted)
})

it.each([
  ["it's", String.raw`'it\u0027s'`],
  ['a\\', String.raw`'a\\'`],
  [{ epochMs: Date.UTC(2024, 1, 29, 12) + 0.25 }, "TIMESTAMP '2024-02-29 12:00:00.000250'"],
])('prints %j as a literal', (value, text) => {
  expect(dialect.literal(value)).toBe(text)
})

const TIME = 'CAST(t AS TIMESTAMP)'
const trunc = (unit: string) => `date_trunc('${unit}', ${TIME})`
const within = (count: number) =>
  `timestampadd(SECOND, CAST(floor((hour(${TIME}) * 3600 + minute(${TIME}) * 60 + second(${TIME})) / ${count}) * ${count} AS INT), ${trunc('DAY')})`
const week = (before: number, after: number) =>
  `timestampadd(DAY, ${after}, date_trunc('WEEK', timestampadd(DAY, ${before}, ${TIME})))`

it.each([
  ['PT1S', trunc('SECOND')],
  ['PT5S', within(5)],
  ['PT6H', within(21_600)],
  ['P1D', trunc('DAY')],
  ['P7D', trunc('WEEK')],
  ['P1W', trunc('WEEK')],
  ['1969-12-28T00:00:00Z/P1W', week(1, -1)],
  ['1969-12-29T00:00:00Z/P1W', trunc('WEEK')],
  ['P1W/1970-01-03T00:00:00Z', week(1, 5)],
  ['P1W/1970-01-04T00:00:00Z', week(0, 6)],
  ['P1M', trunc('MONTH')],
  ['P3M', trunc('QUARTER')],
  ['P1Y', trunc('YEAR')],
])('prints the grain %s', (code, text) => {
  expect(dialect.grains[code]?.replaceAll('{col}', 't')).toBe(text)
})

it('parses texts by a pattern, with letters between its elements', () => {
  expect(dialect.parseTime('%Y-%m-%dT%H:%M:%S.%f')).toBe(
    String.raw`to_timestamp(NULLIF({col}, ''), 'yyyy-MM-dd\u0027T\u0027HH:mm:ss.SSSSSS')`,
  )
})
