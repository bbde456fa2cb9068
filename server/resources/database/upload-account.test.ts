import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'
import { isFullSet, sampleCases } from '#testing/case-sample.ts'
import { uploadCsv } from '#testing/csv-upload.ts'

let app: TestApp
let admin: Client
let database: number
let count = 0

beforeAll(async () => {
  app = await makeTestApp()
  admin = await app.as('Admin')
  const made = { database_name: 'Uploads', sqlalchemy_uri: 'duckdb:///uploads.duckdb', allow_file_upload: true }
  database = (await app.database(made)).id
})
afterAll(() => app.close())

type Fields = Readonly<Record<string, string>>
const upload = (text: string | Uint8Array, fields: Fields = {}) =>
  uploadCsv(admin, database, text, { table_name: `account_${count++}`, ...fields })

/** Returns the types and rows of the table of a dataset, in the order of the file. */
async function contents(id: number) {
  const { columns } = (await admin.get(`/api/v1/dataset/${id}`)).json().result
  const names: string[] = columns.map((each: { column_name: string }) => each.column_name)
  const context = {
    datasource: { id, type: 'table' },
    queries: [{ columns: names, row_limit: 1000 }],
    result_format: 'csv',
  }
  const answer = await admin.post('/api/v1/chart/data', context)
  const types = Object.fromEntries(
    columns.map((each: { column_name: string; type: string }) => [each.column_name, each.type]),
  )
  return { names, types, csv: answer.body.replaceAll('\r\n', '\n').replace(/^\uFEFF/, '') }
}

async function loaded(text: string | Uint8Array, fields: Fields = {}) {
  const answer = await upload(text, fields)
  expect([answer.statusCode, answer.json().message]).toEqual([201, 'OK'])
  const { dataset_id, report } = answer.json()
  const { counts } = report
  const notLoaded = counts.blank + counts['above-header'] + counts.long
  expect(report.records).toBe(Number(report.has_header) + report.rows + notLoaded)
  return { ...(await contents(dataset_id)), report }
}

async function rejected(text: string | Uint8Array, fields: Fields = {}) {
  const answer = await upload(text, fields)
  const message: string = answer.json().message ?? answer.json().errors?.[0]?.message
  expect(message).not.toMatch(/\/tmp|uploads\/|read_csv|sniff|types=|Error:/)
  return [answer.statusCode, answer.headers['x-facet-error'], message]
}

