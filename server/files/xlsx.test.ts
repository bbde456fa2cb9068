import { withCurrency } from '#core/format/currency.ts'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { BOOLEAN, NUMERIC, STRING, TEMPORAL } from '#core/table/table.ts'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'
import { excelFormat } from './excel-format.ts'
import { sheetRows } from './sheet-rows.ts'

let fixture: DataFixture
let dataset: number
let tokens: Record<'gamma' | 'none', string>

beforeAll(async () => {
  fixture = await openDataFixture(
    [
      'CREATE TABLE notes (day DATE, moment TIMESTAMP, note VARCHAR, n DOUBLE, big BIGINT, yes BOOLEAN)',
      `INSERT INTO notes VALUES ('2024-02-29', '2024-02-29 12:30:15', '=1+1', 1234.5, 9007199254740993, true),
        ('1850-01-02', '1850-01-02 03:04:05', 'a < b & "c"' || chr(1), NULL, 7, false)`,
    ],
    Date.UTC(2024, 5, 15, 12, 30, 20),
  )
  const typed = { day: 'DATE', moment: 'TIMESTAMP', note: 'VARCHAR', n: 'DOUBLE', big: 'BIGINT', yes: 'BOOLEAN' }
  const columns = Object.entries(typed).map(([column_name, type]) => ({
    column_name,
    type,
    is_dttm: type === 'DATE' || type === 'TIMESTAMP',
    ...(column_name === 'note' ? { verbose_name: 'A note' } : {}),
  }))
  const metrics = [{ metric_name: 'share', expression: 'AVG(n)', d3format: '$,.2f' }]
  dataset = (await fixture.dataset({ table_name: 'notes', columns, metrics })).id
  tokens = { gamma: await fixture.token('exporter', 'Alpha'), none: '' }
  const { store } = fixture.context
  const plain = await store.roles.create({ name: 'Without files' }, null)
  await store.roles.setPairs(plain.id, [
    ['can_read', 'Chart'],
    ['all_datasource_access', 'all_datasource_access'],
  ])
  tokens.none = await fixture.token('without files', 'Without files')
})
afterAll(() => fixture.close())

const raw = { columns: ['note', 'day', 'moment', 'n', 'big', 'yes'], orderby: [['n', false]] }

async function ask(queries: readonly object[], token = tokens.gamma, format = 'xlsx') {
  const answer = await fixture.app.inject({
    method: 'POST',
    url: '/api/v1/chart/data',
    headers: { authorization: `Bearer ${token}` },
    payload: { datasource: { id: dataset, type: 'table' }, queries, result_format: format },
  })
  return answer
}

const part = (file: Uint8Array, name: string) => new TextDecoder().decode(unzipSync(file)[name])

it('exports a workbook with types and number formats, and without formulas', async () => {
  const answer = await ask([raw])
  expect([answer.statusCode, answer.headers['content-type'], answer.headers['content-disposition']]).toEqual([
    200,
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'attachment; filename=20240615_123020.xlsx',
  ])
  const sheet = part(answer.rawPayload, 'xl/worksheets/sheet1.xml')
  const texts = part(answer.rawPayload, 'xl/sharedStrings.xml')
  expect(sheet).not.toContain('<f>')
  expect(sheet).toContain('<v>1234.5</v>')
  // 2024-02-29 is spreadsheet day 45351; 12:30:15 is 0.52100694 of a day.
  expect(sheet).toContain('<v>45351</v>')
  expect(sheet).toMatch(/<v>45351\.52100694\d*<\/v>/)
  expect(sheet).toMatch(/t="b"[^>]*><v>1<\/v>/)
  for (const text of ['A note', '=1+1', 'a &lt; b &amp; ', '9007199254740993', '1850-01-02', '1850-01-02 03:04:05'])
    expect(texts).toContain(text)
  expect(texts).not.toContain(String.fromCharCode(1))
  const styles = part(answer.rawPayload, 'xl/styles.xml')
  expect(styles).toContain('formatCode="yyyy-mm-dd"')
  expect(styles).toContain('formatCode="yyyy-mm-dd hh:mm:ss"')
})

it('shows metrics in their format, also after post-processing', async () => {
  const metric = { columns: [], metrics: ['share'] }
  const chosen = { operation: 'select', options: { columns: ['share'] } }
  for (const query of [metric, { ...metric, post_processing: [chosen] }]) {
    const { rawPayload } = await ask([query])
    expect(part(rawPayload, 'xl/styles.xml')).toContain('formatCode="&quot;$&quot;#,##0.00"')
    expect(part(rawPayload, 'xl/worksheets/sheet1.xml')).toContain('<v>1234.5</v>')
  }
})

it('exports several queries as one ZIP file', async () => {
  const answer = await ask([raw, { ...raw, row_limit: 1 }])
  expect(answer.headers['content-type']).toBe('application/zip')
  expect(answer.headers['content-disposition']).toBe('attachment; filename=20240615_123020.zip')
  const files = unzipSync(answer.rawPayload)
  expect(Object.keys(files)).toEqual(['query_1.xlsx', 'query_2.xlsx'])
  expect(part(files['query_2.xlsx'] as Uint8Array, 'xl/sharedStrings.xml')).toContain('=1+1')
})

it('needs the download permission', async () => {
  for (const format of ['xlsx', 'csv']) expect((await ask([raw], tokens.none, format)).statusCode).toBe(403)
  expect((await ask([raw], tokens.none, 'json')).statusCode).toBe(200)
  expect((await ask([], tokens.gamma)).json()).toEqual({ message: 'Empty query result' })
})

it('reads cells of each type', () => {
  const column = (
    type: typeof NUMERIC | typeof BOOLEAN | typeof TEMPORAL,
    values: readonly (number | boolean | null)[],
  ) =>
    sheetRows([{ heading: 'h', type, format: ',.1f' }], [values])
      .slice(1)
      .map(([cell]) => cell)
  expect(column(NUMERIC, [1, null])).toEqual([{ value: 1, type: Number, format: '#,##0.0' }, null])
  expect(column(BOOLEAN, [true])).toEqual([{ value: true, type: Boolean }])
  expect(column(TEMPORAL, [0, null])).toEqual([{ value: new Date(0), type: Date, format: 'yyyy-mm-dd' }, null])
  expect(
    sheetRows([{ heading: '=h', type: STRING, format: null }], [['x'.repeat(40_000)]])[1]?.[0]?.value,
  ).toHaveLength(32_767)
})

it.each([
  ['.2f', '0.00'],
  [',d', '#,##0'],
  [',.3f', '#,##0.000'],
  ['.1%', '0.0%'],
  ['$,.2f', '"$"#,##0.00'],
  ['+,.1f', '+#,##0.0;-#,##0.0;#,##0.0'],
  ['.3s', undefined],
  ['SMART_NUMBER', undefined],
  ['', undefined],
  [null, undefined],
])('writes the number format %s as %s', (d3, excel) => {
  expect(excelFormat(d3)).toBe(excel)
})

it.each([
  [',.2f', 'suffix', '#,##0.00 "€"'],
  ['$,.2f', 'prefix', '"€" #,##0.00'],
  ['', 'prefix', '"€" #,##0.00'],
  ['+,d', 'suffix', '+#,##0 "€";-#,##0 "€";#,##0 "€"'],
  ['.1%', 'suffix', '0.0%'],
] as const)('spreadsheets show amounts by %j with their currency as %s', (pattern, position, excel) => {
  expect(excelFormat(withCurrency(pattern, { symbol: 'EUR', position }))).toBe(excel)
})
