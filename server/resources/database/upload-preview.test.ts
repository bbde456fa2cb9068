import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAX_PREVIEW_BYTES } from '#core/rest/upload.ts'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'
import { sampleCases } from '#testing/case-sample.ts'
import { uploadCsv } from '#testing/csv-upload.ts'

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

const previewed = (text: string | Uint8Array, fields: Readonly<Record<string, string>> = {}, client = admin) =>
  uploadCsv(client, database, text, fields, 'sales.csv', 'upload_preview')
const preview = async (text: string | Uint8Array, fields: Readonly<Record<string, string>> = {}) =>
  (await previewed(text, fields)).json().result

let made = 0
/** Returns the rows of a loaded table, as the engine returns them. */
async function loaded(text: string | Uint8Array, columns: readonly string[], fields: Readonly<Record<string, string>>) {
  const answer = await uploadCsv(admin, database, text, { table_name: `read_${made++}`, ...fields })
  expect([answer.statusCode, answer.json().errors]).toEqual([201, undefined])
  const datasource = { id: answer.json().dataset_id, type: 'table' }
  const context = { datasource, queries: [{ columns, metrics: [], orderby: [[columns[0], true]], row_limit: 10 }] }
  return (await admin.post('/api/v1/chart/data', context)).json().result[0].data
}

/** Returns midnight of a day in UTC, in epoch milliseconds. */
const day = (text: string) => Date.parse(`${text}T00:00:00Z`)

describe('dates with day and month in either order', () => {
  const TEXT = 'n,paid,due\n1,01/02/2024,13/02/2024\n2,03/04/2024,14/02/2024\n'

  it('reports ambiguous dates, and reads them in the given order', async () => {
    const found = await preview(TEXT)
    expect(found).toEqual({
      type: 'csv',
      sheets: [],
      sheet: null,
      encoding: 'utf-8',
      isEncodingSure: true,
      delimiter: ',',
      has_header: true,
      unsure: [],
      missing: [],
      report: {
        records: 3,
        rows: 2,
        has_header: true,
        counts: { blank: 0, 'above-header': 0, short: 0, long: 0 },
        reported: [],
      },
      date_order: 'day',
      column_count: 3,
      column_names: ['n', 'paid', 'due'],
      columns: [
        { name: 'n', type: 'BIGINT', isEitherOrder: false },
        { name: 'paid', type: 'DATE', isEitherOrder: true },
        { name: 'due', type: 'DATE', isEitherOrder: false },
      ],
      rows: [
        ['1', '2024-02-01', '2024-02-13'],
        ['2', '2024-04-03', '2024-02-14'],
      ],
    })
    expect((await preview(TEXT, { date_order: 'month' })).rows[0]).toEqual(['1', '2024-01-02', '2024-02-13'])
    const text = await preview(TEXT, { date_order: 'text' })
    expect(text.columns[1]).toEqual({ name: 'paid', type: 'VARCHAR', isEitherOrder: true })
    expect(text.rows[0]).toEqual(['1', '01/02/2024', '2024-02-13'])
  })

  it.each(
    sampleCases(
      [
        ['day', day('2024-02-01'), day('2024-04-03')],
        ['month', day('2024-01-02'), day('2024-03-04')],
        ['text', '01/02/2024', '03/04/2024'],
      ],
      2,
    ),
  )('are loaded in the chosen order: %s', async (date_order, first, second) => {
    expect(await loaded(TEXT, ['n', 'paid', 'due'], { date_order })).toEqual([
      { n: 1, paid: first, due: day('2024-02-13') },
      { n: 2, paid: second, due: day('2024-02-14') },
    ])
  })

  it('may have times, dots and years of two digits', async () => {
    const text = 'n;at;on\n1;01.02.2024 10:30;03-04-99\n2;05.06.2024 23:59;05-06-01\n'
    const columns = ['n', 'at', 'on']
    expect((await preview(text)).columns.map((each: { isEitherOrder: boolean }) => each.isEitherOrder)).toEqual([
      false,
      true,
      true,
    ])
    expect(await loaded(text, columns, { date_order: 'month' })).toEqual([
      { n: 1, at: Date.parse('2024-01-02T10:30:00Z'), on: day('1999-03-04') },
      { n: 2, at: Date.parse('2024-05-06T23:59:00Z'), on: day('2001-05-06') },
    ])
  })

  it.each(
    sampleCases(
      [
        ['a day decides', 'n,d\n1,01/02/2024\n2,31/02/2024\n'],
        ['both are the same', 'n,d\n1,01/01/2024\n2,02/02/2024\n'],
        ['a year comes first', 'n,d\n1,2024-01-02\n2,2024-03-04\n'],
        ['they are not dates', 'n,d\n1,45/50/2024\n2,01/02/2024\n'],
        ['they are versions', 'n,d\n1,1.2.03x\n2,1.2.04x\n'],
      ],
      2,
    ),
  )('are not reported where %s', async (_, text) => {
    const found = await preview(text)
    expect([found.date_order, found.columns.some((each: { isEitherOrder: boolean }) => each.isEitherOrder)]).toEqual([
      null,
      false,
    ])
  })

  it.each(
    sampleCases(
      [
        // Line 1 is the header, a field of line 3 continues in line 4, and 03/03 is the same in either order.
        [
          'without a date that decides',
          'n,note,d\n1,a,\n2,"b\nc",03/03/2024\n3,d,01/02/2024\n',
          'upload-date-order',
          /"d".* line 5$/,
        ],
        // Lines 2, 4 and 5 are blank and not rows; line 7 is blank and part of a field.
        [
          'below blank lines',
          'n,note,d\n\n1,a,\n\n\n2,"b\n\nc",03/03/2024\n3,d,01/02/2024\n',
          'upload-date-order',
          /"d".* line 9$/,
        ],
        [
          'contradicted',
          'n,d\n1,01/02/2024\n2,13/02/2024\n3,02/14/2024\n',
          'upload-date-mixed',
          /"d" begin with the day in line 3 and with the month in line 4$/,
        ],
      ],
      2,
    ),
  )('are rejected by an upload without a date order: %s', async (where, text, code, message) => {
    const table_name = `guessed_${where.replaceAll(' ', '_')}`
    const answer = await uploadCsv(admin, database, text, { table_name })
    expect([answer.statusCode, answer.headers['x-facet-error']]).toEqual([422, code])
    expect(answer.json().message).toMatch(message)
    // No table was created, and any explicit order loads the file.
    for (const date_order of ['day', 'month', 'text'])
      expect(
        (await uploadCsv(admin, database, text, { table_name: `${table_name}_${date_order}`, date_order })).json(),
      ).toHaveProperty('dataset_id')
    const { rows } = await fixture.context.store.datasets.list({
      where: { col: 'table_name', op: 'eq', value: table_name },
    })
    expect(rows).toEqual([])
  })

  it('beyond the preview are found by the upload', async () => {
    const plain = Array.from({ length: 40_000 }, (_, at) => `${at},2024-01-02,`).join('\n')
    const text = `n,on,paid\n${plain}\n40000,2024-01-02,05/06/2024\n`
    const beginning = text.slice(0, MAX_PREVIEW_BYTES)
    expect(beginning.length).toBe(MAX_PREVIEW_BYTES)
    expect((await preview(beginning, { is_cut: 'true' })).date_order).toBeNull()
    const answer = await uploadCsv(admin, database, text, { table_name: 'late' })
    expect([answer.headers['x-facet-error'], answer.json().message]).toEqual([
      'upload-date-order',
      'Dates of the column "paid" may begin with the day or the month, as in line 40002',
    ])
  })

  it('are read by default in the order of other dates of the file', async () => {
    const found = await preview('paid,due\n01/02/2024,02/13/2024\n')
    expect([found.date_order, found.rows]).toEqual(['month', [['2024-01-02', '2024-02-13']]])
  })
})

