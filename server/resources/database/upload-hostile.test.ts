import { gzipSync } from 'node:zlib'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'
import { sampleCases } from '#testing/case-sample.ts'
import { postFile } from '#testing/csv-upload.ts'
import { parquet, workbook } from '#testing/upload-files.ts'

let fixture: TestApp
let admin: Client
let database: number

beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
  const made = { database_name: 'Uploads', sqlalchemy_uri: 'duckdb:///uploads.duckdb', allow_file_upload: true }
  database = (await fixture.database(made)).id
})
afterAll(() => fixture.close())

let count = 0
async function upload(filename: string, bytes: string | Uint8Array, act = 'upload') {
  const address = `/api/v1/database/${database}/${act}/`
  const answer = await postFile(admin, address, { filename, bytes }, { table_name: `t${count++}` })
  return [answer.statusCode, answer.json().errors?.[0]?.message ?? answer.json().message ?? 'OK'] as const
}

const BOOK = workbook({
  Sheet1: [
    ['a', 'b'],
    [1, 'x'],
  ],
})
const SHEET = 'xl/worksheets/sheet1.xml'

/** Returns the workbook with changed sheet XML. */
function withSheet(change: (xml: string) => string): Uint8Array {
  const files = unzipSync(BOOK)
  return zipSync({ ...files, [SHEET]: strToU8(change(strFromU8(files[SHEET] as Uint8Array))) })
}

/** Returns a ZIP file whose directory gives a wrong size for its first file. */
function withSize(zip: Uint8Array, size: number): Uint8Array {
  const bytes = Buffer.from(zip)
  bytes.writeUInt32LE(size, bytes.indexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 24)
  return new Uint8Array(bytes)
}

const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

const CASES: readonly (readonly [string, string, () => string | Uint8Array | Promise<Uint8Array>, string])[] = [
  [
    'an archive whose file is longer than it says',
    'rows.zip',
    () => withSize(zipSync({ 'rows.csv': strToU8('n\n'.repeat(1e6)) }), 10),
    '"rows.csv" in it does not have the size in its directory',
  ],
  [
    'an archive whose file is shorter than it says',
    'rows.zip',
    () => withSize(zipSync({ 'rows.csv': strToU8('n\n1\n') }), 1000),
    '"rows.csv" in it does not have the size in its directory',
  ],
  [
    'an archive of two files',
    'rows.zip',
    () => zipSync({ 'a.csv': strToU8('n\n1\n'), 'b.csv': strToU8('n\n1\n') }),
    'the archive has 2 files, not one',
  ],
  [
    'gzip without its end',
    'rows.csv.gz',
    () => new Uint8Array(gzipSync('n\n1\n').subarray(0, 12)),
    'it is not gzip, or its end is missing',
  ],
  [
    'a workbook of huge parts',
    'book.xlsx',
    () => withSize(BOOK, 0x7fffffff),
    'its parts are larger than 400 MB when unpacked',
  ],
  [
    'a workbook whose part is longer than it says',
    'book.xlsx',
    () => withSize(BOOK, 3),
    'does not have the size in its directory',
  ],
  [
    'a workbook without its end',
    'book.xlsx',
    () => BOOK.subarray(0, BOOK.length - 40),
    'it is not a ZIP archive, or its end is missing',
  ],
  [
    'an archive that is no workbook',
    'book.xlsx',
    () => zipSync({ 'a.csv': strToU8('n\n1\n') }),
    'it is a ZIP archive, not a workbook',
  ],
  [
    'entities in a workbook',
    'book.xlsx',
    () => withSheet((xml) => xml.replace('<worksheet', '<!DOCTYPE x [<!ENTITY a "b">]><worksheet')),
    `its part "${SHEET}" declares entities`,
  ],
  [
    'a cell far to the right',
    'book.xlsx',
    () => withSheet((xml) => xml.replace('r="B2"', 'r="XFD2"').replace(/ref="[^"]+"/, 'ref="A1:XFD2"')),
    'row 2 of its sheet "Sheet1" has 16384 columns; at most 5000 can be loaded',
  ],
  [
    'another kind of workbook',
    'book.ods',
    () => 'x',
    'The file "book.ods" cannot be read: it is not an .xlsx workbook; save it as .xlsx',
  ],
  [
    '10,000 columns',
    'rows.csv',
    () => `${Array.from({ length: 10_000 }, (_, at) => `c${at}`).join(',')}\n`,
    'its record in line 1 has 10000 columns; at most 5000 can be loaded',
  ],
  ['text as Parquet', 'rows.parquet', () => 'n\n1\n', 'it is not a Parquet file'],
  [
    'Parquet without its end',
    'rows.parquet',
    async () => (await parquet('SELECT 1 AS n')).subarray(0, 60),
    'its end is missing',
  ],
  [
    'Parquet with a broken footer',
    'rows.parquet',
    async () => broken(await parquet('SELECT 1 AS n')),
    'its content is not Parquet that can be read',
  ],
  [
    'JSON nested 1,000 deep',
    'rows.json',
    () => `{"a":1}\n${nested(1000)}`,
    'its line 2 is nested deeper than 100 levels',
  ],
  [
    'JSON that ends in a value',
    'rows.ndjson',
    () => '{"a":1}\n{"a":2\n',
    'it is not JSON in record 2: unexpected end of data',
  ],
  [
    'a broken JSON object',
    'rows.json',
    () => '[{"a":1},\n{"a":x}]',
    'it is not JSON in record 2: unexpected character',
  ],
  [
    'JSON that is not UTF-8',
    'rows.json',
    () => new Uint8Array([...strToU8('[{"a":"'), 0xff, 0xfe, ...strToU8('"}]')]),
    'it is not JSON in record 1',
  ],
  ['text as JSON', 'rows.json', () => 'a,b\n1,2\n', 'it begins with neither { nor ['],
]

function broken(bytes: Uint8Array): Uint8Array {
  const made = bytes.slice()
  made.fill(0xff, bytes.length - 40, bytes.length - 8)
  return made
}

it.each(sampleCases(CASES, 3))(
  '%s is rejected with the reason, and the next file is loaded',
  async (_, filename, bytes, reason) => {
    const given = await bytes()
    for (const act of ['upload', 'upload_preview']) {
      const [status, message] = await upload(filename, given, act)
      expect([status, message]).toEqual([422, expect.stringContaining(reason)])
      expect(message).toContain(`The file "${filename}" cannot be read: `)
      expect(message).not.toContain(fixture.home)
    }
    expect(await upload('good.csv', 'n\n1\n')).toEqual([201, 'OK'])
  },
)

it('reads formulas by their last values, and runs none', async () => {
  const sheet = {
    '!ref': 'A1:A3',
    A1: { t: 's', v: 'n' },
    A2: { t: 'n', v: 3, f: 'WEBSERVICE("http://127.0.0.1:1/")' },
    A3: { t: 'n', v: 4 },
  }
  expect(await upload('book.xlsx', workbook({ Sheet1: sheet }))).toEqual([201, 'OK'])
})

it('reads a sheet whose dimension is larger or smaller than its cells', async () => {
  for (const ref of ['A1', 'A1:XFD1048576']) {
    const book = withSheet((xml) => xml.replace(/<dimension ref="[^"]+"/, `<dimension ref="${ref}"`))
    const address = `/api/v1/database/${database}/upload_preview/`
    const answer = await postFile(admin, address, { filename: 'book.xlsx', bytes: book })
    expect(answer.json().result.rows).toEqual([['1', 'x']])
  }
})
