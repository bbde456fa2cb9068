import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { BOOLEAN, NUMERIC, STRING, type Table, TEMPORAL } from '#core/table/table.ts'
import { XlsxWriter } from './xlsx-writer.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'facet-xlsx-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const chunk = (text: string, n: number | string | null): Table => ({
  columns: [
    { name: 'a < b', type: STRING, values: [text] },
    { name: 'n', type: NUMERIC, values: [n] },
    { name: 'day', type: TEMPORAL, isDays: true, values: [Date.UTC(2024, 1, 29)] },
    { name: 'at', type: TEMPORAL, values: [Date.UTC(2024, 1, 29)] },
    { name: 'yes', type: BOOLEAN, values: [true] },
  ],
  rowCount: 1,
})

it('writes the rows of all chunks to one sheet: texts are no formulas, all digits stay, times are dates', async () => {
  const path = join(folder, 'file.xlsx')
  const writer = new XlsxWriter(folder)
  await writer.add(chunk('=1+1 & "x"', 1.5))
  await writer.add(chunk('\u0001\uFFFFlast', '9007199254740993'))
  await writer.end(path)
  const bytes = readFileSync(path)
  const files = unzipSync(bytes)
  expect(Object.keys(files).toSorted()).toEqual([
    '[Content_Types].xml',
    '_rels/.rels',
    'xl/_rels/workbook.xml.rels',
    'xl/styles.xml',
    'xl/workbook.xml',
    'xl/worksheets/sheet1.xml',
  ])
  const sheet = files['xl/worksheets/sheet1.xml'] ?? new Uint8Array()
  // The archive contains the checksum of the sheet; spreadsheet programs reject a wrong one.
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32LE(crc32(sheet))
  expect(bytes.includes(checksum)).toBe(true)
  const text = (value: string, style = '') =>
    `<c t="inlineStr"${style}><is><t xml:space="preserve">${value}</t></is></c>`
  // February 29, 2024 is spreadsheet day 45351.
  const rest = '<c s="2"><v>45351</v></c><c s="3"><v>45351</v></c><c t="b"><v>1</v></c>'
  const heads = ['a &lt; b', 'n', 'day', 'at', 'yes'].map((name) => text(name, ' s="1"')).join('')
  expect(
    Buffer.from(sheet)
      .toString()
      .replace(/^.*<sheetData>/s, ''),
  ).toBe(
    `<row>${heads}</row><row>${text('=1+1 &amp; "x"')}<c><v>1.5</v></c>${rest}</row>` +
      `<row>${text('last')}${text('9007199254740993')}${rest}</row></sheetData></worksheet>`,
  )
})
