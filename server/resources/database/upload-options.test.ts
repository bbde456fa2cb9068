import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'
import { postFile } from '#testing/csv-upload.ts'
import { parquet } from '#testing/upload-files.ts'

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

const post = (act: string, filename: string, bytes: string | Uint8Array, fields: Fields) =>
  postFile(admin, `/api/v1/database/${database}/${act}/`, { filename, bytes }, { table_name: `t${count++}`, ...fields })

/** Returns the types of the columns of a loaded file, and its rows in the order of the first column. */
async function loaded(filename: string, bytes: string | Uint8Array, fields: Fields) {
  const answer = await post('upload', filename, bytes, fields)
  expect([answer.statusCode, answer.json().errors]).toEqual([201, undefined])
  return columnsOf(answer.json().dataset_id)
}

/** Returns the types of the columns of a dataset, and its rows in the order of the first column. */
async function columnsOf(id: number) {
  const { columns } = (await admin.get(`/api/v1/dataset/${id}`)).json().result
  const names = columns.map(({ column_name: name }: Fields) => name)
  const queries = [{ columns: names, metrics: [], orderby: [[names[0], true]], row_limit: 100 }]
  const data = await admin.post('/api/v1/chart/data', { datasource: { id, type: 'table' }, queries })
  const rows: readonly Record<string, unknown>[] = data.json().result[0].data
  return {
    types: columns.map(({ type }: Fields) => type),
    rows: rows.map((row) => names.map((name: string) => row[name])),
  }
}

const day = (text: string) => Date.parse(`${text}T00:00:00Z`)

describe('null_values of files with types', () => {
  it('are missing values in every column of a JSON file', async () => {
    const lines = '{"n":1,"t":"NA","list":[1]}\n{"n":-999,"t":"x","list":[2]}\n{"n":3,"t":"NA too","list":null}\n'
    expect(await loaded('a.ndjson', lines, { null_values: '["NA","-999","[2]"]' })).toEqual({
      types: ['BIGINT', 'VARCHAR', 'VARCHAR'],
      rows: [
        [1, null, '[1]'],
        [3, 'NA too', null],
        [null, 'x', null],
      ],
    })
  })

  it('are missing values in a Parquet file', async () => {
    const bytes = await parquet("SELECT * FROM (VALUES (1, 'none'), (2, 'some')) t(n, s)")
    expect((await loaded('a.parquet', bytes, { null_values: 'none' })).rows).toEqual([
      [1, null],
      [2, 'some'],
    ])
  })
})

describe('column_dates of files with types', () => {
  const dates = (...values: readonly string[]) => JSON.stringify(values.map((d, n) => ({ n, d })))

  it.each<[string, readonly string[], Fields, string, number]>([
    ['in one possible order', ['13/02/2024', '01/02/2024'], {}, 'DATE', day('2024-02-13')],
    ['in the order that is given', ['03/02/2024'], { date_order: 'month' }, 'DATE', day('2024-03-02')],
    ['with a time', ['13.02.2024 00:00'], {}, 'TIMESTAMP', day('2024-02-13')],
    ['with equal day and month', ['02/02/2024'], {}, 'DATE', day('2024-02-02')],
  ])('are read as dates: %s', async (_, values, fields, type, first) => {
    const { types, rows } = await loaded('a.json', dates(...values), { column_dates: 'd', ...fields })
    expect([types[1], rows[0]?.[1]]).toEqual([type, first])
  })

  it('requests the date order if two are possible', async () => {
    const answer = await post('upload', 'a.json', dates('02/02/2024', '01/02/2024'), { column_dates: 'd' })
    expect([answer.statusCode, answer.json().errors[0].extra.questions]).toEqual([
      422,
      [
        {
          field: 'date_order',
          question: 'Dates of the column "d" may begin with the day or the month, as in line 2',
          choices: ['day', 'month', 'text'],
        },
      ],
    ])
    const shown = (await post('upload_preview', 'a.json', dates('01/02/2024'), { column_dates: 'd' })).json().result
    expect(shown.rows).toEqual([['0', '2024-02-01']])
  })

  it.each([['soon'], ['32/13/2024']])('reject a value that is not a date: %s', async (value) => {
    const answer = await post('upload', 'a.json', dates('13/02/2024', value), { column_dates: 'd' })
    expect([answer.statusCode, answer.json().message]).toEqual([
      422,
      'The file "a.json" cannot be read: its column "d" has values that are not dates',
    ])
  })

  it('are rejected if the column has numbers, or is missing', async () => {
    const answer = await post('upload', 'a.json', dates('13/02/2024'), { column_dates: 'n' })
    expect(answer.json().message).toBe('The file "a.json" cannot be read: its column "n" has values that are not dates')
    const missing = await post('upload', 'a.json', dates('13/02/2024'), { column_dates: 'when' })
    expect(missing.json().message).toBe('The file has no column "when"')
  })
})

