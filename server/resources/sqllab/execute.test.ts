import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { printRison } from '#core/rest/rison.ts'
import type { QueryStateJson, SqlResultJson } from '#core/rest/sqllab.ts'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'
import { readParquet } from '#testing/duckdb-file.ts'

let fixture: TestApp
let admin: Client
let database: number
beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
  database = (await fixture.database()).id
  fixture.context.sqlQueries.start()
})
afterAll(() => fixture.close())

let count = 0
const clientId = () => `client${++count}`
const run = (client: Client, sql: string, more: object = {}) =>
  client.post('/api/v1/sqllab/execute/', { database_id: database, sql, client_id: clientId(), ...more })
const q = (value: object) => encodeURIComponent(printRison(value))

/** Returns the state of a run once it has ended. */
async function ended(client: Client, id: string): Promise<QueryStateJson> {
  return expect
    .poll(
      async () => {
        const { result } = (await client.get(`/api/v1/query/updated_since?q=${q({ last_updated_ms: 0 })}`)).json()
        return (result as QueryStateJson[]).find((each) => each.id === id)
      },
      { timeout: 20_000 },
    )
    .toMatchObject({ endDttm: expect.any(Number) })
    .then(async () => {
      const { result } = (await client.get(`/api/v1/query/updated_since?q=${q({ last_updated_ms: 0 })}`)).json()
      return (result as QueryStateJson[]).find((each) => each.id === id) as QueryStateJson
    })
}

