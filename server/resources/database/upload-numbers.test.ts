import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'
import { postFile, uploadCsv } from '#testing/csv-upload.ts'
import { workbook } from '#testing/upload-files.ts'

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
const upload = (text: string, fields: Fields = {}) =>
  uploadCsv(admin, database, text, { table_name: `numbers_${count++}`, ...fields })

/** Returns the type and the values of column `v` of a loaded table, in the order of column `n`. */
async function column(id: number) {
  const { columns } = (await admin.get(`/api/v1/dataset/${id}`)).json().result
  const context = {
    datasource: { id, type: 'table' },
    queries: [{ columns: ['n', 'v'], metrics: [], orderby: [['n', true]], row_limit: 10 }],
  }
  const { data } = (await admin.post('/api/v1/chart/data', context)).json().result[0]
  const type = columns.find((each: { column_name: string }) => each.column_name === 'v').type
  return [type, ...data.map(({ v }: { v: unknown }) => v)]
}

async function loaded(values: readonly string[], fields: Fields = {}) {
  const answer = await upload(`n;v\n${values.map((value, at) => `${at};${value}`).join('\n')}\n`, fields)
  expect([answer.statusCode, answer.json().message]).toEqual([201, 'OK'])
  return column(answer.json().dataset_id)
}

describe('numbers in local notation', () => {
  it.each<[string, readonly string[], readonly unknown[]]>([
    ['decimal commas', ['1,5', '2,25', '-3,125'], ['DOUBLE', 1.5, 2.25, -3.125]],
    ['points between thousands', ['1.234,50', '12.000,00', '7'], ['DOUBLE', 1234.5, 12_000, 7]],
    ['commas between thousands', ['1,234,567', '999', '2,000'], ['BIGINT', 1_234_567, 999, 2000]],
    ['thousands and decimals', ['1,234.50', '0.25'], ['DOUBLE', 1234.5, 0.25]],
    ['spaces between thousands', ['1 234', '12 345', '7'], ['BIGINT', 1234, 12_345, 7]],
    ['a currency', ['$1,234.50', '-$2.00', '$3'], ['DOUBLE', 1234.5, -2, 3]],
    ['a currency after the number', ['12 €', '7 €'], ['BIGINT', 12, 7]],
    ['percent', ['12%', '7.5%', '100%'], ['DOUBLE', 0.12, 0.075, 1]],
    ['missing values', ['1,5', 'NA', ''], ['DOUBLE', 1.5, null, null]],
    ['leading zeros', ['007,5', '1,5'], ['VARCHAR', '007,5', '1,5']],
    ['two currencies', ['$5', '5 €'], ['VARCHAR', '$5', '5 €']],
    ['percent in some rows', ['5%', '7,5'], ['VARCHAR', '5%', '7,5']],
    ['groups of one length', ['555 123', '555 124'], ['VARCHAR', '555 123', '555 124']],
    ['more digits than a double has', ['1.234.567.890.123.456', '1,5'], ['VARCHAR', '1.234.567.890.123.456', '1,5']],
  ])('%s', async (_, values, expected) => {
    expect(await loaded(values)).toEqual(expected)
  })

  it('are found beyond the first thousand rows', async () => {
    const rows = Array.from({ length: 1500 }, (_, at) => `${at};${at}`)
    const answer = await upload(`n;v\n${rows.join('\n')}\n1500;1,234.5\n`)
    expect([answer.statusCode, (await column(answer.json().dataset_id))[0]]).toEqual([201, 'DOUBLE'])
  })

  it('are added to a table in plain form', async () => {
    const table_name = 'more_numbers'
    await upload('n;v\n0;1.5\n', { table_name })
    const answer = await upload('n;v\n1;2,25\n', { table_name, already_exists: 'append' })
    expect(await column(answer.json().dataset_id)).toEqual(['DOUBLE', 1.5, 2.25])
  })
})

it('phone numbers keep their sign', async () => {
  expect(await loaded(['+4930123456', '', '+4940654321'])).toEqual(['VARCHAR', '+4930123456', null, '+4940654321'])
  expect(await loaded(['+1234567', '-1234567'])).toEqual(['BIGINT', 1234567, -1234567])
})

it('reads a decimal point next to decimal commas if a value cannot have groups of thousands', async () => {
  const answer = await upload('n;v;w\n0;1.234;0,5\n1;0.987;1,5\n', { table_name: 'leading_zero' })
  expect([answer.statusCode, (await column(answer.json().dataset_id)).slice(0, 2)]).toEqual([201, ['DOUBLE', 1.234]])
})