describe('an encoding', () => {
  const utf16 = (text: string, isLittle: boolean) => {
    const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le')
    return isLittle ? bytes : bytes.swap16()
  }
  const TEXT = 'n,town\n1,Kraków\n2,Åre\n'
  const ROWS = [
    { n: 1, town: 'Kraków' },
    { n: 2, town: 'Åre' },
  ]

  it.each([
    ['utf-8', Buffer.from(TEXT), true],
    ['utf-16le', utf16(TEXT, true), true],
    ['utf-16be', utf16(TEXT, false), true],
    ['windows-1252', Buffer.from(TEXT, 'latin1'), false],
  ])('is detected: %s', async (encoding, bytes, isEncodingSure) => {
    expect(await preview(bytes)).toMatchObject({
      encoding,
      isEncodingSure,
      rows: [
        ['1', 'Kraków'],
        ['2', 'Åre'],
      ],
    })
    // Bytes that are valid in several encodings load only if the caller names the encoding.
    expect(await loaded(bytes, ['n', 'town'], isEncodingSure ? {} : { encoding })).toEqual(ROWS)
  })

  it.each(
    sampleCases(
      [
        ['windows-1252', [0x80, 0x93, 0xe9], '€“é'],
        ['windows-1250', [0xb3, 0xf3, 0x9f], 'łóź'],
        ['windows-1251', [0xcc, 0xe8, 0xf0], 'Мир'],
        ['iso-8859-15', [0xa4], '€'],
        ['koi8-r', [0xed], 'М'],
        ['shift_jis', [0x93, 0xfa, 0x96, 0x7b], '日本'],
        ['euc-jp', [0xc6, 0xfc], '日'],
        ['gb18030', [0xd6, 0xd0, 0xb9, 0xfa], '中国'],
        ['big5', [0xa4, 0xa4], '中'],
        ['euc-kr', [0xc7, 0xd1], '한'],
      ],
      3,
    ),
  )('is the one that the caller names: %s', async (encoding, bytes, word) => {
    const file = Buffer.concat([Buffer.from('n,town\n1,'), Buffer.from(bytes), Buffer.from('\n')])
    expect(await preview(file, { encoding })).toMatchObject({ encoding, isEncodingSure: true, rows: [['1', word]] })
    expect(await loaded(file, ['n', 'town'], { encoding })).toEqual([{ n: 1, town: word }])
  })

  it.each(
    sampleCases(
      [
        ['latin-1', 'windows-1252', [0xe9], 'é'],
        ['ISO_8859-1', 'windows-1252', [0xe9], 'é'],
        ['cp1252', 'windows-1252', [0xe9], 'é'],
        ['Shift-JIS', 'shift_jis', [0x93, 0xfa], '日'],
        ['cp932', 'shift_jis', [0x93, 0xfa], '日'],
        ['gbk', 'gb18030', [0xd6, 0xd0], '中'],
        ['utf8', 'utf-8', [0xc3, 0xa9], 'é'],
        ['utf-8-sig', 'utf-8', [0xc3, 0xa9], 'é'],
      ],
      3,
    ),
  )('is accepted under its other names: %s', async (name, encoding, bytes, word) => {
    const file = Buffer.concat([Buffer.from('n,town\n1,'), Buffer.from(bytes), Buffer.from('\n')])
    expect(await preview(file, { encoding: name })).toMatchObject({ encoding, rows: [['1', word]] })
  })

  it('an undetectable encoding is rejected with the line of the first bytes that are not UTF-8', async () => {
    const lines = Buffer.concat([Buffer.from('n,town\n1,é\n2,caf'), Buffer.from([0xe9]), Buffer.from('\n3,x\n')])
    const answer = await uploadCsv(admin, database, lines, { table_name: 'line_of_bytes' })
    expect([answer.statusCode, answer.json().message]).toEqual([
      422,
      'The file is not UTF-8, as in line 3, and its bytes do not say which encoding it has',
    ])
  })

  it('an encoding that does not fit the bytes or is unknown is rejected', async () => {
    const answer = await previewed(Buffer.from(TEXT, 'latin1'), { encoding: 'utf-8' })
    expect([answer.statusCode, answer.json().message]).toEqual([
      422,
      'The file "sales.csv" cannot be read: its line 2 is not text in UTF-8',
    ])
    for (const fields of [{ encoding: 'ebcdic' }, { date_order: 'century' }] as Record<string, string>[])
      expect([
        (await previewed(TEXT, fields)).statusCode,
        (await uploadCsv(admin, database, TEXT, fields)).statusCode,
      ]).toEqual([422, 422])
  })
})