describe('SQL of a synchronous call', () => {
  it('retains the digits of integers in the parameters of templates', async () => {
    const templateParams =
      '{"id": 9007199254740993, "ids": [9007199254740995, 2], "big": 9223372036854775807, "few": [2]}'
    const columns = "'{{ id }}' AS id, '{{ id + 1 }}' AS next, '{{ ids[0] }}' AS first, '{{ big }}' AS big"
    const answer = await run(admin, `SELECT ${columns}, 2 IN {{ few | where_in }} AS listed`, { templateParams })
    expect(answer.json<SqlResultJson>().data, answer.body).toEqual([
      {
        id: '9007199254740993',
        next: '9007199254740994',
        first: '9007199254740995',
        big: '9223372036854775807',
        listed: true,
      },
    ])
    // Filters read doubles: a value that would be rounded is an error.
    const rounded = await run(admin, 'SELECT 1 IN {{ ids | where_in }} AS listed', { templateParams })
    expect([rounded.statusCode, rounded.body]).toEqual([400, expect.stringContaining("9007199254740995 can't be")])
  })

  it('keeps all digits of decimals in the parameters of templates', async () => {
    const templateParams =
      '{"rate": 0.12345678901234567890, "short": 0.10, "rates": [1.5, -12345678901234.123456789], "large": 1e400}'
    const columns =
      "'{{ rate }}' AS rate, '{{ short * 2 }}' AS short, '{{ rates[1] }}' AS second, '{{ large }}' AS large"
    const listed = '12345678901234.123456789::DECIMAL(38,9) * -1 IN {{ rates | where_in }} AS listed'
    const typed = "typeof({{ rate }}) AS type, '{{ rates | where_in | replace(\"'\", \"''\") }}' AS text"
    const answer = await run(admin, `SELECT ${columns}, ${listed}, ${typed}`, { templateParams })
    expect(answer.json<SqlResultJson>().data, answer.body).toEqual([
      {
        rate: '0.12345678901234567890',
        short: '0.2',
        second: '-12345678901234.123456789',
        large: '1e400',
        listed: true,
        type: 'DECIMAL(21,20)',
        text: '(1.5, -12345678901234.123456789)',
      },
    ])
  })

  it('returns columns and rows in the format of clients', async () => {
    const answer = await run(admin, "SELECT 1 AS one, 'a' AS word, TIMESTAMP '2024-05-01 10:00:00' AS at, NULL AS no", {
      tab: 'First',
    })
    expect(answer.statusCode).toBe(200)
    const { data, columns, status, query } = answer.json<SqlResultJson>()
    expect(data).toEqual([{ one: 1, word: 'a', at: '2024-05-01T10:00:00', no: null }])
    expect(columns.map(({ name, type, is_dttm }) => [name, type, is_dttm])).toEqual([
      ['one', 'INTEGER', false],
      ['word', 'VARCHAR', false],
      ['at', 'TIMESTAMP', true],
      ['no', 'INTEGER', false],
    ])
    expect([status, query.state, query.rows, query.tab, query.limitingFactor]).toEqual([
      'success',
      'success',
      1,
      'First',
      'NOT_LIMITED',
    ])
  })

  it('gives two columns of one name different names', async () => {
    const { data } = (await run(admin, 'SELECT 1 AS a, 2 AS a')).json<SqlResultJson>()
    expect(data).toEqual([{ a: 1, a__1: 2 }])
  })

  it('keeps all digits of large numbers', async () => {
    const { data } = (await run(admin, 'SELECT 9223372036854775807 AS big')).json<SqlResultJson>()
    expect(data).toEqual([{ big: '9223372036854775807' }])
  })

  it.each([
    ['SELECT i FROM range(5) t(i)', 3, 3, 'DROPDOWN'],
    ['SELECT i FROM range(5) t(i) LIMIT 2', 3, 2, 'QUERY'],
    ['SELECT i FROM range(5) t(i) LIMIT 3', 3, 3, 'QUERY_AND_DROPDOWN'],
    ['SELECT i FROM range(2) t(i)', 3, 2, 'NOT_LIMITED'],
  ])('returns at most the limit of rows: %s', async (sql, queryLimit, rows, factor) => {
    const { data, query } = (await run(admin, sql, { queryLimit })).json<SqlResultJson>()
    expect([data.length, query.rows, query.limit, query.limitingFactor]).toEqual([rows, rows, queryLimit, factor])
    expect(query.extra.statements?.[0]?.limited).toBe(factor === 'DROPDOWN')
  })

  it('runs statements in order and returns the rows of the last', async () => {
    const sql = 'SELECT 1 AS a;\n-- a comment\nSELECT 2 AS b;'
    const { data, query } = (await run(admin, sql)).json<SqlResultJson>()
    expect(data).toEqual([{ b: 2 }])
    expect(query.extra.statements?.map((each) => [sql.slice(each.start, each.end), each.state, each.rows])).toEqual([
      ['SELECT 1 AS a', 'success', 1],
      ['-- a comment\nSELECT 2 AS b', 'success', 1],
    ])
  })

  it('runs no statements after a failed one, and returns the position of the error', async () => {
    const sql = 'SELECT 1;\nSELECT\n  nope FROM range(1);\nSELECT 3'
    const id = clientId()
    const answer = await run(admin, sql, { client_id: id })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors[0].message).toMatch(/^\[Statement 2 out of 3\] .*nope/)
    const state = await ended(admin, id)
    expect(state.extra.statements?.map((each) => each.state)).toEqual(['success', 'failed', 'not_run'])
    expect(state.extra.statements?.[1]?.errors[0]?.extra).toMatchObject({ line: 3, column: 3 })
  })

  it('reports the position of a syntax error', async () => {
    const answer = await run(admin, 'SELECT 1\nFRM t')
    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors[0].extra).toMatchObject({ line: 2 })
  })

  it('returns the result of the earlier query for a known client id', async () => {
    const id = clientId()
    const first = (await run(admin, 'SELECT random() AS r', { client_id: id })).json<SqlResultJson>()
    const again = (await run(admin, 'SELECT 2', { client_id: id })).json<SqlResultJson>()
    expect(again.data).toEqual(first.data)
    expect(again.query.queryId).toBe(first.query.queryId)
  })

  it.each([
    ["SELECT * FROM read_csv('/etc/passwd')", 403],
    ['   ;  -- nothing', 400],
  ])('rejects %s', async (sql, status) => {
    expect((await run(admin, sql)).statusCode).toBe(status)
  })
})

