import { afterEach, expect, it } from 'vitest'
import { setFormatLocale } from '#core/text/format-locale.ts'
import { formatTimeRange, labelBounds } from './label.ts'

afterEach(() => setFormatLocale(undefined))

const whole = (text: string | null): string | null => (text?.length === 10 ? `${text}T00:00:00` : text)

it.each([
  ['2001-04-01', '2001-07-01', 'Apr 1 – Jun 30, 2001'],
  ['2001-02-01', '2001-03-01', 'Feb 1 – 28, 2001'],
  ['2001-02-01', '2001-02-02', 'Feb 1, 2001'],
  ['2015-11-07', '2016-11-07', 'Nov 7, 2015 – Nov 6, 2016'],
  ['2001-02-01', '2001-02-01', 'Nothing: starts and ends on Feb 1, 2001'],
  ['2001-02-01', null, 'From Feb 1, 2001'],
  [null, '2001-02-01', 'Before Feb 1, 2001'],
  [null, '2001-02-01T10:30:05', 'Before Feb 1, 2001, 10:30:05'],
  [null, null, 'No filter'],
  ['2016-11-07', '2016-11-07T09:30:10', 'Nov 7, 2016, 00:00 – 09:30:10'],
  ['2016-11-06T22:00:00', '2016-11-07', 'Nov 6, 2016, 22:00 – Nov 7, 2016, 00:00'],
])('the label from %s until %s is %s', (since, until, label) => {
  expect(labelBounds({ since: whole(since), until: whole(until) })).toBe(label)
})

it.each([
  ['No filter', 'No filter'],
  ['Last week', 'Last week'],
  ['previous calendar month', 'Previous calendar month'],
  ['first week of this year', 'First week of this year'],
  ['qtd', 'Quarter to date'],
  ['2001-04-01 : 2001-07-01', 'Apr 1 – Jun 30, 2001'],
  ['2001-04-01T10:30:00 : DATETIME("2001-04-01 12:00")', 'Apr 1, 2001, 10:30 – 12:00'],
  ['2001-04-01 : ', 'From Apr 1, 2001'],
  ['DATEADD(DATETIME("now"), -7, day) : now', '7 days until now'],
  ['DATEADD(DATETIME("today"), -1, month) : today', '1 month until midnight'],
  ['DATEADD(DATETIME("2001-07-01T00:00:00"), -91, day) : 2001-07-01T00:00:00', '91 days until Jul 1, 2001'],
  ['2001-07-01T08:00:00 : DATEADD(DATETIME("2001-07-01T08:00:00"), 2, week)', '2 weeks from Jul 1, 2001, 08:00'],
  ['100 years ago : now', '100 years ago – now'],
  ['2001-04-01 : now', 'Apr 1, 2001 – now'],
  [' : now', '… – now'],
  ['2001-13-01 : now', '2001-13-01 – now'],
  ['whatever', 'whatever'],
  ['DATEADD( : now', 'DATEADD( : now'],
])('the text of %s is %s', (text, label) => {
  expect(formatTimeRange(text)).toBe(label)
})

it.each([
  ['2001-04-01 : 2001-07-01', '01.04. – 30.06.2001'],
  ['2015-11-07 : 2016-11-07', '07.11.2015 – 06.11.2016'],
  ['2001-02-01 : 2001-02-02', '01.02.2001'],
  ['2001-04-01 : ', 'From 01.04.2001'],
  ['2016-11-06T22:00:00 : 2016-11-07T09:30:10', '06.11.2016, 22:00 – 07.11.2016, 09:30:10'],
])('the text of %s in the formats of Germany is %s', (text, label) => {
  setFormatLocale('de-DE')
  expect(formatTimeRange(text)).toBe(label)
})
