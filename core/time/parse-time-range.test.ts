import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isTimeError } from './time-error.ts'
import { parseTimeRange } from './parse-time-range.ts'
import { printTimeRange } from './print-time-range.ts'
import type { TimeRange } from './tree.ts'
import { timeUnits } from './unit.ts'

/** Returns the tree without text positions. */
function bare(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bare)
  if (typeof value !== 'object' || value === null) return value
  const remaining = Object.entries(value).filter(([key]) => key !== 'start' && key !== 'end')
  return Object.fromEntries(remaining.map(([key, each]) => [key, bare(each)]))
}

const unit = fc.constantFrom(...timeUnits)
const long = fc.constantFrom('day', 'week', 'month', 'quarter', 'year')
const n = fc.integer({ min: 0, max: 9999 })
const dateText = fc.constantFrom(
  'now',
  'today',
  '2021-01-01',
  '2021-01-01T10:30:00',
  '3 days ago',
  "king's day",
  '5 days',
  'xxx',
)
const word = fc.constantFrom('last', 'next', 'prior')

const { expression } = fc.letrec((tie) => ({
  expression: fc.oneof(
    { maxDepth: 3 },
    fc.record({ kind: fc.constant('datetime'), text: dateText }),
    fc.record({
      kind: fc.constant('dateadd'),
      of: tie('expression'),
      n: fc.oneof(fc.integer({ min: -9999, max: 9999 }), tie('diff')),
      unit,
    }),
    fc.record({ kind: fc.constant('datetrunc'), of: tie('expression'), unit }),
    fc.record({ kind: fc.constant('lastday'), of: tie('expression'), unit: long }),
    fc.record(
      {
        kind: fc.constant('holiday'),
        name: fc.constantFrom('Christmas', "King's Day"),
        of: tie('expression'),
        country: fc.constantFrom('US', 'UK'),
      },
      { requiredKeys: ['kind', 'name'] },
    ),
  ),
  diff: fc.record(
    {
      kind: fc.constant('datediff'),
      from: tie('expression'),
      to: tie('expression'),
      unit: fc.constantFrom('day', 'year'),
    },
    { requiredKeys: ['kind', 'from', 'to'] },
  ),
}))

const moved = fc.oneof(
  fc.record({ kind: fc.constant('moved'), word, n, unit }, { requiredKeys: ['kind', 'word', 'unit'] }),
  fc.record({ kind: fc.constant('moved'), word: fc.constant('this'), unit }),
)
const edge = fc.record(
  { kind: fc.constant('edge'), edge: fc.constantFrom('start', 'end'), word, n, unit: long },
  { requiredKeys: ['kind', 'edge', 'word', 'unit'] },
)
const side = fc.oneof(
  expression,
  moved,
  edge,
  fc.record({ kind: fc.constant('text'), text: dateText }),
  fc.constant(null),
)
const ofWord = (only: string) =>
  fc.record(
    { kind: fc.constant('moved'), word: fc.constant(only), n, unit },
    { requiredKeys: ['kind', 'word', 'unit'] },
  )

const range = fc.oneof(
  fc.constant({ kind: 'no-filter' }),
  fc.record({ kind: fc.constant('last'), since: ofWord('last') }),
  fc.record({ kind: fc.constant('next'), until: ofWord('next') }),
  fc.record({ kind: fc.constant('calendar'), which: fc.constant('current'), unit: long }),
  fc.record({
    kind: fc.constant('calendar'),
    which: fc.constant('previous'),
    unit: fc.constantFrom('week', 'month', 'quarter', 'year'),
  }),
  fc.record({ kind: fc.constant('to-date'), unit: fc.constantFrom('week', 'month', 'quarter', 'year') }),
  fc.record({
    kind: fc.constant('first'),
    part: fc.constantFrom('day', 'week', 'month', 'quarter'),
    word: fc.constantFrom('last', 'next', 'this', 'prior'),
    unit: fc.constantFrom('week', 'month', 'quarter', 'year'),
  }),
  fc.record({ kind: fc.constant('between'), since: side, until: side }),
  fc.record({ kind: fc.constant('ignored'), text: fc.constantFrom('', '2021-01-01', 'last week', 'anything') }),
) as fc.Arbitrary<TimeRange>

it('printed text parses to the same tree and prints the same again', () => {
  fc.assert(
    fc.property(range, (tree) => {
      const text = printTimeRange(tree)
      const read = parseTimeRange(text)
      if (isTimeError(read)) throw new Error(`${text}: ${read.message}`)
      expect(bare(read)).toEqual(bare(tree))
      expect(printTimeRange(read)).toBe(text)
    }),
    { seed: 11, numRuns: 1000 },
  )
})