describe('SQL that is no SELECT', () => {
  it.each([
    'CREATE TABLE t AS SELECT 1',
    'DROP TABLE t',
    'INSERT INTO t VALUES (1)',
    'UPDATE t SET a = 1',
    'DELETE FROM t',
    "ATTACH 'other.duckdb'",
    "COPY t TO 'file.csv'",
    'SET threads = 1',
  ])('fails with the DML error of Superset: %s', async (sql) => {
    const answer = await run(admin, sql)
    const [error] = answer.json().errors
    expect([answer.statusCode, error.error_type, error.message]).toEqual([
      403,
      'DML_NOT_ALLOWED_ERROR',
      'Only SELECT statements are allowed against this database.',
    ])
  })

  it('rejects it as one of several statements, too', async () => {
    const answer = await run(admin, 'SELECT 1; DROP TABLE t')
    const [error] = answer.json().errors
    expect([answer.statusCode, error.error_type, error.message]).toEqual([
      403,
      'DML_NOT_ALLOWED_ERROR',
      '[Statement 2 out of 2] Only SELECT statements are allowed against this database.',
    ])
  })
})

describe('SQL that a job runs', () => {
  it('responds at once, and its rows are fetched by their key', async () => {
    const id = clientId()
    const answer = await run(admin, 'SELECT i FROM range(10) t(i); SELECT 7 AS seven', {
      client_id: id,
      runAsync: true,
    })
    expect([answer.statusCode, answer.json().query.state]).toEqual([202, 'pending'])
    const state = await ended(admin, id)
    expect([state.state, state.progress, state.rows]).toEqual(['success', 100, 1])
    const fetched = (key: string | null, rows?: number) =>
      admin.get(`/api/v1/sqllab/results/?q=${q({ key: key as string, ...(rows === undefined ? {} : { rows }) })}`)
    expect((await fetched(state.resultsKey)).json<SqlResultJson>().data).toEqual([{ seven: 7 }])
    const [first] = state.extra.statements ?? []
    const part = (await fetched(first?.resultsKey ?? null, 4)).json<SqlResultJson>()
    expect(part.data).toEqual([{ i: 0 }, { i: 1 }, { i: 2 }, { i: 3 }])
    expect(part.displayLimitReached).toBe(true)
    const older = await admin.get(`/superset/results/${state.resultsKey}/?rows=1`)
    expect(older.json<SqlResultJson>().data).toEqual([{ seven: 7 }])
  })

  it('stops it, and runs none of the statements after it', async () => {
    const id = clientId()
    const slow = 'SELECT count(*) FROM range(10000000) a(i), range(100000) b(j) WHERE (i * j) % 7 = 3'
    await run(admin, `SELECT 1; ${slow}; SELECT 2`, { client_id: id, runAsync: true })
    await expect
      .poll(
        async () => {
          const { result } = (await admin.get(`/api/v1/query/updated_since?q=${q({ last_updated_ms: 0 })}`)).json()
          return (result as QueryStateJson[]).find((each) => each.id === id)?.extra.statements?.[1]?.state
        },
        { timeout: 20_000 },
      )
      .toBe('running')
    expect((await admin.post('/api/v1/query/stop', { client_id: id })).json()).toEqual({ result: 'OK' })
    const state = await ended(admin, id)
    expect(state.state).toBe('stopped')
    expect(state.extra.statements?.map((each) => each.state)).toEqual(['success', 'stopped', 'not_run'])
    // The engine is free again: the next run does not wait for the stopped one.
    expect((await run(admin, 'SELECT 5 AS five')).json<SqlResultJson>().data).toEqual([{ five: 5 }])
  })

  it('reports the position of a run that waits for its database', async () => {
    const slow = 'SELECT count(*) FROM range(10000000) a(i), range(100000) b(j) WHERE (i * j) % 7 = 3'
    const states = async () => {
      const { result } = (await admin.get(`/api/v1/query/updated_since?q=${q({ last_updated_ms: 0 })}`)).json()
      return result as QueryStateJson[]
    }
    const ids: string[] = []
    // Adds runs until three of them wait, whatever the concurrency of the database.
    await expect
      .poll(
        async () => {
          const positions = (await states()).filter(({ id }) => ids.includes(id)).map(({ extra }) => extra.position)
          const waiting = positions.filter((position) => position !== null)
          if (waiting.length < 3 && ids.length < 12) {
            ids.push(clientId())
            await run(admin, slow, { client_id: ids.at(-1), runAsync: true })
          }
          return waiting.toSorted((one, other) => Number(one) - Number(other))
        },
        { timeout: 20_000 },
      )
      .toEqual([1, 2, 3])
    const first = (await states()).find(({ extra }) => extra.position === 1)
    await admin.post('/api/v1/query/stop', { client_id: first?.id })
    const waiting = async () =>
      (await states()).flatMap(({ extra }) => extra.position ?? []).toSorted((one, other) => one - other)
    await expect.poll(waiting, { timeout: 20_000 }).toEqual([1, 2])
    for (const id of ids) await admin.post('/api/v1/query/stop', { client_id: id })
    await expect.poll(waiting, { timeout: 20_000 }).toEqual([])
  })

  it('reports a failure in the state of the run', async () => {
    const id = clientId()
    await run(admin, 'SELECT nowhere', { client_id: id, runAsync: true })
    const state = await ended(admin, id)
    expect([state.state, state.errorMessage]).toEqual(['failed', expect.stringContaining('nowhere')])
  })
})

