import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type PlainType, PlainValueScanner } from './plain-values.ts'

const MARKS = { delimiter: ',', quote: '"', escape: '"' }

/** Returns which columns of a text without header are plain, if its bytes arrive in parts of one size. */
function plainColumns(text: string, types: readonly (PlainType | undefined)[], size = 1 << 16): readonly boolean[] {
  const scanner = new PlainValueScanner(MARKS, types, false)
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) scanner.push(bytes.subarray(at, at + size))
  return scanner.end()
}

const isPlain = (value: string, type: PlainType): boolean | undefined => plainColumns(value, [type, undefined])[0]

const PLAIN: Readonly<Record<PlainType, readonly string[]>> = {
  BIGINT: ['0', '7', '-7', '10', '123456789012345678'],
  DOUBLE: ['0', '-0', '7', '0.5', '-12.50', '123456789012345.5', '1.0'],
  DATE: ['2024-01-31', '0001-12-01'],
  TIMESTAMP: ['2024-01-31 10:00:00', '2024-01-31T10:00:00', '2024-01-31 10:00:00.5', '2024-01-31 10:00:00.123456'],
  BOOLEAN: ['true', 'false', 'True', 'FALSE'],
  EMPTY: [],
}

const OTHERS: Readonly<Record<PlainType, readonly string[]>> = {
  BIGINT: ['007', '-0', '+7', '1.5', '1e5', '1_000', '0x10', ' 7', '7 ', '"7"', '-', '1234567890123456789', 'NA'],
  DOUBLE: ['00.5', '.5', '5.', '1e5', '+1.5', '1,5', 'nan', '1234567890123456', '"1.5"', '1.2.3', '- 1'],
  DATE: ['2024-1-31', '2024/01/31', '2024-01-31 ', '24-01-31', '2024-01', '2024-01-311', '2024-01-31 10:00:00'],
  TIMESTAMP: ['2024-01-31', '2024-01-31 10:00', '2024-01-31 10:00:00Z', '2024-01-31t10:00:00', '2024-01-31 10:00:00.'],
  BOOLEAN: ['yes', 'no', 't', '1', 'truefalse', 'tru', ' true', '"true"'],
  EMPTY: ['NA', '-', '""', ' ', 'x'],
}

it.each(Object.keys(PLAIN) as PlainType[])('distinguishes plain values of %s from others', (type) => {
  for (const value of ['', ...PLAIN[type]]) expect([value, isPlain(value, type)]).toEqual([value, true])
  for (const value of OTHERS[type])
    expect([value, isPlain(value.includes(',') ? `"${value}"` : value, type)]).toEqual([value, false])
})

it('scans each column after others, in quotes, before either line end and without a last one', () => {
  const types = ['BIGINT', undefined, 'DATE', 'BOOLEAN'] as const
  const text = '1,"a,""b""\n2",2024-01-31,true\r\n\r\n2,5",,\r\n,,,false'
  for (let size = 1; size < 9; size++) expect(plainColumns(text, types, size)).toEqual([true, false, true, true])
  expect(plainColumns(`${text}x`, types)).toEqual([true, false, true, false])
  expect(plainColumns(text.replace('\n2,', '\nx,'), types)).toEqual([false, false, true, true])
  expect(plainColumns(text.replace('31', '3'), types)).toEqual([true, false, false, true])
})

it('skips the header for any names in it', () => {
  const scanner = new PlainValueScanner(MARKS, ['BIGINT', 'DATE'], true)
  scanner.push(Buffer.from('"a\n1",5"\n1,2024-01-31\n'))
  expect(scanner.end()).toEqual([true, true])
})

it('uses the delimiter of the file, also one that values contain', () => {
  const scanner = new PlainValueScanner(
    { delimiter: '-', quote: "'", escape: "'" },
    ['BIGINT', undefined, 'BIGINT'],
    false,
  )
  scanner.push(Buffer.from("1-'x-y'-2\n3--4\n"))
  expect(scanner.end()).toEqual([true, false, true])
})

it('scans like a split of the lines for any sequence of values', () => {
  const types = Object.keys(PLAIN) as PlainType[]
  const cells = types.flatMap((type) => ['', ...PLAIN[type], ...OTHERS[type]]).filter((value) => !/[",]/.test(value))
  const plain = types.map((type) => new Set(cells.filter((value) => isPlain(value, type))))
  const row = fc.array(fc.constantFrom(...cells), { minLength: types.length, maxLength: types.length })
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 4 }), fc.constantFrom('\n', '\r\n'), (rows, end) => {
      const text = rows.map((values) => values.join(',')).join(end)
      const expected = plain.map((values, at) => rows.every((each) => values.has(each[at] ?? '')))
      expect(plainColumns(text, types)).toEqual(expected)
    }),
    { numRuns: 100, seed: 7 },
  )
})
