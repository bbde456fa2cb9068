import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Table, Value } from '#core/table/table.ts'
import { queryEngines, type EngineFixture, openEngineFixture } from '#testing/engine-fixtures.ts'
import type { Engine } from './engine.ts'

const statements = [
  `CREATE TABLE mixed (n BIGINT, price NUMERIC(30,10), t TEXT, ts TIMESTAMP, d DATE, f FLOAT8, ok BOOLEAN)`,
  `INSERT INTO mixed VALUES
    (9007199254740993, 12345678901234567890.0123456789, 'a"b', '2024-05-01 10:00:00.5', '2024-05-01', 0.1, true),
    (1, NULL, '', NULL, NULL, 'NaN', false), (NULL, 1, NULL, '1969-12-31 23:59:59', '1969-12-31', NULL, NULL)`,
  `CREATE TABLE many AS SELECT CAST(g AS INTEGER) AS n, md5(CAST(g AS VARCHAR)) AS h FROM generate_series(0, 99999) AS s(g)`,
  `CREATE TABLE wide AS SELECT CAST(g AS INTEGER) AS n, repeat('x', 100000) AS t FROM generate_series(1, 300) AS s(g)`,
]

const DAY = Date.UTC(2024, 4, 1)

describe.each(queryEngines)('$name', (engine: Engine) => {
  let fixture: EngineFixture
  beforeAll(async () => {
    fixture = await openEngineFixture(engine, statements)
  })
  afterAll(() => fixture.close())

  async function scan(text: string, labels: readonly string[], more: object = {}) {
    const sql = await fixture.guard.statement(text)
    const chunks: Table[] = []
    const run = { signal: new AbortController().signal, maxRows: 1_000_000, labels, allDigits: true, ...more }
    await fixture.connection.scan(sql, run, async (chunk) => void chunks.push(chunk))
    return chunks
  }
  const rowsOf = (chunks: readonly Table[]): Value[][] =>
    chunks.flatMap(({ columns, rowCount }) =>
      Array.from({ length: rowCount }, (_, row) => columns.map(({ values }) => values[row] ?? null)),
    )

  it('returns the same cells as a table', async () => {
    const labels = ['n', 'price', 't', 'ts', 'd', 'f', 'ok']
    const chunks = await scan('SELECT * FROM mixed ORDER BY n NULLS LAST', labels)
    expect(rowsOf(chunks)).toEqual([
      [1, null, '', null, null, 'NaN', false],
      ['9007199254740993', '12345678901234567890.0123456789', 'a"b', DAY + 36_000_500, DAY, 0.1, true],
      [null, '1.0000000000', null, -1000, -86_400_000, null, null],
    ])
    expect(chunks[0]?.columns.map(({ name, isDays = false }) => [name, isDays])).toEqual(
      labels.map((name) => [name, name === 'd']),
    )
  })

  it('gives many rows in order and in several chunks, up to the limit', async () => {
    const chunks = await scan('SELECT n, h FROM many ORDER BY n DESC', ['n', 'h'], { maxRows: 70_000 })
    expect(rowsOf(chunks).map(([n]) => n)).toEqual(Array.from({ length: 70_000 }, (_, index) => 99_999 - index))
    expect(chunks.every(({ rowCount }) => rowCount <= 10_000)).toBe(true)
  })

  it('returns the columns of an empty result', async () => {
    const chunks = await scan('SELECT n FROM many WHERE n < 0', ['n'])
    expect([rowsOf(chunks), chunks[0]?.columns.map(({ name }) => name)]).toEqual([[], ['n']])
  })

  it('counts the bytes of a chunk, not those of all rows', async () => {
    const chunks = await scan('SELECT n, t FROM wide ORDER BY n', ['n', 't'], { maxBytes: 64 * 2 ** 20 })
    expect(rowsOf(chunks).map(([n]) => n)).toEqual(Array.from({ length: 300 }, (_, index) => index + 1))
  })

  it('rejects with the error of the chunk consumer, and frees the engine', async () => {
    const sql = await fixture.guard.statement('SELECT n, h FROM many')
    const run = { signal: new AbortController().signal, maxRows: 1_000_000, labels: ['n', 'h'] }
    const taking = fixture.connection.scan(sql, run, () => Promise.reject(new Error('disk full')))
    await expect(taking).rejects.toThrow('disk full')
    expect(rowsOf(await scan('SELECT 1 AS n', ['n']))).toEqual([[1]])
    await vi.waitFor(async () => expect(await fixture.idle()).toBe(true), { timeout: 10_000 })
  })

  it('rejects with the reason of the signal in the middle of the rows', async () => {
    const sql = await fixture.guard.statement('SELECT a.n, b.h FROM many a, many b')
    const controller = new AbortController()
    const run = { signal: controller.signal, maxRows: 1e9, labels: ['n', 'h'] }
    const taking = fixture.connection.scan(sql, run, async () => controller.abort(new Error('stopped')))
    await expect(taking).rejects.toThrow('stopped')
    await vi.waitFor(async () => expect(await fixture.idle()).toBe(true), { timeout: 10_000 })
  })

  it('rejects with the error of a statement that fails while it runs', async () => {
    await expect(scan('SELECT CAST(h AS INTEGER) AS n FROM many WHERE n >= 5000', ['n'])).rejects.toThrow(
      /integer|INT/i,
    )
    expect(rowsOf(await scan('SELECT 2 AS n', ['n']))).toEqual([[2]])
  })
})