describe('every record is loaded or reported', () => {
  it.each(
    sampleCases(
      [
        ['prose', 'note\nhello world\nmilk, eggs\nbread, butter\n', { note: 'VARCHAR' }, 3],
        ['a late separator', 'c0\nv0\na;b\n', { c0: 'VARCHAR' }, 2],
        ['names', 'name\nSmith\nDoe, John\nMiller\n', { name: 'VARCHAR' }, 3],
        ['addresses', 'Address\n1 Main St; Apt 2\n2 Oak St; Apt 5\n', { Address: 'VARCHAR' }, 2],
        ['errors of a spreadsheet', 'v,w\n1,10\n#N/A,20\n3,30\n', { v: 'BIGINT', w: 'BIGINT' }, 3],
        ['numbers with #', 'order,amount\n1001,5\n1002,7\n#1003,9\n', { order: 'VARCHAR', amount: 'BIGINT' }, 3],
        ['a header with #', '#,team\n1,A\n2,B\n', { '#': 'BIGINT', team: 'VARCHAR' }, 2],
        ['line breaks within quotes', 'a,b\n"x\n\ny",1\nz,2\n', { a: 'VARCHAR', b: 'BIGINT' }, 2],
        ['mixed line ends', 'id,name\r\n1,x\n2,y\r\n3,z\r4,w', { id: 'BIGINT', name: 'VARCHAR' }, 4],
        ['carriage returns', 'id,name\r1,x\r2,y\r', { id: 'BIGINT', name: 'VARCHAR' }, 2],
        ['a byte order mark', '\uFEFFid,name\n1,x\n', { id: 'BIGINT', name: 'VARCHAR' }, 1],
        ['apostrophes', "n,word\n1,'tis\n2,it's\n", { n: 'BIGINT', word: 'VARCHAR' }, 2],
        ['single quotes', "n,word\n1,'a, b'\n2,'c'\n", { n: 'BIGINT', word: 'VARCHAR' }, 2],
        ['only a header', 'a,b\n', { a: 'VARCHAR', b: 'VARCHAR' }, 0],
        ['spaces before quotes', 'a,b\n1, "x,y"\n2, z\n', { a: 'BIGINT', b: 'VARCHAR' }, 2],
      ],
      3,
    ),
  )('%s', async (_, text, types, rows) => {
    const found = await loaded(text)
    expect([found.types, found.report.rows]).toEqual([types, rows])
  })

  it('reads the separator line of spreadsheets', async () => {
    const { csv, report } = await loaded('sep=;\na;b\n1;2\n')
    expect(csv).toBe('a,b\n1,2\n')
    expect(report.reported).toEqual([{ line: 1, reason: 'above-header', cells: 2, columns: 2 }])
  })

  it('reports titles, comments and blank lines', async () => {
    const titled = await loaded('Figures of 2024\n\nn,more\n1,2\n\n3,4\n')
    expect(titled.csv).toBe('n,more\n1,2\n3,4\n')
    expect(titled.report.reported.map(({ line, reason }: { line: number; reason: string }) => [line, reason])).toEqual([
      [1, 'above-header'],
      [2, 'blank'],
      [5, 'blank'],
    ])
    const commented = await loaded('# made by a program\n# today\nid,name\n#1,x\n2,y\n')
    expect(commented.csv).toBe('id,name\n#1,x\n2,y\n')
    expect(commented.report.counts['above-header']).toBe(2)
  })

  it('fills short rows and reports them, and rejects long ones by line', async () => {
    const short = await loaded('a,b,c\n1,2\n3,4,5\n7,8,9\n')
    expect(short.csv).toBe('a,b,c\n1,2,\n3,4,5\n7,8,9\n')
    expect(short.report.reported).toEqual([{ line: 2, reason: 'short', cells: 2, columns: 3 }])
    const text = 'a,b,c\n1,2,0\n"3\n",4,5,6\n7,8,9\n7,8,9,0,1\n'
    expect(await rejected(text)).toEqual([
      422,
      'upload-ragged',
      'Records do not have the 3 cells of the first one: lines (cells) 3 (4), 6 (5)',
    ])
    const skipped = await loaded(text, { bad_rows: 'skip' })
    expect(skipped.csv).toBe('a,b,c\n1,2,0\n7,8,9\n')
    expect(skipped.report.counts.long).toBe(2)
  })

  it('reads rows that end in empty cells of no column', async () => {
    expect((await loaded('a,b\n1,"x,""y"",",\n2,z,\n')).csv).toBe('a,b\n1,"x,""y"","\n2,z\n')
  })

  it.each(
    sampleCases(
      [
        ['{"a": 1}\n', 'JSON'],
        ['[{"a": 1}, {"a": 2}]', 'JSON'],
        ['<!DOCTYPE html>\n<html><body>Error, sorry</body></html>\n', 'HTML or XML'],
        ['%PDF-1.7\n1 0 obj\n', 'PDF'],
      ],
      2,
    ),
  )('rejects other formats: %s', async (text, format) => {
    expect(await rejected(text)).toEqual([
      422,
      'upload-unreadable',
      `The file "sales.csv" cannot be read: its content is ${format}, not CSV`,
    ])
  })

  it.each([
    ['a,b\n1,2\n3,"x\n4,5\n', 'its record in line 3 has a quote that is never closed'],
    ['a,b\n1,2\n3,"x"y\n4,5\n', 'its record in line 3 has text after a closing quote'],
  ])('names the line of a broken record', async (text, message) => {
    expect(await rejected(text)).toEqual([422, 'upload-unreadable', `The file "sales.csv" cannot be read: ${message}`])
  })

  it.runIf(isFullSet)('names the line of a record that is too large', async () => {
    expect(await rejected(`a,b\n1,${'x'.repeat(17 << 20)}\n`)).toEqual([
      422,
      'upload-unreadable',
      'The file "sales.csv" cannot be read: its record in line 2 is larger than 16 MB',
    ])
  })

  it.runIf(isFullSet)('reads a cell that is longer than the usual line of the engine', async () => {
    expect((await loaded(`a,b\n1,${'x'.repeat(2_200_000)}\n2,y\n`)).report.rows).toBe(2)
  })
})