describe('Permission to run SQL', () => {
  it('needs the permission, access to the database, and a database that is exposed to the editor', async () => {
    const gamma = await fixture.as('Gamma')
    expect((await run(gamma, 'SELECT 1')).statusCode).toBe(403)
    const writer = await fixture.signedIn(await fixture.user('writer', ['Gamma', 'sql_lab']))
    expect((await run(writer, 'SELECT 1')).statusCode).toBeGreaterThanOrEqual(403)
    const closed = await fixture.database({ database_name: 'closed', expose_in_sqllab: false })
    const answer = await run(admin, 'SELECT 1', { database_id: closed.id })
    expect([answer.statusCode, answer.json().errors[0].message]).toEqual([
      403,
      'The database closed is not available in the SQL editor',
    ])
    expect((await run(admin, 'SELECT 1', { database_id: 999_999 })).statusCode).toBe(404)
    expect((await run(fixture.nobody, 'SELECT 1')).statusCode).toBe(401)
  })

  it('covers rows, files and states of queries of the user only', async () => {
    const id = clientId()
    const { query } = (await run(admin, 'SELECT 42 AS secret', { client_id: id })).json<SqlResultJson>()
    const other = await fixture.signedIn(await fixture.user('other', ['Admin']))
    const requested = q({ key: query.resultsKey as string })
    expect((await other.get(`/api/v1/sqllab/results/?q=${requested}`)).statusCode).toBe(404)
    expect((await other.get(`/api/v1/sqllab/export/${id}/`)).statusCode).toBe(404)
    expect((await other.get(`/superset/csv/${id}`)).statusCode).toBe(404)
    expect((await other.post('/superset/stop_query/', { client_id: id })).statusCode).toBe(404)
    expect((await admin.get(`/api/v1/sqllab/results/?q=${requested}`)).json<SqlResultJson>().data).toEqual([
      { secret: 42 },
    ])
  })
})

