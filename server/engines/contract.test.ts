import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shiftedWeeks, timeGrains } from '#core/time/grains.ts'
import { truncate } from '#testing/truncate-time.ts'
import { Guard } from '#server/sql/guard.ts'
import { contractEngines, type EngineFixture, openEngineFixture } from '#testing/engine-fixtures.ts'
import type { Connection, Engine, ExistingTableMode, ResultLayout } from './engine.ts'
import { engines } from './index.ts'

const hostile = [
  'plain',
  'two words',
  'quote"quote',
  "it's",
  'dot.dot',
  'semi;--',
  '😀',
  'العربية',
  '%s',
  '{col}',
  '$1',
  'ORDER',
]

const statements = [
  `CREATE TABLE numbers (n INTEGER, big BIGINT, other BIGINT, "real" FLOAT8, price NUMERIC(10,2))`,
  `INSERT INTO numbers VALUES
    (1, 9007199254740991, 9007199254740992, 'NaN', 1.25), (2, 9007199254740992, 1, 'Infinity', -0.50),
    (3, -9007199254740993, NULL, '-Infinity', NULL), (NULL, NULL, NULL, 0.1, 100)`,
  'CREATE TABLE times (d DATE, ts TIMESTAMP, tz TIMESTAMPTZ, t TIME)',
  `INSERT INTO times VALUES
    ('1900-01-01', '1969-12-31 23:59:59.5', '2024-01-01 00:00:00+02', '12:34:56'),
    ('2100-12-31', '2040-02-29 12:00:00', '1960-06-01 12:00:00+00', NULL), (NULL, 'infinity', NULL, NULL),
    ('0044-03-15', '0001-01-01 00:00:00.001', '1970-01-01 00:00:00+00', NULL)`,
  `CREATE TABLE nested AS SELECT ARRAY[1, 2] AS list, ARRAY['a', NULL, 'b"c', '{d}', ''] AS texts,
    CAST('00000000-0000-4000-8000-000000000001' AS UUID) AS id, true AS yes, CAST('{"a": [1]}' AS JSON) AS doc`,
  `CREATE TABLE many AS SELECT CAST(g AS INTEGER) AS n, md5(CAST(g AS VARCHAR)) AS h FROM generate_series(0, 99999) AS s(g)`,
  'CREATE SCHEMA other',
  'CREATE VIEW other.seen AS SELECT n FROM numbers',
]

const columns300 = Array.from({ length: 300 }, (_, index) => hostile[index] ?? `column ${index}`)

