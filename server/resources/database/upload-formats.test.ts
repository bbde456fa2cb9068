import { gzipSync } from 'node:zlib'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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

type Fields = Readonly<Record<string, string>>
let count = 0

const post = (act: string, filename: string, bytes: string | Uint8Array, fields: Fields = {}) =>
  postFile(admin, `/api/v1/database/${database}/${act}/`, { filename, bytes }, fields)

/** Returns the columns of a loaded file with their types, and its rows in the order of the first column. */
async function loaded(filename: string, bytes: string | Uint8Array, fields: Fields = {}) {
  const answer = await post('upload', filename, bytes, { table_name: `f${count++}`, ...fields })
  expect([answer.statusCode, answer.json().errors]).toEqual([201, undefined])
  const { dataset_id: id, report } = answer.json()
  const { columns } = (await fixture.context.store.datasets.get(id)) as NonNullable<
    Awaited<ReturnType<typeof fixture.context.store.datasets.get>>
  >
  const names = columns.map(({ column_name }) => column_name)
  const queries = [{ columns: names, metrics: [], orderby: [[names[0], true]], row_limit: 100 }]
  const data = await admin.post('/api/v1/chart/data', { datasource: { id, type: 'table' }, queries })
  return {
    types: columns.map(({ column_name, type }) => `${column_name} ${type}`),
    rows: data.json().result[0].data,
    report,
  }
}

async function rejected(filename: string, bytes: string | Uint8Array, fields: Fields = {}) {
  const answer = await post('upload', filename, bytes, { table_name: `r${count++}`, ...fields })
  return [answer.statusCode, answer.json().errors?.[0]?.message ?? answer.json().message]
}

const day = (text: string) => Date.parse(`${text}Z`)

describe('a Parquet file', () => {
  it('keeps its types, and loads nested values as JSON text', async () => {
    const bytes = await parquet(
      "SELECT * FROM (VALUES (1, 'a', DATE '2024-02-01', [1, 2]), (2, NULL, DATE '2024-02-02', NULL)) t(n, name, due, list)",
    )
    expect(await loaded('rows.parquet', bytes)).toEqual({
      types: ['n INTEGER', 'name VARCHAR', 'due DATE', 'list VARCHAR'],
      rows: [
        { n: 1, name: 'a', due: day('2024-02-01T00:00'), list: '[1,2]' },
        { n: 2, name: null, due: day('2024-02-02T00:00'), list: null },
      ],
      report: {
        records: 2,
        rows: 2,
        has_header: false,
        counts: { blank: 0, 'above-header': 0, short: 0, long: 0 },
        reported: [],
      },
    })
  })

  it('loads the chosen columns and rows', async () => {
    const bytes = await parquet('SELECT range AS n, range * 2 AS twice FROM range(5)')
    const { types, rows } = await loaded('rows.parquet', bytes, { columns_read: 'twice', rows_to_read: '2' })
    expect([types, rows]).toEqual([['twice BIGINT'], [{ twice: 0 }, { twice: 2 }]])
    expect(await rejected('rows.parquet', bytes, { columns_read: 'other' })).toEqual([
      422,
      'The file has no column "other"',
    ])
  })

  it('is added to a table if every value is stored exactly, and is rejected otherwise', async () => {
    const table_name = 'appended'
    await loaded('a.parquet', await parquet('SELECT 1::INTEGER AS n'), { table_name })
    const more = await loaded('b.parquet', await parquet('SELECT 2::BIGINT AS n'), {
      table_name,
      already_exists: 'append',
    })
    expect(more.rows).toEqual([{ n: 1 }, { n: 2 }])
    const wide = await parquet('SELECT 3::BIGINT AS n UNION ALL SELECT 4000000000')
    expect(await rejected('c.parquet', wide, { table_name, already_exists: 'append' })).toEqual([
      422,
      'The value "4000000000" in line 2 cannot be stored exactly in the column "n" of type INTEGER; other such values: 0',
    ])
    expect(
      (await loaded('d.parquet', await parquet('SELECT 5::INTEGER AS n'), { table_name, already_exists: 'replace' }))
        .rows,
    ).toEqual([{ n: 5 }])
  })
})