describe('The rows of a query', () => {
  it('returns CSV, JSON and a workbook', async () => {
    const id = clientId()
    await run(admin, "SELECT 1 AS n, '=1+1' AS formula; SELECT 2 AS m", { client_id: id, tab: 'Sales 2024' })
    const csv = await admin.get(`/api/v1/sqllab/export/${id}/?statement=0`)
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(csv.headers['content-disposition']).toBe("attachment; filename*=UTF-8''Sales%202024.csv")
    expect(csv.body.replace(/^\uFEFF/, '')).toBe("n,formula\n1,'=1+1\n")
    expect((await admin.get(`/api/v1/sqllab/export/${id}/?format=json`)).json()).toEqual([{ m: 2 }])
    const workbook = await admin.get(`/api/v1/sqllab/export/${id}/?format=xlsx`)
    expect(workbook.rawPayload.subarray(0, 2).toString()).toBe('PK')
    expect((await admin.get(`/api/v1/sqllab/export/${id}/?format=exe`)).statusCode).toBe(400)
    expect((await admin.get(`/superset/csv/${id}`)).body).toContain('m')
  })

  it('returns Parquet with their types and all digits', async () => {
    const id = clientId()
    const cells = [
      ['9223372036854775807', 'big', 'BIGINT'],
      ['CAST(12345678901234567890.123456789 AS DECIMAL(38,9))', 'exact', 'DECIMAL(38,9)'],
      ['170141183460469231731687303715884105727::HUGEINT', 'huge', 'VARCHAR'],
      ['9007199254740993::HUGEINT', 'large', 'DECIMAL(38,0)'],
      ['0.1::DOUBLE', 'half', 'DOUBLE'],
      ["DATE '1969-12-31'", 'day', 'DATE'],
      ["TIMESTAMP '1969-12-31 23:59:59.000001'", 'at', 'TIMESTAMP'],
      ["TIMESTAMPTZ '2024-05-01 10:00:00+00'", 'instant', 'TIMESTAMP WITH TIME ZONE'],
      ['true', 'flag', 'BOOLEAN'],
      [`'=1+1 "' || chr(39) || chr(10) || 'ü'`, 'a "b"', 'VARCHAR'],
      ['[1, NULL]', 'list', 'VARCHAR'],
      ["'\\xFFa'::BLOB", 'bytes', 'BLOB'],
      ["TIME '10:11:12.5'", 'clock', 'TIME'],
    ] as const
    const select = cells.map(([sql, name]) => `${sql} AS "${name.replaceAll('"', '""')}"`).join(', ')
    const nulls = cells.map(() => 'NULL').join(', ')
    await run(admin, `SELECT ${select} UNION ALL SELECT ${nulls}`, { client_id: id, tab: 'Types' })
    const file = await admin.get(`/api/v1/sqllab/export/${id}/?format=parquet`)
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'application/vnd.apache.parquet'])
    expect(file.headers['content-disposition']).toBe("attachment; filename*=UTF-8''Types.parquet")
    const { columns, rows } = await readParquet(file.rawPayload)
    expect(columns).toEqual(cells.map(([, name, type]) => `${name} ${type}`))
    expect(rows).toEqual([
      [
        '9223372036854775807',
        '12345678901234567890.123456789',
        '170141183460469231731687303715884105727',
        '9007199254740993',
        '0.1',
        '1969-12-31',
        '1969-12-31 23:59:59.000001',
        '2024-05-01 10:00:00+00',
        'true',
        `=1+1 "'\nü`,
        '[1,null]',
        '\\xFFa',
        '10:11:12.5',
      ],
      cells.map(() => null),
    ])
  })

  it('returns Parquet if there are none', async () => {
    const id = clientId()
    await run(admin, 'SELECT 1 AS n WHERE false', { client_id: id })
    const file = await admin.get(`/api/v1/sqllab/export/${id}/?format=parquet`)
    expect(await readParquet(file.rawPayload)).toEqual({ columns: ['n INTEGER'], rows: [] })
  })

  it('expire after a day, and that is reported', async () => {
    const { query } = (await run(admin, 'SELECT 1 AS n')).json<SqlResultJson>()
    const requested = `/api/v1/sqllab/results/?q=${q({ key: query.resultsKey as string })}`
    fixture.now += 24 * 3_600_000 - 1
    expect((await admin.get(requested)).statusCode).toBe(200)
    fixture.now += 1
    const answer = await admin.get(requested)
    expect([answer.statusCode, answer.json().errors[0].message]).toEqual([
      410,
      'The rows of this query are no longer stored',
    ])
  })
})
