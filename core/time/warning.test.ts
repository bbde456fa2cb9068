import { expect, it } from 'vitest'
import { isIgnoredRange, rangeWarning } from './warning.ts'

it.each(['foo', '2021-01-01', 'last week', 'yesterday', 'previous calendar day', 'DATETIME("now")'])(
  'the range %s is ignored, with a warning that names it',
  (text) => {
    expect(isIgnoredRange(text)).toBe(true)
    expect(rangeWarning(` ${text} `)).toBe(
      `"${text}" is not understood as a time range: it is ignored, and the data end today.`,
    )
  },
)

it.each([
  '',
  '  ',
  'No filter',
  'Last week',
  'Last 5 days',
  'Next month',
  'previous calendar month',
  'Current quarter',
  'mtd',
  'first day of this month',
  '2021-01-01 : 2022-01-01',
  ' : now',
  'foo : bar',
  'start of this month : start of next month',
  'end of last month : today',
])('the range %j has no warning', (text) => {
  expect([isIgnoredRange(text), rangeWarning(text)]).toEqual([false, undefined])
})

it.each([
  'start of this month : end of this month',
  ' : end of last 2 years',
  'DATETRUNC(DATETIME("today"), month) : LASTDAY(DATETIME("today"), month)',
])('the range %s warns that its last day is not included', (text) => {
  expect(isIgnoredRange(text)).toBe(false)
  expect(rangeWarning(text)).toBe('The end is exclusive: its last day is not included.')
})