describe('a JSON file', () => {
  const ROWS = [
    { id: 1, code: '007', at: '2024-02-01', tags: ['a'], more: { deep: [{ x: 1 }] } },
    { id: 2, code: '12', at: '2024-02-02', tags: [], more: null },
  ]
  const TYPES = ['id BIGINT', 'code VARCHAR', 'at DATE', 'tags VARCHAR', 'more VARCHAR']
  const READ = [
    { id: 1, code: '007', at: day('2024-02-01T00:00'), tags: '["a"]', more: '{"deep":[{"x":1}]}' },
    { id: 2, code: '12', at: day('2024-02-02T00:00'), tags: '[]', more: null },
  ]

  it.each(
    sampleCases(
      [
        ['rows.json', JSON.stringify(ROWS)],
        ['rows.ndjson', ROWS.map((row) => JSON.stringify(row)).join('\n')],
        ['rows.jsonl', `${ROWS.map((row) => JSON.stringify(row)).join('\n')}\n`],
      ],
      2,
    ),
  )('%s: texts stay text, and nested values are JSON', async (filename, text) => {
    const { types, rows } = await loaded(filename, text)
    expect([types, rows]).toEqual([TYPES, READ])
  })
})

describe('a workbook', () => {
  const BOOK = workbook({
    Sales: [
      ['id', 'code', 'paid', 'at', 'share', 'isNew'],
      [1, '007', new Date(Date.UTC(2024, 1, 1)), new Date(Date.UTC(2024, 1, 1, 10, 30)), 0.5, true],
      [2, '12', new Date(Date.UTC(2024, 11, 31)), new Date(Date.UTC(2024, 1, 1)), 12.25, false],
    ],
    Empty: [],
    'Line "two"': [
      ['a', 'b'],
      ['x, "y"', 'two\nlines'],
      [null, null],
      ['z', null],
    ],
  })

  it('keeps numbers, dates, booleans and codes of its first sheet', async () => {
    expect(await loaded('book.xlsx', BOOK)).toEqual({
      types: ['id BIGINT', 'code VARCHAR', 'paid DATE', 'at TIMESTAMP', 'share DOUBLE', 'isNew BOOLEAN'],
      rows: [
        { id: 1, code: '007', paid: day('2024-02-01T00:00'), at: day('2024-02-01T10:30'), share: 0.5, isNew: true },
        { id: 2, code: '12', paid: day('2024-12-31T00:00'), at: day('2024-02-01T00:00'), share: 12.25, isNew: false },
      ],
      report: {
        records: 3,
        rows: 2,
        has_header: true,
        counts: { blank: 0, 'above-header': 0, short: 0, long: 0 },
        reported: [],
      },
    })
  })

  it('loads the chosen sheet, and accounts for its blank rows', async () => {
    const { rows, report } = await loaded('book.xlsx', BOOK, { sheet_name: 'Line "two"' })
    expect(rows).toEqual([
      { a: 'x, "y"', b: 'two\nlines' },
      { a: 'z', b: null },
    ])
    expect([report.records, report.rows, report.counts.blank]).toEqual([4, 2, 1])
    expect(await rejected('book.xlsx', BOOK, { sheet_name: 'None' })).toEqual([
      422,
      'The workbook has no sheet "None". Its sheets: "Sales", "Empty", "Line "two""',
    ])
  })

  it('loads the first sheet with rows where none is named, and rejects an empty one by name', async () => {
    const book = workbook({ Cover: [], Data: [['n'], [7]] })
    expect((await loaded('book.xlsx', book)).rows).toEqual([{ n: 7 }])
    expect(await rejected('book.xlsx', book, { sheet_name: 'Cover' })).toEqual([
      422,
      'The file "book.xlsx" cannot be read: its sheet "Cover" is empty',
    ])
  })

  it('shows its sheets and first rows before it is loaded', async () => {
    const { result } = (await post('upload_preview', 'book.xlsx', BOOK)).json()
    expect([result.type, result.sheet, result.sheets]).toEqual(['excel', 'Sales', ['Sales', 'Empty', 'Line "two"']])
    expect(result.rows[0]).toEqual(['1', '007', '2024-02-01', '2024-02-01 10:30:00', '0.5', 'true'])
  })

  it('reads times of day, and errors as missing values', async () => {
    const sheet = {
      '!ref': 'A1:B3',
      A1: { t: 's', v: 'at' },
      B1: { t: 's', v: 'ratio' },
      A2: { t: 'n', v: 0.4375, z: 'hh:mm' },
      B2: { t: 'n', v: 2 },
      A3: { t: 'n', v: 10 / 24, z: 'hh:mm' },
      B3: { t: 'e', v: 0x07 },
    } as const
    const { result } = (await post('upload_preview', 'times.xlsx', workbook({ Sheet1: sheet }))).json()
    expect(result.columns.map(({ type }: { type: string }) => type)).toEqual(['TIME', 'BIGINT'])
    expect(result.rows).toEqual([
      ['10:30:00', '2'],
      ['10:00:00', null],
    ])
    expect(result.missing).toEqual([{ name: 'ratio', count: 1 }])
  })

  it('reads dates that count from 1904', async () => {
    // 2024-02-01 is day 45,323 of the default date system, which begins 1,462 days earlier.
    const sheet = { '!ref': 'A1:A2', A1: { t: 's', v: 'at' }, A2: { t: 'n', v: 43_861, z: 'yyyy-mm-dd' } } as const
    const files = unzipSync(workbook({ Sheet1: sheet }))
    const xml = strFromU8(files['xl/workbook.xml'] as Uint8Array)
    const book = xml.replace(/<workbookPr[^>]*>/, '<workbookPr date1904="1"/>')
    expect(book).not.toBe(xml)
    const bytes = zipSync({ ...files, 'xl/workbook.xml': strToU8(book) })
    expect((await loaded('book.xlsx', bytes)).rows).toEqual([{ at: day('2024-02-01T00:00') }])
  })

  it('lists the columns of each sheet', async () => {
    const answer = await post(
      'excel_metadata',
      'book.xlsx',
      workbook({
        One: [
          ['a', 'b'],
          [1, 2],
        ],
        Two: [['c'], ['x']],
      }),
    )
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      {
        result: {
          items: [
            { sheet_name: 'One', column_names: ['a', 'b'] },
            { sheet_name: 'Two', column_names: ['c'] },
          ],
        },
      },
    ])
  })
})

