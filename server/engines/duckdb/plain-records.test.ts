import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { type CsvRecord, RecordScanner } from './csv-records.ts'
import { countPlainRecords, PlainRecordCounter } from './plain-records.ts'

const MARKS = { delimiter: ',', quote: '"', escape: '"' }
const folder = mkdtempSync(join(tmpdir(), 'facet-plain-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Counts a text whose bytes arrive in parts of one size. */
function counted(text: string, size = 1 << 16) {
  const counter = new PlainRecordCounter(MARKS)
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) if (!counter.push(bytes.subarray(at, at + size))) return undefined
  const found = counter.end()
  return found && [found.records, found.blanks.lines]
}

it.each([
  ['a,b\n1,2\n3,4\n', [3, []]],
  ['a,b\r\n1,2\r\n3,4', [3, []]],
  ['a,b\n\n1,2\n\n', [4, [2, 4]]],
  ['a,b\r\n\r\n1,2', [3, [2]]],
  ['a,b\n1,"x\n\ny"\n\n3,4\n', [4, [5]]],
  ['a,b\n1,"x"",""\n"\n3,4\n', [3, []]],
  ['a,b\n1,5"\n3,4\n', [3, []]],
  ['a,"b"', [1, []]],
])('counts the records and blank lines of %j', (text, expected) => {
  expect(counted(text)).toEqual(expected)
})

it.each([
  ['a,b\n1,2\r\n', 'two kinds of line ends'],
  ['a,b\r1,2\r', 'carriage returns alone'],
  ['a,b\n1, "2"\n', 'white space before a quote'],
  ['a,b\n1,"2" \n', 'white space after a quote'],
  ['a,b\n1,"2"x\n', 'text after a quote'],
  ['a,b\n1,"2\n', 'a quote that is never closed'],
])('leaves %j to the full scan: %s', (text) => {
  expect(counted(text)).toBeUndefined()
})

/** Returns the records and empty lines of the full scan; undefined if it finds an error or several kinds of line ends. */
function scanned(text: string) {
  const found: CsvRecord[] = []
  const scanner = new RecordScanner(MARKS, (record) => found.push(record))
  scanner.push(Buffer.from(text))
  scanner.end()
  const ends = new Set(found.map(({ end }) => end).filter((end) => end !== ''))
  if (ends.size > 1 || ends.has('\r') || found.some(({ error }) => error !== undefined)) return undefined
  return [found.length, found.flatMap(({ size, line }) => (size === 0 ? [line] : []))]
}

it('counts like the full scan for any division of the bytes', () => {
  const texts = fc.array(fc.constantFrom('a', ',', '"', '\n', '\r\n', '\r', ' ', 'é', '""'), { maxLength: 14 })
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 5 }), (parts, size) => {
      const text = parts.join('')
      const found = counted(text, size)
      expect(found).toEqual(counted(text))
      if (found) expect(found).toEqual(scanned(text))
    }),
    { numRuns: 2000, seed: 7 },
  )
})

it('counts the rows of a file without its byte order mark, header and blank lines', async () => {
  const file = join(folder, 'rows.csv')
  writeFileSync(file, '\ufeff"a","b"\n1,2\n\n3,4\n')
  const layout = { marks: MARKS, preamble: 0, hasHeader: true, names: ['a', 'b'], sample: [], unsure: [] }
  expect((await countPlainRecords(file, layout))?.report).toEqual({
    records: 4,
    rows: 2,
    has_header: true,
    counts: { blank: 1, 'above-header': 0, short: 0, long: 0 },
    reported: [{ line: 3, reason: 'blank', cells: 1, columns: 2 }],
  })
  expect(await countPlainRecords(file, { ...layout, preamble: 1 })).toBeUndefined()
  expect(await countPlainRecords(file, { ...layout, maxRows: 5 })).toBeUndefined()
  expect(await countPlainRecords(file, { ...layout, names: ['a'] })).toBeUndefined()
})
