import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ApiError } from '#core/rest/api-error.ts'
import type { ColumnPlan } from '#core/rest/upload.ts'
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

type Fields = Readonly<Record<string, string>>

const planned = (plan: readonly ColumnPlan[], fields: Fields = {}): Fields => ({
  column_plan: JSON.stringify(plan),
  ...fields,
})

let made = 0
async function load(text: string | Uint8Array, fields: Fields, file = 'sales.csv') {
  return uploadCsv(admin, database, text, { table_name: `planned_${made++}`, ...fields }, file)
}

/** Returns the columns of a loaded table with their types, and its rows in the order of the first column. */
async function loaded(text: string, fields: Fields, file?: string) {
  const answer = await load(text, fields, file)
  expect([answer.statusCode, answer.json().message]).toEqual([201, 'OK'])
  const { dataset_id: id, report } = answer.json()
  const { columns } = (await admin.get(`/api/v1/dataset/${id}`)).json().result
  const types = Object.fromEntries(columns.map((each: Record<string, string>) => [each['column_name'], each['type']]))
  const names = Object.keys(types)
  const context = {
    datasource: { id, type: 'table' },
    queries: [{ columns: names, metrics: [], orderby: [[names[0], true]], row_limit: 20 }],
  }
  const rows = (await admin.post('/api/v1/chart/data', context)).json().result[0].data
  return { types, rows, report }
}

const SALES = 'code,amount,paid\n007,"1,200.50",2024-01-31\n008,n/a,2024-02-29\n009,12 apples,soon\n'

describe('a column plan', () => {
  it('B-UPLOAD-01: renames, retypes and leaves out columns of a CSV file', async () => {
    const plan: ColumnPlan[] = [
      { source: 'code', name: 'id', type: 'integer' },
      { source: 'amount', isExcluded: true },
      { source: 'paid', name: 'paid on', type: 'text' },
    ]
    const { types, rows } = await loaded(SALES, planned(plan))
    expect(types).toEqual({ id: 'BIGINT', 'paid on': 'VARCHAR' })
    expect(rows).toEqual([
      { id: 7, 'paid on': '2024-01-31' },
      { id: 8, 'paid on': '2024-02-29' },
      { id: 9, 'paid on': 'soon' },
    ])
  })

  it('reads numbers with the sign of a currency and commas between thousands', async () => {
    const text = 'n\n"$1,234.50"\n"-1,000"\n€5\n'
    const { types, rows } = await loaded(text, planned([{ source: 'n', type: 'number' }]))
    expect([types, rows]).toEqual([{ n: 'DOUBLE' }, [{ n: -1000 }, { n: 5 }, { n: 1234.5 }]])
  })

  it.each(sampleCases(['1,2,3', '1e5x', '$', '0x10'], 2))('does not read %s as a number', async (value) => {
    const answer = await load(`n,m\n"${value}",x\n`, planned([{ source: 'n', type: 'number' }], { has_header: 'true' }))
    expect([answer.statusCode, answer.json().errors[0].extra.bad_cells]).toEqual([
      422,
      { count: 1, first: [{ row: 1, column: 'n', value, reason: 'number' }] },
    ])
  })

  it('reads dates in the given order, and words as yes or no', async () => {
    const plan: ColumnPlan[] = [
      { source: 'd', type: 'date' },
      { source: 'b', type: 'boolean' },
    ]
    const text = 'd,b\n03/04/2024,Y\n2024-05-06,0\n'
    const { types, rows } = await loaded(text, planned(plan, { date_order: 'day', has_header: 'true' }))
    expect([types, rows]).toEqual([
      { d: 'DATE', b: 'BOOLEAN' },
      [
        { d: Date.UTC(2024, 3, 3), b: true },
        { d: Date.UTC(2024, 4, 6), b: false },
      ],
    ])
  })

  it('applies to JSON, whose values otherwise retain their types', async () => {
    const text = '[{"a": 1, "b": "x"}, {"a": 2.5, "b": "3"}]'
    const { types, rows } = await loaded(
      text,
      planned(
        [
          { source: 'a', type: 'text', name: 'A' },
          { source: 'b', type: 'integer' },
        ],
        { bad_cells: 'null' },
      ),
      'rows.json',
    )
    expect([types, rows]).toEqual([
      { A: 'VARCHAR', b: 'BIGINT' },
      [
        { A: '1.0', b: null },
        { A: '2.5', b: 3 },
      ],
    ])
  })

  it.each<[string, readonly ColumnPlan[], string]>([
    ['names a column that the file lacks', [{ source: 'none' }], 'upload-columns'],
    ['gives two columns one name', [{ source: 'code', name: 'Paid' }], 'upload-column-names'],
    [
      'excludes every column',
      ['code', 'amount', 'paid'].map((source) => ({ source, isExcluded: true as const })),
      'upload-no-columns',
    ],
  ])('is rejected where it %s', async (_, plan, code) => {
    const answer = await load(SALES, planned(plan))
    expect([answer.statusCode, answer.headers['x-facet-error']]).toEqual([422, code])
  })

  it.each(
    sampleCases(
      [
        ['not JSON', '{'],
        ['not a list', '{"source": "a"}'],
        ['of an unknown type', '[{"source": "a", "type": "money"}]'],
        ['with an empty name', '[{"source": "a", "name": " "}]'],
        ['with one column twice', '[{"source": "a"}, {"source": "a"}]'],
      ],
      2,
    ),
  )('is rejected by the name of its field where it is %s', async (_, column_plan) => {
    const answer = await load(SALES, { column_plan })
    expect([answer.statusCode, Object.keys(answer.json().message)]).toEqual([422, ['column_plan']])
  })
})