describe('a compressed file', () => {
  const CSV = 'n,more\n1,x\n2,y\n'
  const READ = [
    { n: 1, more: 'x' },
    { n: 2, more: 'y' },
  ]

  it.each([
    ['rows.csv.gz', () => new Uint8Array(gzipSync(CSV))],
    ['rows.zip', () => zipSync({ 'folder/rows.csv': strToU8(CSV), '__MACOSX/folder/._rows.csv': strToU8('x') })],
    ['stored.zip', () => zipSync({ 'rows.csv': [strToU8(CSV), { level: 0 }] })],
  ])('%s', async (filename, bytes) => {
    expect((await loaded(filename, bytes())).rows).toEqual(READ)
    expect((await post('upload_preview', filename, bytes())).json().result.rows).toEqual([
      ['1', 'x'],
      ['2', 'y'],
    ])
  })

  const SELECT = "SELECT * FROM (VALUES (1, 'x'), (2, 'y')) t(n, more)"
  const OBJECTS = '{"n":1,"more":"x"}\n{"n":2,"more":"y"}\n'
  const gzip = (bytes: string | Uint8Array) => new Uint8Array(gzipSync(bytes))

  it.each(
    sampleCases<readonly [string, () => string | Uint8Array | Promise<Uint8Array>]>(
      [
        ['rows.tsv', () => 'n\tmore\n1\tx\n2\ty\n'],
        ['rows.xlsx', () => workbook({ Sheet: [['n', 'more'], ...READ.map(({ n, more }) => [n, more])] })],
        ['rows.parquet', () => parquet(SELECT)],
        ['rows.json', () => JSON.stringify(READ)],
        ['rows.ndjson', () => OBJECTS],
      ],
      2,
    ),
  )('has a file of each format: %s', async (filename, make) => {
    const bytes = await make()
    const entry = typeof bytes === 'string' ? strToU8(bytes) : bytes
    expect((await loaded(`${filename}.gz`, gzip(bytes))).rows).toEqual(READ)
    expect((await loaded('rows.zip', zipSync({ [filename]: entry }))).rows).toEqual(READ)
  })
})