it('rejects a file that is not text before it creates a table', async () => {
  const bytes = Buffer.from([0x00, 0xff, 0xfe, 0x01, 0x2c, 0x02, 0x0a, 0x00, 0x09])
  for (const answer of [await previewed(bytes), await uploadCsv(admin, database, bytes, { table_name: 'bytes' })])
    expect([answer.statusCode, answer.json().errors?.[0]?.message ?? answer.json().message]).toEqual([
      422,
      'The file "sales.csv" cannot be read: it has NUL characters, as no text has',
    ])
  expect((await uploadCsv(admin, database, 'n\n1\n', { table_name: 'bytes' })).statusCode).toBe(201)
})

describe('the beginning of a file', () => {
  it('is read to its last complete line, even if it ends within a character', async () => {
    const bytes = Buffer.from('n;town\n1;Åre\n2;Å').subarray(0, -1)
    const found = await preview(bytes, { is_cut: 'true' })
    expect([found.encoding, found.delimiter, found.rows]).toEqual(['utf-8', ';', [['1', 'Åre']]])
  })

  it('shows the first rows and columns, and the number of all columns', async () => {
    const head = Array.from({ length: 70 }, (_, at) => `c${at}`).join(',')
    const row = Array.from({ length: 70 }, (_, at) => (at === 1 ? 'x'.repeat(200) : at)).join(',')
    const found = await preview([head, ...Array(20).fill(row)].join('\n'))
    expect([found.rows.length, found.columns.length, found.column_count]).toEqual([8, 60, 70])
    expect(found.rows[0][1]).toBe('x'.repeat(120))
  })

  it('has a size limit, and creates no dataset', async () => {
    const before = (await fixture.context.store.datasets.list({})).rows.length
    expect((await previewed('a\n'.repeat(MAX_PREVIEW_BYTES))).statusCode).toBe(413)
    expect((await previewed('a,b\n1,2\n')).statusCode).toBe(200)
    expect((await fixture.context.store.datasets.list({})).rows.length).toBe(before)
  })

  it('needs the upload permission', async () => {
    const gamma = await fixture.as('Gamma')
    expect((await previewed('a\n1\n', {}, gamma)).statusCode).toBe(403)
  })
})
