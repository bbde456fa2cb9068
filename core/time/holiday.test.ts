import { expect, it } from 'vitest'
import { isTimeError } from './time-error.ts'
import { parseTimeRange } from './parse-time-range.ts'
import { resolveTimeRange } from './resolve-time-range.ts'

it("HOLIDAY looks up the given holidays of the clock's country, and finds none without them", () => {
  const range = parseTimeRange("HOLIDAY('carni', DATETIME('2024')) : ")
  if (isTimeError(range)) throw new Error(range.message)
  const holidays = (country: string, year: number) =>
    country === 'BR' && year === 2024 ? [{ name: 'Carnival', date: '2024-02-13' }] : []
  const now = '2016-11-07T09:30:10Z'
  expect(resolveTimeRange(range, { now, country: 'BR', holidays })).toEqual({
    since: '2024-02-13T00:00:00',
    until: null,
  })
  const none = { kind: 'fault', message: 'Unable to find such a holiday: [carni]', start: 0, end: 34 }
  expect(resolveTimeRange(range, { now, holidays })).toEqual(none)
  expect(resolveTimeRange(range, { now })).toEqual(none)
})
