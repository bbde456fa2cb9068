import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { STRING } from '#core/table/table.ts'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'
import { printXlsx } from './xlsx.ts'

let fixture: DataFixture
let dataset: number
let token: string

/** Rows with all types of values and gaps, derived from the row number. */
const ROWS = 300

beforeAll(async () => {
  fixture = await openDataFixture(
    [
      'CREATE TABLE sales (day DATE, moment TIMESTAMP, city VARCHAR, amount DOUBLE, pieces BIGINT, paid BOOLEAN)',
      `INSERT INTO sales SELECT
         DATE '2024-01-01' + CAST(i AS INTEGER),
         TIMESTAMP '2024-01-01 00:00:30' + INTERVAL (i) HOUR,
         CASE WHEN i % 7 = 0 THEN NULL ELSE 'Città ' || i || ' <&> "x"' END,
         CASE WHEN i % 5 = 0 THEN NULL ELSE i / 8.0 END,
         i * 1000003,
         i % 2 = 0
       FROM range(${ROWS}) t(i)`,
    ],
    Date.UTC(2024, 5, 15),
  )
  const typed = {
    day: 'DATE',
    moment: 'TIMESTAMP',
    city: 'VARCHAR',
    amount: 'DOUBLE',
    pieces: 'BIGINT',
    paid: 'BOOLEAN',
  }
  const columns = Object.entries(typed).map(([column_name, type]) => ({
    column_name,
    type,
    is_dttm: type === 'DATE' || type === 'TIMESTAMP',
  }))
  dataset = (await fixture.dataset({ table_name: 'sales', columns })).id
  token = await fixture.token('exporter', 'Alpha')
})
afterAll(() => fixture.close())

const query = {
  columns: ['pieces', 'day', 'moment', 'city', 'amount', 'paid'],
  orderby: [['pieces', true]],
  row_limit: 250,
}

const ask = (result_format: string) =>
  fixture.app.inject({
    method: 'POST',
    url: '/api/v1/chart/data',
    headers: { authorization: `Bearer ${token}` },
    payload: { datasource: { id: dataset, type: 'table' }, queries: [query], result_format },
  })

const plain = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')

/** Returns the cells of the first sheet by their names, as a spreadsheet program reads them. */
function cellsOf(file: Uint8Array): ReadonlyMap<string, string | number | boolean> {
  const parts = unzipSync(file)
  const read = (name: string) => new TextDecoder().decode(parts[name])
  const texts = [...read('xl/sharedStrings.xml').matchAll(/<si>.*?<\/si>/gs)].map(([item]) =>
    plain([...item.matchAll(/<t[^>]*>(.*?)<\/t>/gs)].map(([, text]) => text).join('')),
  )
  const cells = read('xl/worksheets/sheet1.xml').matchAll(/<c r="([A-Z]+\d+)"([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)
  return new Map(
    [...cells].flatMap(([, name = '', attributes = '', inside = '']): [string, string | number | boolean][] => {
      const value = /<v>(.*?)<\/v>/.exec(inside)?.[1]
      if (value === undefined) return []
      if (attributes.includes('t="s"')) return [[name, texts[Number(value)] ?? '']]
      return [[name, attributes.includes('t="b"') ? value === '1' : Number(value)]]
    }),
  )
}

/** Milliseconds of a day, and the spreadsheet day of the epoch. */
const [DAY, EPOCH] = [86_400_000, 25_569]

it('a workbook has the cells of the result: texts, numbers, days, times, booleans and empty cells', async () => {
  const { data } = (await ask('json')).json().result[0] as { data: Record<string, unknown>[] }
  const cells = cellsOf((await ask('xlsx')).rawPayload)
  const letters = ['A', 'B', 'C', 'D', 'E', 'F']
  expect(letters.map((letter) => cells.get(`${letter}1`))).toEqual(query.columns)
  const read = (letter: string, row: number) => cells.get(`${letter}${row + 2}`) ?? null
  const instant = (value: unknown) => (typeof value === 'number' ? Math.round((value - EPOCH) * DAY) : value)
  const rows = data.map((_, row) => ({
    pieces: read('A', row),
    day: instant(read('B', row)),
    moment: instant(read('C', row)),
    city: read('D', row),
    amount: read('E', row),
    paid: read('F', row),
  }))
  expect(rows).toEqual(data)
  // By hand: row 8 is i = 8, of 2024-01-09, at 08:00:30, with 8 / 8 = 1.
  expect(data).toHaveLength(250)
  expect(rows[8]).toEqual({
    pieces: 8_000_024,
    day: Date.UTC(2024, 0, 9),
    moment: Date.UTC(2024, 0, 1, 8, 0, 30),
    city: 'Città 8 <&> "x"',
    amount: 1,
    paid: true,
  })
  expect([rows[7]?.city, rows[5]?.amount, cells.get('A252')]).toEqual([null, null, undefined])
})

it('writes names of properties of all objects as plain texts', async () => {
  const names = ['constructor', '__proto__', 'toString', 'valueOf', 'plain', 'constructor']
  const file = await printXlsx([{ heading: 'hasOwnProperty', type: STRING, format: null }], [names])
  expect([...cellsOf(file).values()]).toEqual(['hasOwnProperty', ...names])
})
