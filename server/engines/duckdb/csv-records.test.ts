import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lineOfRow } from './count-records.ts'
import { csvFields, RecordScanner } from './csv-records.ts'

interface Shape {
  readonly quote: string
  readonly escape: string
  readonly preamble: number
  readonly hasHeader: boolean
  readonly columnCount: number
}
const plain: Shape = { quote: '"', escape: '"', preamble: 0, hasHeader: true, columnCount: 2 }

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'facet-lines-'))
})
afterAll(() => rm(folder, { recursive: true }))

it.each<[string, string, Partial<Shape>, number, number]>([
  ['is below the header', 'a,b\n1,2\n3,4\n', {}, 2, 3],
  ['is the first where there is no head', '1,2\n3,4\n', { hasHeader: false }, 1, 1],
  ['is below blank lines', 'a,b\n\n1,2\n\n\n3,4\n', {}, 2, 6],
  ['is below blank lines of another system', 'a,b\r\n\r\n1,2\r\n\r\n3,4\r\n', {}, 2, 5],
  ['is below skipped lines, blank or not', 'made today\n\na,b\n\n1,2\n', { preamble: 2 }, 1, 5],
  ['begins where its first field does', 'a,b\n1,"x\n\ny"\n3,4\n', {}, 1, 2],
  ['is below fields of several lines', 'a,b\n1,"x\n\ny"\n3,4\n', {}, 2, 5],
  ['is below a doubled quote', 'a,b\n1,"x""\n"\n3,4\n', {}, 2, 4],
  ['is below an escaped quote', "a,b\n1,'x\\'\n'\n3,4\n", { quote: "'", escape: '\\' }, 2, 4],
  ['is below a quote within a field, which is a mark of inches', 'a,b\n1,5"\n3,4\n', {}, 2, 3],
  ['is a blank line in a file of one column', 'a\n1\n\n3\n', { columnCount: 1 }, 3, 4],
  ['has no end of its own', 'a,b\n1,2\n\n3,4', {}, 2, 4],
])('a row %s', async (name, text, shape, row, line) => {
  const file = join(folder, `${name}.csv`)
  await writeFile(file, text)
  const { quote, escape, columnCount, ...rest } = { ...plain, ...shape }
  const names = Array.from({ length: columnCount }, (_, at) => `c${at}`)
  const layout = { marks: { delimiter: ',', quote, escape }, names, sample: [], unsure: [], ...rest }
  expect(await lineOfRow(file, layout, row)).toBe(line)
})

it('divides a file equally for any chunks of bytes', () => {
  const bytes = Buffer.from('a,b\r\n"x\r\n""y",1\r2,\n\n"z" , 3')
  const divided = (size: number) => {
    const found: unknown[] = []
    const scanner = new RecordScanner(
      { delimiter: ',', quote: '"', escape: '"' },
      (record) =>
        found.push([record.line, record.fields, Buffer.from(record.bytes).toString(), record.end, record.size]),
      { isCollecting: true },
    )
    for (let at = 0; at < bytes.length; at += size) scanner.push(bytes.subarray(at, at + size))
    scanner.end()
    return found
  }
  const expected = [
    [1, 2, 'a,b', '\r\n', 3],
    [2, 2, '"x\r\n""y",1', '\r', 10],
    [4, 2, '2,', '\n', 2],
    [5, 1, '', '\n', 0],
    [6, 2, '"z" , 3', '', 7],
  ]
  for (const size of [1, 2, 3, 5, 100]) expect(divided(size)).toEqual(expected)
})

it.each([
  ['1,"a, ""b""",c', ['1', 'a, "b"', 'c']],
  ['"x" , "y"', ['x', 'y']],
  ['5",b', ['5"', 'b']],
  [',', ['', '']],
])('reads the fields of %s', (text, fields) => {
  expect(csvFields(text, { delimiter: ',', quote: '"', escape: '"' })).toEqual(fields)
})
