import { describe, expect, it } from 'vitest'
import { cellOf } from './cells.ts'
import { readList } from './array-text.ts'
import { epochMs } from '../shared/epoch-ms.ts'

describe('the epoch milliseconds of a time', () => {
  it.each([
    ['1970-01-01', 0],
    ['1969-12-31 23:59:59.5', -500],
    ['2024-02-29 12:34:56.789999', Date.UTC(2024, 1, 29, 12, 34, 56, 789) + 0.999],
    ['2024-01-01 00:00:00+02', Date.UTC(2023, 11, 31, 22)],
    ['2024-01-01 00:00:00.25-03:30', Date.UTC(2024, 0, 1, 3, 30, 0, 250)],
    ['1880-01-01 00:00:00+00:19:32', Date.UTC(1879, 11, 31, 23, 40, 28)],
    ['0044-03-15', new Date(0).setUTCFullYear(44, 2, 15)],
    ['0044-03-15 12:00:00 BC', new Date(0).setUTCFullYear(-43, 2, 15) + 43_200_000],
    ['10000-01-01 00:00:00', Date.UTC(10_000, 0, 1)],
    ['294276-12-31 23:59:59', null],
    ['infinity', null],
    ['-infinity', null],
  ])('returns them for %s', (text, expected) => {
    expect(epochMs(text)).toBe(expected)
  })
})

it('parses lists: nested, quoted and with bounds', () => {
  const read = (text: string) => readList(text, (element) => element)
  expect(read('{}')).toEqual([])
  expect(read('{a,NULL,"NULL","",b c}')).toEqual(['a', null, 'NULL', '', 'b c'])
  expect(read('{"a \\"b\\" \\\\c","{,}"}')).toEqual(['a "b" \\c', '{,}'])
  expect(read('[0:1][2:3]={{1,2},{3,NULL}}')).toEqual([
    ['1', '2'],
    ['3', null],
  ])
})

it.each<[string, number, string, unknown]>([
  ['bigint', 20, '9007199254740991', 9007199254740991],
  ['bigint', 20, '-9007199254740992', '-9007199254740992'],
  ['numeric', 1700, '3.0000000000000000', 3],
  ['numeric', 1700, '123456789012345678901234567890', '123456789012345678901234567890'],
  ['numeric', 1700, '12345678901234567890.5', '12345678901234567890.5'],
  ['numeric', 1700, 'NaN', 'NaN'],
  ['numeric', 1700, '-Infinity', '-Infinity'],
  ['float8', 701, '-Infinity', '-Infinity'],
  ['float8', 701, 'NaN', 'NaN'],
  ['float8', 701, '1e+300', 1e300],
  ['float8', 701, '-0', -0],
  ['boolean', 16, 'f', false],
  ['bytea', 17, '\\x68c3a9', 'hé'],
  ['bytea', 17, '\\xff00', '\\xff00'],
  ['date', 1082, 'infinity', null],
  ['list of bigint', 1016, '{1,9007199254740993,NULL}', '[1,"9007199254740993",null]'],
  ['list of dates', 1182, '{1970-01-02}', '["1970-01-02"]'],
  ['json', 114, '{"a": 1}', '{"a": 1}'],
  ['unknown types', 600, '(1,2)', '(1,2)'],
])('a cell of %s has the same value in a table and in JSON', (_, type, text, expected) => {
  expect(cellOf(type).value(text)).toBe(expected)
  expect(JSON.parse(cellOf(type).json(text))).toEqual(expected)
})
