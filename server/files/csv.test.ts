import { expect, it } from 'vitest'
import { printCsv } from './csv.ts'

it('writes a header and one line per row, empty cells for null, and dates without a time', () => {
  const table = {
    rowCount: 2,
    columns: [
      { name: 'day', type: 2 as const, values: [Date.UTC(2024, 0, 1), null] },
      { name: 'at', type: 2 as const, values: [Date.UTC(2024, 0, 1, 13, 5), Date.UTC(1960, 0, 1) - 0.001] },
      { name: 'name, or "so"', type: 1 as const, values: ['a,b', 'line\nbreak'] },
      { name: 'n', type: 0 as const, values: [-1.5, '9007199254740993'] },
      { name: 'yes', type: 3 as const, values: [true, null] },
      { name: 'real', type: 0 as const, values: ['-Infinity', 'NaN'] },
    ],
  }
  expect(printCsv(table, { n: 'Number' })).toBe(
    'day,at,"name, or ""so""",Number,yes,real\n' +
      '2024-01-01,2024-01-01 13:05:00,"a,b",-1.5,true,-Infinity\n' +
      ',1959-12-31 23:59:59.999999,"line\nbreak",9007199254740993,,NaN\n',
  )
})

it('escapes full-width signs, which spreadsheets of East Asian locales read as formulas', () => {
  const values = ['＝1+1', '＋1', '－1', '＠x', 'a＝b']
  const table = { columns: [{ name: 'text', type: 1 as const, values }], rowCount: values.length }
  expect(printCsv(table, {}).split('\n')).toEqual(['text', "'＝1+1", "'＋1", "'－1", "'＠x", 'a＝b', ''])
})

it('escapes texts that a spreadsheet would run as formulas, and leaves numbers unchanged', () => {
  const values = ['=1+1', '+x', '-2', '-2e5', '-a', '@sum', ' =1', '"=1', '|pipe', '%x', "=cmd|' /C calc'!A0", 'a|b']
  const table = { rowCount: values.length, columns: [{ name: '=h', type: 1 as const, values }] }
  expect(printCsv(table, {}).split('\n').slice(0, -1)).toEqual([
    "'=h",
    "'=1+1",
    "'+x",
    '-2',
    '-2e5',
    "'-a",
    "'@sum",
    "' =1",
    '"\'""=1"',
    "'\\|pipe",
    "'%x",
    "'=cmd\\|' /C calc'!A0",
    'a|b',
  ])
})