describe('csv_upload and its siblings without an order of dates', () => {
  const TEXT = 'n,due,other,clear\n1,02/03/2024,02/03/2024,13/03/2024\n'
  const rowsBy = async (filename: string, bytes: string, fields: Fields, act = 'csv_upload') => {
    const answer = await post(act, filename, bytes, fields)
    expect([answer.statusCode, answer.json().errors]).toEqual([201, undefined])
    return columnsOf(answer.json().dataset_id)
  }

  it('read the columns of column_dates with the month first, as Superset does, and others as text', async () => {
    const { types, rows } = await rowsBy('a.csv', TEXT, { column_dates: 'due' })
    expect([types, rows]).toEqual([
      ['BIGINT', 'DATE', 'VARCHAR', 'DATE'],
      [[1, day('2024-02-03'), '02/03/2024', day('2024-03-13')]],
    ])
    const json = await rowsBy('a.json', '[{"n":1,"due":"02/03/2024"}]', { column_dates: 'due' }, 'columnar_upload')
    expect(json.rows).toEqual([[1, day('2024-02-03')]])
    const unambiguous = '[{"n":1,"due":"13/02/2024"}]'
    const other = await rowsBy('a.json', unambiguous, { column_dates: 'due' }, 'columnar_upload')
    expect(other.rows).toEqual([[1, day('2024-02-13')]])
  })

  it('append in the same order', async () => {
    const fields = { column_dates: 'due', table_name: 'appended_dates' }
    await rowsBy('a.csv', TEXT, fields)
    const more = TEXT.replace('1,02/03/2024', '2,04/05/2024')
    const { rows } = await rowsBy('b.csv', more, { ...fields, already_exists: 'append' })
    expect(rows.map((row) => row[1])).toEqual([day('2024-02-03'), day('2024-04-05')])
  })

  it.each<[Fields, string]>([
    [{ day_first: 'true' }, '2024-03-02'],
    [{ date_order: 'day' }, '2024-03-02'],
    [{ day_first: 'false' }, '2024-02-03'],
  ])('read all columns in the order of %j', async (fields, due) => {
    const { types, rows } = await rowsBy('a.csv', TEXT, { column_dates: 'due', ...fields })
    expect([types, rows[0]?.slice(1, 3)]).toEqual([
      ['BIGINT', 'DATE', 'DATE', 'DATE'],
      [day(due), day(due)],
    ])
  })

  it('differ from upload, which requests the date order', async () => {
    const answer = await post('upload', 'a.csv', TEXT, { column_dates: 'due' })
    expect([answer.statusCode, answer.json().errors[0].extra.questions[0].field]).toEqual([422, 'date_order'])
  })
})

describe('quote_character and escape_character', () => {
  const HEADER = { has_header: 'true', delimiter: ',' }

  it.each<[Fields, string, string]>([
    [{ quote_character: "'" }, "n,t\n1,'a,b'\n2,'it''s'\n", "a,b|it's"],
    [{ quote_character: "'", escape_character: '\\' }, "n,t\n1,'a,b'\n2,'it\\'s'\n", "a,b|it's"],
    [{ escape_character: '\\' }, 'n,t\n1,"a,b"\n2,"say \\"x\\""\n', 'a,b|say "x"'],
    [{ quote_character: 'none' }, 'n,t\n1,5" pipe\n2,"x\n', '5" pipe|"x'],
  ])('%j divide the fields', async (fields, text, values) => {
    const { rows } = await loaded('a.csv', text, { ...HEADER, ...fields })
    expect(rows.map((row) => row[1]).join('|')).toBe(values)
  })

  it.each<[Fields, string]>([
    [{ quote_character: 'x' }, 'quote_character'],
    [{ quote_character: "'", delimiter: "'" }, 'quote_character'],
    [{ quote_character: 'none', escape_character: '\\' }, 'escape_character'],
    [{ quote_character: "'", escape_character: '"' }, 'escape_character'],
  ])('the value %j is rejected by name', async (fields, name) => {
    const answer = await post('upload', 'a.csv', 'n\n1\n', fields)
    expect([answer.statusCode, Object.keys(answer.json().message)]).toEqual([422, [name]])
  })
})

describe('the options of CSV files in Superset', () => {
  it('keep blank lines as rows without values if they are not to be skipped', async () => {
    const text = '\nn,more\n1,x\n\n3,y\n   \n\n'
    const filled = [
      [1, 'x'],
      [3, 'y'],
    ]
    expect((await loaded('rows.csv', text, { skip_blank_lines: 'true' })).rows).toEqual(filled)
    // The query returns distinct rows.
    const { rows, types } = await loaded('rows.csv', text, { skip_blank_lines: 'false' })
    expect([types, rows]).toEqual([
      ['BIGINT', 'VARCHAR'],
      [...filled, [null, null]],
    ])
    const { report } = (await post('upload', 'rows.csv', text, { skip_blank_lines: 'false' })).json()
    expect([report.rows, report.counts]).toEqual([5, { blank: 1, 'above-header': 0, short: 0, long: 0 }])
  })

  it('have the values that its upload dialog sends', async () => {
    const fields = {
      already_exists: 'fail',
      column_data_types: '',
      column_dates: '',
      columns_read: '',
      dataframe_index: 'false',
      day_first: 'false',
      decimal_character: '.',
      delimiter: '\\t',
      header_row: '0',
      index_label: '',
      null_values: '',
      schema: 'main',
      skip_blank_lines: 'false',
      skip_initial_space: 'false',
      skip_rows: '0',
      type: 'csv',
    }
    expect((await loaded('rows.csv', 'n\tpaid\n1\t02/03/2024\n', fields)).types).toEqual(['BIGINT', 'DATE'])
  })
})