describe('a planned type', () => {
  const plan = (type: string) => ({ column_plan: JSON.stringify([{ source: 'v', type }]) })

  it('reads numbers as written', async () => {
    expect(await loaded(['1.234,00', '7,00'], plan('integer'))).toEqual(['BIGINT', 1234, 7])
    expect(await loaded(['1,234', '2,500'], plan('text'))).toEqual(['VARCHAR', '1,234', '2,500'])
    const fields = { ...plan('number'), bad_cells: 'null', decimal_character: ',' }
    expect(await loaded(['1.234,5', 'none at all'], fields)).toEqual(['DOUBLE', 1234.5, null])
  })

  it('a date does not drop the time of day', async () => {
    const values = ['2024-01-02 00:00:00', '2024-01-02 10:30:00']
    const answer = await upload(`n;v\n0;${values[0]}\n1;${values[1]}\n`, plan('date'))
    expect([answer.statusCode, answer.json().errors[0].extra.bad_cells]).toEqual([
      422,
      { count: 1, first: [{ row: 2, column: 'v', value: '2024-01-02 10:30:00', reason: 'date' }] },
    ])
  })
})

describe('a separator with two readings', () => {
  const VALUES = ['1,234', '2,500'] as const

  it.each([
    [',', ['DOUBLE', 1.234, 2.5]],
    ['.', ['BIGINT', 1234, 2500]],
  ])('is read by decimal_character %s', async (decimal_character, expected) => {
    expect(await loaded(VALUES, { decimal_character })).toEqual(expected)
  })

  it.each([
    ['of every value', 'n;v\n0;1,234\n1;2,500\n'],
    ['of a plain number beside decimal commas', 'n;v;w\n0;1.234;0,5\n1;2.500;1,5\n'],
    ['of a plain number, some without a group', 'n;v;w\n0;1.234;0,5\n1;987;1,5\n2;0;2,5\n'],
    ['of a currency', 'n;v\n0;$1.234\n'],
  ])('is rejected until decimal_character is given: %s', async (_, text) => {
    const table_name = `asked_${count++}`
    const answer = await upload(text, { table_name })
    expect([answer.statusCode, answer.headers['x-facet-error'], answer.json().message]).toEqual([
      422,
      'upload-decimal',
      'The separator in numbers of the column "v" may mark decimals or thousands, as in line 2',
    ])
    expect(answer.json().errors[0].extra.questions).toEqual([
      { field: 'decimal_character', question: answer.json().message, choices: [',', '.'] },
    ])
    expect((await upload(text, { table_name, decimal_character: '.' })).statusCode).toBe(201)
  })

  it('is named by the preview, which reads it like the other columns', async () => {
    const text = 'n;v;w\n0;1,234;0,5\n'
    const { result } = (await uploadCsv(admin, database, text, {}, 'a.csv', 'upload_preview')).json()
    expect([result.unsure, result.rows]).toEqual([['decimal'], [['0', '1.234', '0.5']]])
    expect(result.columns[1].interpretations).toEqual(['decimal-comma'])
  })

  it.each<[string, readonly string[] | undefined]>([
    ['1,234.50', ['thousands']],
    ['7', undefined],
    ['-3,5%', ['decimal-comma', 'percent']],
    ['$5', ['currency']],
    ['yes\n1;no', ['yes-no']],
    ['true\n1;false', undefined],
  ])('shows how %s is read', async (value, interpretations) => {
    const text = `n;v\n0;${value}\n`
    const { result } = (await uploadCsv(admin, database, text, {}, 'a.csv', 'upload_preview')).json()
    expect(result.columns[1].interpretations).toEqual(interpretations)
  })
})

it('decimal_character reads points as thousands in a file, and leaves numbers of a workbook', async () => {
  expect(await loaded(['1.234', '5'], { decimal_character: ',' })).toEqual(['BIGINT', 1234, 5])
  const bytes = workbook({
    One: [
      ['n', 'v'],
      [0, 1.5],
    ],
  })
  const fields = { table_name: 'book_numbers', decimal_character: ',' }
  const answer = await postFile(admin, `/api/v1/database/${database}/upload/`, { filename: 'b.xlsx', bytes }, fields)
  expect(await column(answer.json().dataset_id)).toEqual(['DOUBLE', 1.5])
})
