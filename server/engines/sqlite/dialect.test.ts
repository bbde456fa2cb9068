import { afterAll, beforeAll, expect, it } from 'vitest'
import { shiftedWeeks, timeGrains } from '#core/time/grains.ts'
import { dataset as datasetOf, datasetColumn } from '#testing/dataset.ts'
import { type EngineFixture, openEngineFixture } from '#testing/engine-fixtures.ts'
import { queryRunnerOn } from '#testing/query-rows.ts'
import { truncate } from '#testing/truncate-time.ts'
import { sqlite } from './index.ts'

const TIMES = [
  '2021-08-15 13:47:38.500',
  '2021-08-16 23:59:59',
  '2021-08-14 00:00:00',
  '1965-02-28 23:59:59.999',
  '2100-12-31 23:59:59',
  '1899-12-31 00:00:00',
  '2000-02-29 06:29:30',
  '2023-03-26 02:30:00',
  '1600-03-01 00:00:00',
  '0001-01-01 00:00:00',
]

/** The same time in each form that SQLite reads. */
const FORMS = [
  "'2024-02-29 12:30:00'",
  "'2024-02-29T12:30:00Z'",
  "'2024-02-29 12:30'",
  "'2024-02-29T14:30:00.000000+02:00'",
  '1709209800',
  '2460370.0208333335',
]

const statements = [
  'CREATE TABLE moments (i INT, ts DATETIME)',
  `INSERT INTO moments VALUES ${TIMES.map((time, index) => `(${index}, '${time}')`).join(', ')}`,
  'CREATE TABLE forms (id INT, ts DATETIME)',
  `INSERT INTO forms VALUES ${FORMS.map((form, index) => `(${index}, ${form})`).join(', ')}`,
]

let fixture: EngineFixture
beforeAll(async () => {
  fixture = await openEngineFixture(sqlite, statements)
})
afterAll(() => fixture.close())

const SIGNAL = new AbortController().signal

async function valuesOf(text: string) {
  const sql = await fixture.guard.statement(text)
  const { columns } = await fixture.connection.table(sql, { signal: SIGNAL, maxRows: 100, labels: ['value'] })
  return columns[0]
}

it('buckets times by every grain as the calendar does', async () => {
  const moments = TIMES.map((time) => Date.parse(`${time.replace(' ', 'T')}Z`))
  const weeks = shiftedWeeks.map(([code]) => code)
  for (const code of [...timeGrains.map((grain) => grain.code), ...weeks, 'P7D', 'PT0.5H', 'P0.25Y']) {
    if (code === null) continue
    const bucket = sqlite.dialect.grains[code]?.replaceAll('{col}', 'ts')
    const column = await valuesOf(`SELECT ${bucket} FROM moments ORDER BY i`)
    // 0001-01-01 is a Monday: weeks that begin before are in year 0, which is no time of a text.
    const expected = moments.map((instant) => truncate(instant, code))
    expect([code, column?.type, column?.values]).toEqual([code, 2, expected])
  }
})

it('buckets, filters and shows a time equally in every form in which it is stored', async () => {
  const instant = Date.UTC(2024, 1, 29, 12, 30)
  const shown = await valuesOf('SELECT ts FROM forms ORDER BY id')
  expect([shown?.type, shown?.values]).toEqual([2, FORMS.map(() => instant)])
  const column = datasetColumn({ column_name: 'ts', type: 'DATETIME', is_dttm: true, logical_type: 'timestamp' })
  const dataset = datasetOf({
    table_name: 'forms',
    main_dttm_col: 'ts',
    columns: [datasetColumn({ column_name: 'id', type: 'INTEGER' }), column],
  })
  const { rows } = queryRunnerOn(fixture, dataset, 0)
  const ids = async (time_range: string) =>
    (await rows({ columns: ['id'], granularity: 'ts', time_range, orderby: [['id', true]] })).map(({ id }) => id)
  expect(await ids('2024-02-29T12:30:00 : 2024-02-29T12:30:01')).toEqual([0, 1, 2, 3, 4, 5])
  expect(await ids('2024-02-29T12:30:01 : 2024-03-01')).toEqual([])
  expect(await ids('2024-02-29 : 2024-02-29T12:30:00')).toEqual([])
  const filters = [{ col: 'ts', op: '==', val: instant }]
  expect(await rows({ columns: ['id'], filters, orderby: [['id', true]] })).toHaveLength(FORMS.length)
})

it('shows instants on the clocks of a zone, across changes of the clocks', async () => {
  const clock = (zone: string, time: string) => sqlite.dialect.wallClock(zone).replaceAll('{col}', `'${time}'`)
  const cases = [
    ['Europe/Berlin', '2024-03-31 00:59:59', '2024-03-31 01:59:59'],
    ['Europe/Berlin', '2024-03-31 01:00:00', '2024-03-31 03:00:00'],
    ['Europe/Berlin', '2024-10-27 01:00:00', '2024-10-27 02:00:00'],
    ['Asia/Kathmandu', '1985-12-31 18:30:00', '1986-01-01 00:15:00'],
    ['America/New_York', '1900-01-01 05:00:00', '1900-01-01 00:00:00'],
    ['Pacific/Auckland', '2024-12-31 11:30:00', '2025-01-01 00:30:00'],
  ] as const
  const text = `SELECT ${cases.map(([zone, time]) => clock(zone, time)).join(', ')}`
  const sql = { ...(await fixture.guard.statement('SELECT 1')), text }
  const labels = cases.map((_, index) => String(index))
  const { columns } = await fixture.connection.table(sql, { signal: SIGNAL, maxRows: 1, labels })
  expect(columns.map(({ values }) => values[0])).toEqual(
    cases.map(([, , local]) => Date.parse(`${local.replace(' ', 'T')}Z`)),
  )
})

it('reads times in other formats', async () => {
  const cases = [
    ['29.02.2024', '%d.%m.%Y', '2024-02-29T00:00:00Z'],
    ['20240229', '%Y%m%d', '2024-02-29T00:00:00Z'],
    ['Feb 29, 2024 01:05 PM', '%b %d, %Y %I:%M %p', '2024-02-29T13:05:00Z'],
    ['31.02.2024', '%d.%m.%Y', null],
    ['2024', '%d.%m.%Y', null],
  ] as const
  const parsed = cases.map(([text, format]) => sqlite.dialect.parseTime(format).replaceAll('{col}', `'${text}'`))
  const sql = { ...(await fixture.guard.statement('SELECT 1')), text: `SELECT ${parsed.join(', ')}` }
  const labels = cases.map((_, index) => String(index))
  const { columns } = await fixture.connection.table(sql, { signal: SIGNAL, maxRows: 1, labels })
  expect(columns.map(({ values }) => values[0])).toEqual(
    cases.map(([, , iso]) => (iso === null ? null : Date.parse(iso))),
  )
})