describe('cells that do not have the type of their plan', () => {
  const plan = (bad_cells?: string) =>
    planned(
      [
        { source: 'amount', type: 'number' },
        { source: 'paid', type: 'date' },
      ],
      bad_cells === undefined ? {} : { bad_cells },
    )
  const list = {
    count: 2,
    first: [
      { row: 3, column: 'amount', value: '12 apples', reason: 'number' },
      { row: 3, column: 'paid', value: 'soon', reason: 'date' },
    ],
  }
  const [january, february] = [Date.UTC(2024, 0, 31), Date.UTC(2024, 1, 29)]

  it('reject the file by row, column and value, and the table does not change', async () => {
    const name = `planned_${made}`
    const answer = await load(SALES, plan())
    expect([answer.statusCode, answer.json().errors[0].extra.bad_cells]).toEqual([422, list])
    expect(answer.json().errors[0].message).toBe(
      'Cells that do not have the type of their column: 2. The first is "12 apples" in row 3 of the column "amount", which is not a valid number',
    )
    const tables = (await admin.get(`/api/v1/database/${database}/tables/?q=(schema_name:main)`)).json().result
    expect(tables.map(({ value }: { value: string }) => value)).not.toContain(name)
  })

  it('are loaded as NULL', async () => {
    const { rows, report } = await loaded(SALES, plan('null'))
    expect(rows).toEqual([
      { code: '007', amount: 1200.5, paid: january },
      { code: '008', amount: null, paid: february },
      { code: '009', amount: null, paid: null },
    ])
    expect([report.rows, report.bad_cells, report.skipped_rows]).toEqual([3, list, undefined])
  })

  it('leave their rows out', async () => {
    const { rows, report } = await loaded(SALES, plan('skip'))
    expect(rows.map(({ code }: { code: string }) => code)).toEqual(['007', '008'])
    expect([report.records, report.rows, report.skipped_rows, report.bad_cells]).toEqual([4, 2, 1, list])
  })

  it('make their columns text, as the file has them', async () => {
    const { types, rows } = await loaded(SALES, plan('text'))
    expect(types).toEqual({ code: 'VARCHAR', amount: 'VARCHAR', paid: 'VARCHAR' })
    expect(rows[0]).toEqual({ code: '007', amount: '1,200.50', paid: '2024-01-31' })
  })

  it('are NULL in a preview, which lists them', async () => {
    const answer = await uploadCsv(admin, database, SALES, plan(), 'sales.csv', 'upload_preview')
    const { columns, rows, report } = answer.json().result
    expect(columns.map(({ type }: { type: string }) => type)).toEqual(['VARCHAR', 'DOUBLE', 'DATE'])
    expect(rows[2]).toEqual(['009', null, null])
    expect(report.bad_cells).toEqual(list)
  })

  it('list the first thousand of more', async () => {
    const text = `n,m\n${Array.from({ length: 1200 }, (_, at) => `x${at},1`).join('\n')}\n`
    const answer = await load(text, planned([{ source: 'n', type: 'integer' }]))
    const { count, first } = answer.json().errors[0].extra.bad_cells
    expect([count, first.length, first.at(-1)]).toEqual([
      1200,
      1000,
      { row: 1000, column: 'n', value: 'x999', reason: 'integer' },
    ])
  })
})