describe('options of the reference', () => {
  const TEXT = 'A title\nid,paid,note\n1,02/03/2024,none\n2,04/03/2024,x\n3,05/03/2024,y\n'
  const FIELDS = {
    delimiter: ',',
    header_row: '1',
    skip_rows: '0',
    rows_to_read: '2',
    columns_read: '["id","paid","note"]',
    column_dates: 'paid',
    day_first: 'false',
    null_values: '["none"]',
    decimal_character: '.',
    skip_blank_lines: 'true',
    dataframe_index: 'false',
    already_exists: 'fail',
    schema: 'main',
  }

  it('read a CSV file', async () => {
    const { types, rows, report } = await loaded('rows.csv', TEXT, FIELDS)
    expect(types).toEqual(['id BIGINT', 'paid DATE', 'note VARCHAR'])
    expect(rows).toEqual([
      { id: 1, paid: day('2024-02-03T00:00'), note: null },
      { id: 2, paid: day('2024-04-03T00:00'), note: 'x' },
    ])
    expect([report.records, report.rows, report.counts['above-header']]).toEqual([4, 2, 1])
  })

  it.each<[Fields, readonly string[]]>(
    sampleCases(
      [
        [{ index_column: 'id', dataframe_index: 'true', index_label: 'key' }, ['key', 'n']],
        [{ index_column: 'id', dataframe_index: 'true' }, ['id', 'n']],
        [{ index_column: 'id' }, ['n']],
      ],
      2,
    ),
  )('loads the index column by %j', async (fields, names) => {
    const { types } = await loaded('rows.csv', 'id,n\n7,1\n8,2\n', fields)
    expect(types).toEqual(names.map((name) => `${name} BIGINT`))
  })

  it('numbers the rows from 0 for an index without a column', async () => {
    const fields = { dataframe_index: 'true' }
    expect((await loaded('rows.csv', 'n\n7\n8\n', fields)).rows).toEqual([
      { index: 0, n: 7 },
      { index: 1, n: 8 },
    ])
    const json = await loaded('rows.json', '[{"n":7}]', { ...fields, index_label: 'row' })
    expect(json.rows).toEqual([{ row: 0, n: 7 }])
    expect(await rejected('rows.csv', 'index,n\n1,2\n', fields)).toEqual([
      422,
      'Two columns would have the name "index"',
    ])
    const append = { ...fields, already_exists: 'append' }
    expect((await post('upload', 'rows.csv', 'n\n7\n', append)).statusCode).toBe(422)
  })

  it('rejects a schema that the database does not have', async () => {
    expect(await rejected('rows.csv', 'n\n1\n', { schema: 'other' })).toEqual([
      422,
      'The database has no schema "other"',
    ])
  })

  it.each([['mangle_dupe_cols', 'false']])('%s = %s is rejected by name', async (name, value) => {
    const answer = await post('csv_upload', 'rows.csv', TEXT, { ...FIELDS, table_name: 'rejected', [name]: value })
    expect([answer.statusCode, answer.json().message]).toEqual([422, { [name]: ['This option is not supported.'] }])
  })

  it('loads by the form of the reference', async () => {
    const fields = {
      name: 'by_form',
      con: String(database),
      sep: ',',
      header: '0',
      if_exists: 'replace',
      mangle_dupe_cols: 'y',
    }
    const file = { field: 'csv_file', filename: 'rows.csv', bytes: 'id,n\n1,2\n' }
    const answer = await postFile(admin, '/csvtodatabaseview/form', file, fields)
    expect([answer.statusCode, answer.headers['location']]).toEqual([302, '/tablemodelview/list/'])
    const dotted = await postFile(admin, '/csvtodatabaseview/form', file, { ...fields, name: 'main.t' })
    expect([dotted.statusCode, dotted.json().message]).toEqual([422, { name: ['Table name cannot contain a schema'] }])
    const stored = await postFile(admin, '/csvtodatabaseview/form', file, { ...fields, mangle_dupe_cols: 'n' })
    expect([stored.statusCode, stored.json().message]).toEqual([
      422,
      { mangle_dupe_cols: ['This option is not supported.'] },
    ])
  })

  it('lists the columns of a file without a database', async () => {
    const answer = await postFile(
      admin,
      '/api/v1/database/upload_metadata/',
      { filename: 'rows.csv', bytes: 'id,n\n1,2\n' },
      { type: 'csv' },
    )
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { result: { items: [{ sheet_name: null, column_names: ['id', 'n'] }] } },
    ])
  })
})