it('parses any text without throwing, and returns error positions inside the text', () => {
  const bits = fc.constantFrom(
    'DATEADD(',
    'DATETIME("',
    '")',
    ', ',
    ' : ',
    'last',
    ' 7 ',
    'day',
    ')',
    "'",
    'holiday(',
    '-',
    'now',
  )
  const text = fc.oneof(
    fc.string(),
    fc.array(bits, { maxLength: 12 }).map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(text, (each) => {
      const read = parseTimeRange(each)
      if (!isTimeError(read)) return
      expect(read.start).toBeGreaterThanOrEqual(0)
      expect(read.end).toBeGreaterThanOrEqual(read.start)
      expect(read.end).toBeLessThanOrEqual(each.length)
    }),
    { seed: 13, numRuns: 1000 },
  )
})

describe('the canonical form', () => {
  it.each([
    ["dateadd( datetime('now') , +3 , HOURS ,) : NOW", 'DATEADD(DATETIME("now"), 3, hour) : NOW'],
    ['DATETIME(today) : DATETIME(\'say "when"\')', 'DATETIME("today") : DATETIME(\'say "when"\')'],
    ['Last   7  Days', 'Last 7 days'],
    ['BEGINNING of LAST month : end of this month', 'start of last month : end of this month'],
    ['first day of prior 2 years : now', 'start of prior 2 years : now'],
    ['1st week of the year', 'first week of this year'],
    ['first month of last the quarter', 'first month of last quarter'],
    ['MTD', 'mtd'],
    ["HOLIDAY('Boxing day', DATETIME('2018'), 'UK') : ", 'HOLIDAY("Boxing day", DATETIME("2018"), "UK") : '],
    ['DATEADD(DATETIME("now"), -7, day)),; : now', 'DATEADD(DATETIME("now"), -7, day) : now'],
    ['a : b : c', 'a : b : c'],
  ])('prints %s as %s', (text, canonical) => {
    const read = parseTimeRange(text)
    expect(isTimeError(read) ? read : printTimeRange(read)).toBe(canonical)
  })
})

describe('an error has a position and a suggestion', () => {
  it.each([
    ['DATEADD(DATETIME("2001-07-01"), -3, moons) : ', 'There is no unit moons', 'moons', 'month'],
    ['today : DATESUB(DATETIME("now"), 3, day)', 'There is no function DATESUB', 'DATESUB', 'DATEADD'],
    ['DATEADD(DATETIME("now"), x, day) : ', 'A whole number is expected here', 'x', undefined],
    ['DATEADD(DATETIME("now") -3, day) : ', '"," is expected here', '-', undefined],
    ['DATETRUNC(DATETIME("now"), day : now', '")" is expected here', '', undefined],
    ['DATETIME : now', '"(" is expected here', '', undefined],
    [
      'LASTDAY(DATETIME("now"), hour) : ',
      'LASTDAY takes day, week, month, quarter or year',
      'LASTDAY(DATETIME("now"), hour',
      undefined,
    ],
    ['HOLIDAY(Christmas) : ', 'The name of a holiday is expected here, in quotes', 'Christmas', undefined],
    [
      'DATEDIFF(DATETIME("now"), DATETIME("today")) : ',
      'DATEDIFF is a number: use it inside DATEADD',
      'DATEDIFF',
      undefined,
    ],
    ['DATETIME("now") - 7 days : now', 'Nothing can follow the expression here', '- 7 days', undefined],
    ['DATETIME() : now', 'A date is expected here', ')', undefined],
  ])('%s', (text, message, marked, suggestion) => {
    const read = parseTimeRange(text)
    if (!isTimeError(read)) throw new Error('It was read')
    expect([read.message, text.slice(read.start, read.end), read.suggestion]).toEqual([message, marked, suggestion])
  })
})

it('reads the separator only with its spaces, and the leading words only in their case', () => {
  for (const text of [
    '2021-01-01:2021-02-01',
    'last week',
    'PREVIOUS CALENDAR WEEK',
    'current week',
    'previous calendar day',
  ])
    expect(parseTimeRange(text)).toEqual({ kind: 'ignored', text })
})

it.each(['constructor', '__proto__', 'toString'])('ignores the range %s, which has no bounds', (text) => {
  expect(parseTimeRange(text)).toEqual({ kind: 'ignored', text })
})