describe('a plan of rows that are added to a table', () => {
  it('renames columns to those of the table, and leaves others out', async () => {
    const table_name = 'appended'
    await load('id,paid on\n1,2024-01-31\n', { table_name })
    const plan: ColumnPlan[] = [
      { source: 'code', name: 'id' },
      { source: 'paid', name: 'paid on' },
      { source: 'note', isExcluded: true },
    ]
    const fields = planned(plan, { table_name, already_exists: 'append' })
    const { rows } = await loaded('code,paid,note\n2,2024-02-29,x\n', fields)
    expect(rows).toEqual([
      { id: 1, 'paid on': Date.UTC(2024, 0, 31) },
      { id: 2, 'paid on': Date.UTC(2024, 1, 29) },
    ])
  })

  it('a plan with types is rejected: the table defines them', async () => {
    await load('n,m\n1,a\n', { table_name: 'typed' })
    const plan = planned([{ source: 'n', type: 'text' }], { table_name: 'typed', already_exists: 'append' })
    const answer = await load('n,m\n2,b\n', plan)
    expect([answer.statusCode, answer.headers['x-facet-error']]).toEqual([422, 'upload-append-types'])
  })
})

describe('the types that the reference names for columns', () => {
  it('are read from column_data_types', async () => {
    const given = { code: 'Int64', amount: 'string', paid: 'object' }
    const { types, rows } = await loaded(SALES, { column_data_types: JSON.stringify(given) })
    expect([types, rows[0]]).toEqual([
      { code: 'BIGINT', amount: 'VARCHAR', paid: 'VARCHAR' },
      { code: 7, amount: '1,200.50', paid: '2024-01-31' },
    ])
  })

  it('unknown types are rejected by name', async () => {
    const answer = await load(SALES, { column_data_types: '{"code": "complex128"}' })
    expect([answer.statusCode, answer.json().message]).toEqual([
      422,
      { column_data_types: ['The type of "code" is not supported: "complex128".'] },
    ])
  })
})

const ENCODINGS =
  'utf-16le utf-16be windows-1252 windows-1250 windows-1251 windows-1253 windows-1254 windows-1255 windows-1256 windows-1257 windows-1258 windows-874 iso-8859-2 iso-8859-5 iso-8859-7 iso-8859-15 koi8-r koi8-u macintosh shift_jis euc-jp gb18030 big5 euc-kr'

describe('a file with an open option', () => {
  it.each<[string, string | Uint8Array, string, readonly string[]]>([
    ['its encoding', Buffer.from('name,n\nJosé,1\n', 'latin1'), 'encoding', ENCODINGS.split(' ')],
    ['the order of its dates', 'n,d\n1,01/02/2024\n', 'date_order', ['day', 'month', 'text']],
    ['its header', 'Bob,1,2\nAnn,3,9\n', 'has_header', ['true', 'false']],
  ])('is rejected with a question, its choices and its field: %s', async (_, text, field, choices) => {
    const answer = await load(text, {})
    const { message, extra } = answer.json().errors[0]
    expect([answer.statusCode, extra.questions]).toEqual([422, [{ field, question: message, choices }]])
  })

  it('is rejected with all questions at once, and loaded with all decisions', async () => {
    const text = Buffer.from('name;price;paid\nJosé;1,234;01/02/2024\nAna;5,678;03/04/2024\n', 'latin1')
    const answer = await load(text, {})
    const { questions } = answer.json().errors[0].extra
    expect(questions.map(({ field, choices }: Record<string, unknown>) => [field, choices])).toEqual([
      ['encoding', ENCODINGS.split(' ')],
      ['decimal_character', [',', '.']],
      ['date_order', ['day', 'month', 'text']],
    ])
    expect(questions[1].question).toBe(new ApiError('upload-decimal', { args: ['price', '2'] }).message)
    const answers = { encoding: 'windows-1252', decimal_character: ',', date_order: 'day' }
    expect((await load(text, answers)).statusCode).toBe(201)
  })

  it('is rejected with the questions of the likeliest reading if its delimiter is open', async () => {
    const answer = await load('a,b;c\n1,2;01/02/2024\n3,4;02/03/2024\n', {})
    const fields = answer.json().errors[0].extra.questions.map(({ field }: { readonly field: string }) => field)
    expect([answer.statusCode, fields[0]]).toEqual([422, 'delimiter'])
  })

  it('is loaded when the decision is sent', async () => {
    const text = Buffer.from('name,n\nJosé,1\n', 'latin1')
    const answer = await load(text, { encoding: 'windows-1252' })
    expect(answer.statusCode).toBe(201)
  })
})