describe('the header', () => {
  it.each(
    sampleCases(
      [
        ['years', 'country,2019,2020\nUSA,1,2\nFR,3,4\n', ['country', '2019', '2020']],
        [
          'years after texts',
          '"Country Name","Country Code","1960","1961"\n"A","AA","1.5","2"\n"B","BB","","3"\n',
          ['Country Name', 'Country Code', '1960', '1961'],
        ],
        ['hours', 'hour;0;1;2\nMon;5;7;6\n', ['hour', '0', '1', '2']],
        ['an empty corner', ',2020,2021\nUSA,1,2\n', ['column0', '2020', '2021']],
        ['an index', ',a\n0,x\n1,y\n', ['column0', 'a']],
        ['repeated names', 'a,a,,b\n1,2,3,4\n', ['a', 'a_1', 'column2', 'b']],
        ['only texts', 'name,city\nBob,Paris\n', ['name', 'city']],
        [
          'no name for the column of row names',
          '"mpg","cyl"\n"Mazda RX4",21,6\n"Datsun 710",22.8,4\n',
          ['column0', 'mpg', 'cyl'],
        ],
        ['an empty cell at its end', 'a,b,c,\n1,2,3\n4,5,6\n', ['a', 'b', 'c']],
      ],
      3,
    ),
  )('is found: %s', async (_, text, names) => {
    expect((await loaded(text)).names).toEqual(names)
  })

  it.each(
    sampleCases(
      [
        ['numbers', '1,2\n3,4\n', 2],
        ['a name and a number', 'Bob,37.5\nAnn,40.2\n', 2],
        ['yes and no', 'a,true\nb,false\n', 2],
      ],
      2,
    ),
  )('is not taken from data: %s', async (_, text, rows) => {
    const { types, report } = await loaded(text)
    expect([Object.keys(types), report.rows]).toEqual([['column0', 'column1'], rows])
  })

  it('is a question if both readings are possible', async () => {
    const text = 'Bob,1,2\nAnn,3,9\n'
    expect((await rejected(text)).slice(0, 2)).toEqual([422, 'upload-header'])
    expect((await loaded(text, { has_header: 'true' })).csv).toBe('Bob,1,2\nAnn,3,9\n')
    expect((await loaded(text, { has_header: 'false' })).csv).toBe('column0,column1,column2\nBob,1,2\nAnn,3,9\n')
  })
})