describe.each(contractEngines)('$name', (engine: Engine) => {
  let fixture: EngineFixture
  let connection: Connection
  let guard: Guard

  beforeAll(async () => {
    const columns = columns300.map((name) => `${engine.dialect.quote(name)} VARCHAR`).join(', ')
    const values = columns300.map((name) => engine.dialect.literal(name)).join(', ')
    fixture = await openEngineFixture(engine, [
      ...statements,
      `CREATE TABLE hostile (${columns})`,
      `INSERT INTO hostile VALUES (${values})`,
    ])
    connection = fixture.connection
    guard = fixture.guard
  })

  afterAll(() => fixture.close())

  async function ask(text: string, labels: readonly string[], maxRows = 1000) {
    const sql = await guard.statement(text)
    const run = { signal: new AbortController().signal, maxRows, labels }
    const table = await connection.table(sql, run)
    const read = async (layout: ResultLayout) => {
      const bytes = await connection.bytes(sql, layout, run)
      return { ...bytes, data: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes.data)) }
    }
    return { table, columns: await read('columns'), rows: await read('rows') }
  }

  /** Returns the result from all output methods, which must be equal. */
  async function columnsOf(text: string, labels: readonly string[], maxRows?: number) {
    const { table, columns, rows } = await ask(text, labels, maxRows)
    expect(columns.data).toEqual(table.columns.map((column) => column.values))
    expect(columns.columns).toEqual(table.columns.map(({ values: _values, ...head }) => head))
    expect(rows.columns).toEqual(columns.columns)
    expect([columns.rowCount, rows.rowCount]).toEqual([table.rowCount, table.rowCount])
    const records = Array.from({ length: table.rowCount }, (_, row) =>
      Object.fromEntries(table.columns.map((column) => [column.name, column.values[row]])),
    )
    expect(rows.data).toEqual(records)
    return table.columns
  }

  /** Compares long lists, for which `toEqual` takes a second. */
  const isSame = (one: readonly unknown[], other: readonly unknown[]): boolean =>
    one.length === other.length && one.every((value, index) => value === other[index])

  /** Returns the values of the column `n` from all output methods, which must be equal. */
  async function longColumn(text: string, maxRows: number): Promise<readonly unknown[]> {
    const { table, columns, rows } = await ask(text, ['n'], maxRows)
    const values = table.columns[0]?.values ?? []
    const fromRows = (rows.data as readonly { n: unknown }[]).map(({ n }) => n)
    expect([isSame(columns.data[0], values), isSame(fromRows, values)]).toEqual([true, true])
    return values
  }

  it('returns NaN, infinities and numbers beyond 2^53 as texts', async () => {
    const columns = await columnsOf(
      'SELECT n, big, other, "real", price, big + 0 AS sum FROM numbers ORDER BY n LIMIT 10',
      ['n', 'big', 'other', 'real', 'price', 'sum'],
    )
    expect(columns.map(({ type }) => type)).toEqual([0, 0, 0, 0, 0, 0])
    expect(columns.map(({ values }) => values)).toEqual([
      [1, 2, 3, null],
      [9007199254740991, '9007199254740992', '-9007199254740993', null],
      ['9007199254740992', 1, null, null],
      ['NaN', 'Infinity', '-Infinity', 0.1],
      [1.25, -0.5, null, 100],
      [9007199254740991, '9007199254740992', '-9007199254740993', null],
    ])
  })

  it('keeps the digits of sums beyond 2^53 and 2^63, and returns averages as numbers', async () => {
    const text = `SELECT SUM(big), SUM(n), AVG(n), SUM(price), SUM(CAST('9223372036854775807' AS BIGINT)) FROM numbers`
    const columns = await columnsOf(text, ['big', 'n', 'avg', 'price', 'huge'])
    expect(columns.map(({ values }) => values[0])).toEqual([9007199254740990, 6, 2, 100.75, '36893488147419103228'])
  })

  it('returns times as epoch milliseconds, before 1970 and after 2038, and infinity as null', async () => {
    const columns = await columnsOf('SELECT d, ts, tz, t FROM times LIMIT 10', ['d', 'ts', 'tz', 't'])
    expect(columns.map(({ type }) => type)).toEqual([2, 2, 2, 1])
    expect(columns.map(({ isDays }) => isDays)).toEqual([true, undefined, undefined, undefined])
    const early = (year: number, month: number, day: number) => new Date(0).setUTCFullYear(year, month, day)
    expect(columns.map(({ values }) => values)).toEqual([
      [Date.UTC(1900, 0, 1), Date.UTC(2100, 11, 31), null, early(44, 2, 15)],
      [-500, Date.UTC(2040, 1, 29, 12), null, early(1, 0, 1) + 1],
      [Date.UTC(2023, 11, 31, 22), Date.UTC(1960, 5, 1, 12), null, 0],
      ['12:34:56', null, null, null],
    ])
  })

  it('returns other types as texts, and lists as JSON', async () => {
    const columns = await columnsOf('SELECT list, texts, id, yes, doc FROM nested', [
      'list',
      'texts',
      'id',
      'yes',
      'doc',
    ])
    expect(columns.map(({ type, values }) => [type, values[0]])).toEqual([
      [1, '[1,2]'],
      [1, '["a",null,"b\\"c","{d}",""]'],
      [1, '00000000-0000-4000-8000-000000000001'],
      [3, true],
      [1, expect.stringMatching(/^\{"a": ?\[1\]\}$/)],
    ])
  })

  it('returns empty lists for no rows, with their types', async () => {
    const columns = await columnsOf('SELECT n, big, price FROM numbers WHERE n > 100', ['n', 'big', 'price'])
    expect(columns.map(({ type, values }) => [type, values])).toEqual([
      [0, []],
      [0, []],
      [0, []],
    ])
  })

  it('quotes three hundred hostile names and keeps hostile texts', async () => {
    const names = columns300.map((name) => engine.dialect.quote(name))
    const columns = await columnsOf(`SELECT ${names.join(', ')} FROM hostile`, columns300)
    expect(columns.map(({ name, values }) => [name, values])).toEqual(columns300.map((name) => [name, [name]]))
    const [schema = ''] = await connection.schemas()
    expect((await connection.columns(schema, 'hostile')).map(({ name }) => name)).toEqual(columns300)
  })

  it('labels columns by position, and drops columns that were not requested', async () => {
    const columns = await columnsOf('SELECT 1 AS a, 2 AS a, 3 AS b, 4', ['A', 'a', ''])
    expect(columns.map(({ name, values }) => [name, values[0]])).toEqual([
      ['A', 1],
      ['a', 2],
      ['', 3],
    ])
    await expect(ask('SELECT 1 AS a', ['a', 'b'])).rejects.toThrow('Db engine did not return all queried columns')
  })

  it('keeps the order of long results and stops at the row limit', async () => {
    const limited = await longColumn('SELECT n FROM many ORDER BY h LIMIT 80000', 80_000)
    const cut = await longColumn('SELECT n FROM many ORDER BY h', 80_000)
    expect([limited.length, isSame(cut, limited)]).toEqual([80_000, true])
    const sorted = await longColumn('SELECT n FROM many ORDER BY n DESC LIMIT 50000', 50_000)
    const expected = Array.from({ length: 50_000 }, (_, index) => 99_999 - index)
    expect(isSame(sorted, expected)).toBe(true)
    const few = await columnsOf('SELECT n FROM many ORDER BY n LIMIT 10', ['n'], 3)
    expect(few[0]?.values).toEqual([0, 1, 2])
  })

  it('buckets times by every grain as the calendar does', async () => {
    const times = ['2021-08-15 13:47:38.5', '2021-08-16 23:59:59', '2021-08-14 00:00:00', '1965-02-28 23:59:59.999']
    const ends = ['2100-12-31 23:59:59', '1900-01-01 00:00:00', '2000-02-29 06:29:30']
    const moments = [...times, ...ends].map((time) => Date.parse(`${time.replace(' ', 'T')}Z`))
    const values = [...times, ...ends].map((time, index) => `(${index}, TIMESTAMP '${time}')`).join(', ')
    const weeks = shiftedWeeks.map(([code]) => code)
    for (const code of [...timeGrains.map((grain) => grain.code), ...weeks, 'P7D', 'PT0.5H', 'P0.25Y']) {
      if (code === null) continue
      const template = engine.dialect.grains[code]
      expect([code, template]).not.toEqual([code, undefined])
      const bucket = (template ?? '').replaceAll('{col}', 'ts')
      const text = `SELECT ${bucket} FROM (VALUES ${values}) AS v(i, ts) ORDER BY i`
      const [column] = await columnsOf(text, ['bucket'])
      expect([code, column?.type, column?.values]).toEqual([code, 2, moments.map((instant) => truncate(instant, code))])
    }
  })

  it('buckets dates and moments with a zone as moments in UTC', async () => {
    const template = engine.dialect.grains['1969-12-28T00:00:00Z/P1W'] ?? ''
    const of = (text: string) => template.replaceAll('{col}', text)
    const text = `SELECT ${of("DATE '2021-08-16'")}, ${of("CAST('2021-08-14 23:00:00-02' AS TIMESTAMPTZ)")}`
    const columns = await columnsOf(text, ['date', 'zoned'])
    expect(columns.map(({ values }) => values)).toEqual([[Date.UTC(2021, 7, 15)], [Date.UTC(2021, 7, 15)]])
  })

  it('describes schemas, tables and columns', async () => {
    const [main = '', ...rest] = await connection.schemas()
    expect(['main', 'public']).toContain(main)
    expect(rest).toEqual(['other'])
    expect(await connection.tables('other')).toEqual([{ name: 'seen', kind: 'view' }])
    expect((await connection.tables(main)).map(({ name }) => name)).toEqual([
      'hostile',
      'many',
      'nested',
      'numbers',
      'times',
    ])
    expect((await connection.columns(main, 'numbers')).map(({ name, generic }) => [name, generic])).toEqual([
      ['n', 0],
      ['big', 0],
      ['other', 0],
      ['real', 0],
      ['price', 0],
    ])
    const [n, big] = await connection.columns(main, 'numbers')
    expect([n?.type, big?.type]).toEqual(['INTEGER', 'BIGINT'])
    expect((await connection.columns(main, 'times')).map(({ generic }) => generic)).toEqual([2, 2, 2, 1])
    expect(await connection.columns(main, 'nosuch')).toEqual([])
    const shape = await connection.shape(await guard.statement('SELECT d, 1 AS one FROM times'))
    expect(shape.map(({ name, type, generic }) => [name, type, generic])).toEqual([
      ['d', 'DATE', 2],
      ['one', 'INTEGER', 0],
    ])
  })

  it('names a missing object', async () => {
    const failure = async (text: string) => {
      try {
        await ask(text, ['x'])
      } catch (error) {
        const { code, args } = engine.explain(error)
        return [code, args[0]]
      }
    }
    expect(await failure('SELECT nosuch FROM numbers')).toEqual(['column-missing', 'nosuch'])
    expect(await failure('SELECT 1 FROM nosuch')).toEqual(['table-missing', 'nosuch'])
    expect(await failure('SELECT 1 FROM nowhere.nosuch')).toEqual(['schema-missing', 'nowhere'])
  })

  it.runIf(engine.isOwn && engine.load)('loads a file into a table, and reads nothing outside its folder', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'facet-load-'))
    const csv = join(folder, 'in.csv')
    writeFileSync(csv, 'a,b\n1,x\n2,y\n')
    const storage = { directory: folder, fileReader: engines.find(({ stage }) => stage) }
    const settings = { file: 'loaded.db' }
    const other = await engine.connect(settings, storage)
    const load = (table: string, existing: ExistingTableMode, more = {}) =>
      engine.load?.(settings, storage, { file: csv, table, existing, ...more })
    const count = async () => {
      const sql = await new Guard(other, engine.dialect).statement('SELECT sum(a) FROM loaded')
      const run = { signal: new AbortController().signal, maxRows: 1, labels: ['n'] }
      return Number((await other.table(sql, run)).columns[0]?.values[0])
    }
    await load('loaded', 'fail')
    expect(await other.columns('main', 'loaded')).toMatchObject([{ name: 'a' }, { name: 'b' }])
    expect(await count()).toBe(3)
    await expect(load('LOADED', 'fail')).rejects.toMatchObject({ code: 'upload-table-exists', args: ['loaded'] })
    await load('Loaded', 'append')
    expect(await count()).toBe(6)
    await load('loaded', 'keep')
    expect(await count()).toBe(6)
    await load('LOADED', 'replace')
    expect(await count()).toBe(3)
    const stolen = load('stolen', 'fail', { select: "SELECT * FROM read_text('/etc/hostname')" })
    await expect(stolen).rejects.toThrow('Permission')
    expect(await other.tables('main')).toEqual([{ name: 'loaded', kind: 'table' }])
    await other.close()
    rmSync(folder, { recursive: true, force: true })
  })
})
