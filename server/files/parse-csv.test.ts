import { expect, it } from 'vitest'
import { printCsv, unescapeCell } from './csv.ts'
import { parseCsv } from './parse-csv.ts'

it.each<[string, readonly (readonly string[])[]]>([
  [
    'a,b\n1,2\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    '\uFEFFa;b\r\n1;"x;y"',
    [
      ['a', 'b'],
      ['1', 'x;y'],
    ],
  ],
  [
    'a,b\r1,',
    [
      ['a', 'b'],
      ['1', ''],
    ],
  ],
  ['a\n\n"say ""hi"", all"\n', [['a'], ['say "hi", all']]],
  ['"a\nb",c', [['a\nb', 'c']]],
  ['""', []],
  ['"a"b,c', [['ab', 'c']]],
  ['', []],
])('reads the cells of %j', (text, cells) => {
  const rows = parseCsv(text)
  expect('unclosedLine' in rows ? rows : rows.map((row) => row.cells)).toEqual(cells)
})

it('counts lines, also in quoted cells and over empty lines', () => {
  const rows = parseCsv('a\n\n"b\r\nc"\nd')
  expect('unclosedLine' in rows ? rows : rows.map(({ line }) => line)).toEqual([1, 3, 5])
  expect(parseCsv('a\n"b\nc')).toEqual({ unclosedLine: 2 })
})

it.each(['=1+1', "'=1", '@bob', '-5', '+a|b', 'a|b', "O'Neil", "'quoted'", ' =x', '=a\\|b'])(
  'restores the text %j that an export has escaped',
  (text) => {
    const printed = printCsv({ columns: [{ name: 'n', type: 'STRING', values: [text] }], rowCount: 1 } as never, {})
    const rows = parseCsv(printed)
    expect('unclosedLine' in rows ? rows : rows.map((row) => unescapeCell(row.cells[0] ?? ''))).toEqual(['n', text])
  },
)