describe('types', () => {
  it.each(
    sampleCases(
      [
        ['days first with short years', 'id;d\n1;31.12.23\n2;01.11.23\n', 'd', 'DATE', ['2023-12-31', '2023-11-01']],
        ['months first with short years', 'id,d\n1,12/31/23\n2,11/01/23\n', 'd', 'DATE', ['2023-12-31', '2023-11-01']],
        ['times without seconds', 'id,d\n1,13/02/2024 11:00\n', 'd', 'TIMESTAMP', ['2024-02-13 11:00:00']],
        [
          'dates with and without a time',
          'id,d\n1,2024-01-01\n2,2024-01-02 10:00\n',
          'd',
          'TIMESTAMP',
          ['2024-01-01 00:00:00', '2024-01-02 10:00:00'],
        ],
        ['Norway', 'country,v\nNO,1\nNO,2\n', 'country', 'VARCHAR', ['NO', 'NO']],
        ['one letter', 'sex,v\nF,1\nF,2\n', 'sex', 'VARCHAR', ['F', 'F']],
        ['two letters', 'g,v\nT,1\nF,2\n', 'g', 'VARCHAR', ['T', 'F']],
        ['both words of booleans', 'ok,v\nyes,1\nNo,2\n', 'ok', 'BOOLEAN', ['true', 'false']],
        [
          'integers beyond 2^63',
          'id,v\n9007199254740993,1\n9223372036854775807,2\n18446744073709551615,3\n',
          'id',
          'VARCHAR',
          ['9007199254740993', '9223372036854775807', '18446744073709551615'],
        ],
        [
          'long integers next to decimals',
          'id,v\n9007199254740993,1\n1.5,2\n',
          'id',
          'VARCHAR',
          ['9007199254740993', '1.5'],
        ],
        ['leading zeros', 'zip,v\n01234,1\n99999,2\n', 'zip', 'VARCHAR', ['01234', '99999']],
        ['codes with an exponent', 'code,v\n1E10,1\n2E05,2\n', 'code', 'VARCHAR', ['1E10', '2E05']],
        ['decimals', 'n,v\n1.5,1\n-2,2\n1e-3,3\n', 'n', 'DOUBLE', ['1.5', '-2', '0.001']],
        [
          'words for missing values',
          'name,v\nA,1\nB,NA\nC,-\nD,N/A\nE,null\nF,\n',
          'v',
          'BIGINT',
          ['1', '', '', '', '', ''],
        ],
        [
          'other words for missing values',
          'v,n\n1,?\n2,..\n3,:\n4,None\n5,\\N\n6,.\n7,5\n',
          'n',
          'BIGINT',
          ['', '', '', '', '', '', '5'],
        ],
        ['names of months', 'd,v\nJan 1 2000,1\nSeptember 12 2001,2\n', 'd', 'DATE', ['2000-01-01', '2001-09-12']],
        [
          'short names of months',
          'd,v\n31-OCT-2023,1\n1-Nov-99,2\nNA,3\n',
          'd',
          'DATE',
          ['2023-10-31', '1999-11-01', ''],
        ],
        ['months of years', 'd,v\n2000-01,1\n2000-02,2\n', 'd', 'DATE', ['2000-01-01', '2000-02-01']],
        ['seasons', 'd,v\n2000-01,1\n2001-02,2\n', 'd', 'VARCHAR', ['2000-01', '2001-02']],
        ['days that do not exist', 'd,v\n31 Feb 2000,1\n2 Jan 2000,2\n', 'd', 'VARCHAR', ['31 Feb 2000', '2 Jan 2000']],
        [
          'times with AM and PM',
          'd,v\n1/13/2024 1:05 PM,1\n2/14/2024 12:00 am,2\n',
          'd',
          'TIMESTAMP',
          ['2024-01-13 13:05:00', '2024-02-14 00:00:00'],
        ],
        [
          'ISO dates with AM and PM',
          'd,v\n2024-01-13 1:05:00 PM,1\n2024-02-14 11:00 AM,2\n',
          'd',
          'TIMESTAMP',
          ['2024-01-13 13:05:00', '2024-02-14 11:00:00'],
        ],
        ['negative amounts', 'n,v\n($99.10),1\n$1234.50,2\n-$5,3\n', 'n', 'DOUBLE', ['-99.1', '1234.5', '-5']],
        ['amounts in brackets', 'n,v\n(99.10),1\n5.5,2\n', 'n', 'DOUBLE', ['-99.1', '5.5']],
        ['references in brackets', 'n,v\n(1),1\n(2),2\n', 'n', 'VARCHAR', ['(1)', '(2)']],
        ['signs after numbers', 'n;v\n1.234,50-;1\n2,5;2\n', 'n', 'DOUBLE', ['-1234.5', '2.5']],
        ['words for missing values in texts', 'v,n\nNA,1\nx,2\n', 'v', 'VARCHAR', ['NA', 'x']],
      ],
      3,
    ),
  )('are read exactly: %s', async (_, text, column, type, values) => {
    const { types, csv } = await loaded(text)
    expect(types[column]).toBe(type)
    const [head, ...rows] = csv.trimEnd().split('\n')
    const at = head?.split(',').indexOf(column) ?? -1
    expect(rows.map((row) => row.split(',')[at])).toEqual(values)
  })

  it('requests the order of dates that may start with a short year', async () => {
    const text = 'id,d\n1,24/12/06\n2,23/11/05\n'
    expect((await rejected(text)).slice(0, 2)).toEqual([422, 'upload-date-year'])
    expect((await loaded(text, { date_order: 'year' })).csv).toBe('id,d\n1,2024-12-06\n2,2023-11-05\n')
    expect((await loaded(text, { date_order: 'day' })).csv).toBe('id,d\n1,2006-12-24\n2,2005-11-23\n')
  })
})

describe('an append', () => {
  const appended = async (first: string, second: string, fields: Fields = {}) => {
    const table_name = `append_${count++}`
    const made = await upload(first, { table_name })
    expect(made.statusCode).toBe(201)
    const answer = await upload(second, { table_name, already_exists: 'append', ...fields })
    return { answer, csv: (await contents(made.json().dataset_id)).csv }
  }

  it.each(
    sampleCases(
      [
        [
          'a,b\n1,2\n',
          'a,b\n1,2\n3.7,4.2\n0.4,1\n',
          'The value "3.7" in line 3 cannot be stored exactly in the column "a" of type BIGINT; other such values: 2',
        ],
        [
          'a,b\n1,2\n',
          'a,b\n,\n007,1\n',
          'The value "007" in line 3 cannot be stored exactly in the column "a" of type BIGINT; other such values: 0',
        ],
        [
          'd,n\n2024-01-01,1\n',
          'd,n\n2024-01-02 10:30:00,2\n',
          'The value "2024-01-02 10:30:00" in line 2 cannot be stored exactly in the column "d" of type DATE; other such values: 0',
        ],
        [
          't,n\n10:00:00,1\n',
          't,n\n2024-01-01 11:00,2\n',
          'The value "2024-01-01 11:00" in line 2 cannot be stored exactly in the column "t" of type TIME; other such values: 0',
        ],
        [
          't,n\n2024-01-01 10:00:00,1\n',
          't,n\n2024-01-01 10:00:00+02:00,2\n',
          'The value "2024-01-01 10:00:00+02:00" in line 2 cannot be stored exactly in the column "t" of type TIMESTAMP; other such values: 0',
        ],
        [
          'x,n\n1.5,1\n',
          'x,n\n9007199254740993,2\n',
          'The value "9007199254740993" in line 2 cannot be stored exactly in the column "x" of type DOUBLE; other such values: 0',
        ],
      ],
      2,
    ),
  )('rejects what a column cannot hold exactly: %j %j', async (first, second, message) => {
    const { answer, csv } = await appended(first, second)
    expect([answer.statusCode, answer.json().message]).toEqual([422, message])
    expect(csv.trimEnd().split('\n')).toHaveLength(2)
  })

  it.each(
    sampleCases(
      [
        ['numbers and words for missing values', 'x,y\n3,4\n', 'x,y\n#N/A,5\n7.0,6\n', 'x,y\n3,4\n,5\n7,6\n'],
        ['unchanged texts', 'x,y\nA1,4\n', 'y,X\n5,007\n6,1.50\n', 'x,y\nA1,4\n007,5\n1.50,6\n'],
        ['dates in their order', 'd,n\n2024-01-01,1\n', 'd,n\n31.12.24,2\n', 'd,n\n2024-01-01,1\n2024-12-31,2\n'],
        ['names of months', 'd,n\nJan 1 2024,1\n', 'd,n\n31 Dec 2024,2\n', 'd,n\n2024-01-01,1\n2024-12-31,2\n'],
        ['midnights', 'd,n\n2024-01-01,1\n', 'd,n\n2024-01-02 00:00:00,2\n', 'd,n\n2024-01-01,1\n2024-01-02,2\n'],
        ['words of a boolean column', 'ok,n\ntrue,1\nfalse,2\n', 'ok,n\ntrue,3\n', 'ok,n\ntrue,1\nfalse,2\ntrue,3\n'],
      ],
      2,
    ),
  )('adds %s', async (_, first, second, expected) => {
    const { answer, csv } = await appended(first, second)
    expect([answer.statusCode, csv]).toEqual([201, expected])
  })

  it('rejects columns that the table does not have', async () => {
    const { answer } = await appended('a,b\n1,2\n', 'a,c\n1,2\n')
    expect([answer.statusCode, answer.headers['x-facet-error']]).toEqual([422, 'upload-append-columns'])
  })
})

it.each([
  ['header', '0'],
  ['skiprows', '1'],
])('rejects an option without effect by its name: %s', async (name, value) => {
  const answer = await upload('a,b\n1,2\n', { [name]: value })
  expect([answer.statusCode, answer.json().message]).toEqual([422, { [name]: ['This option is not supported.'] }])
})
