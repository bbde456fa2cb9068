import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'
import { isFullSet, sampleCases } from '#testing/case-sample.ts'
import { postFile, uploadCsv } from '#testing/csv-upload.ts'
import { emptyDatabase, type Postgres } from '#testing/postgres.ts'
import { parquet, workbook } from '#testing/upload-files.ts'

let postgres: Pick<Postgres, 'url' | 'stop'>
let remote: pg.Client
let fixture: TestApp
let admin: Client
/** May upload, and may not write databases. */
let analyst: Client
let database: number

beforeAll(async () => {
  postgres = await emptyDatabase()
  remote = new pg.Client({ connectionString: postgres.url })
  await remote.connect()
  await remote.query('CREATE SCHEMA staging')
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
  analyst = await fixture.as('Alpha')
  database = (await fixture.database({ ...address(), database_name: 'Remote' })).id
})
afterAll(async () => {
  await fixture.close()
  await remote.end()
  await postgres.stop()
})

const address = () => ({
  backend: 'postgresql',
  sqlalchemy_uri: postgres.url.replace(/^postgres:/, 'postgresql:'),
  allow_file_upload: true,
})

type Fields = Readonly<Record<string, string>>

/** Returns the names and types of the columns of a table, and its rows as text in their order. */
async function stored(table: string) {
  const types = await remote.query(
    `SELECT attname, format_type(atttypid, atttypmod) AS type FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
    [table],
  )
  const texts = types.rows.map(({ attname }) => `"${attname.replaceAll('"', '""')}"::text`)
  const rows = await remote.query({ text: `SELECT ${texts.join(', ')} FROM ${table} ORDER BY ctid`, rowMode: 'array' })
  return { types: Object.fromEntries(types.rows.map(({ attname, type }) => [attname, type])), rows: rows.rows }
}

/** Returns the names of the tables in the upload schema. */
async function tables() {
  const { rows } = await remote.query(
    "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 1",
  )
  return rows.map(({ relname }) => relname)
}

const upload = (text: string | Uint8Array, fields: Fields, client = admin, filename = 'sales.csv') =>
  uploadCsv(client, database, text, fields, filename)

async function refused(text: string, fields: Fields, client = admin) {
  const answer = await upload(text, fields, client)
  return [answer.statusCode, answer.json().message]
}

describe('a file that becomes a table of PostgreSQL', () => {
  it('B-UPLOAD-01: has types that hold every value', async () => {
    const text =
      'n,ratio,day,moment,flag,code,note\n' +
      '9223372036854775807,0.1,2024-02-29,2024-02-29 23:59:59.123456,yes,007,"a ""b"",\n\\.\\N"\n' +
      '-1,2.5e+300,1999-12-31,2000-01-01 00:00:00,no,123456789012345678901234567890,\n'
    const answer = await upload(text, { table_name: 'typed', has_header: 'true' })
    expect([answer.statusCode, answer.json().message]).toEqual([201, 'OK'])
    expect(await stored('public.typed')).toEqual({
      types: {
        n: 'bigint',
        ratio: 'double precision',
        day: 'date',
        moment: 'timestamp without time zone',
        flag: 'boolean',
        code: 'text',
        note: 'text',
      },
      rows: [
        ['9223372036854775807', '0.1', '2024-02-29', '2024-02-29 23:59:59.123456', 'true', '007', 'a "b",\n\\.\\N'],
        ['-1', '2.5e+300', '1999-12-31', '2000-01-01 00:00:00', 'false', '123456789012345678901234567890', null],
      ],
    })
  })

  it.runIf(isFullSet)('keeps decimals and integers beyond 64 bits of a Parquet file', async () => {
    const bytes = await parquet(
      `SELECT 18446744073709551615::UBIGINT AS u, 99999999999999999999999999999999999999::DECIMAL(38,0) AS d,
       12.30::DECIMAL(18,2) AS price, '\\xAA\\x00'::BLOB AS b, TIMESTAMPTZ '2024-01-01 12:00:00+02' AS z, '' AS e`,
    )
    const answer = await upload(bytes, { table_name: 'wide' }, admin, 'wide.parquet')
    expect([answer.statusCode, answer.json().message]).toEqual([201, 'OK'])
    expect(await stored('public.wide')).toEqual({
      types: {
        u: 'numeric',
        d: 'numeric(38,0)',
        price: 'numeric(18,2)',
        b: 'bytea',
        z: 'timestamp with time zone',
        e: 'text',
      },
      rows: [
        [
          '18446744073709551615',
          '99999999999999999999999999999999999999',
          '12.30',
          '\\xaa00',
          '2024-01-01 10:00:00+00',
          '',
        ],
      ],
    })
  })

  it.runIf(isFullSet)('is read as for DuckDB: workbook, column plan, bad cells and questions', async () => {
    const book = workbook({
      First: [['n'], [1]],
      Second: [
        ['m', 'text'],
        [2, 'x'],
      ],
    })
    const plan = JSON.stringify([{ source: 'm', name: 'M', type: 'text' }])
    const fields = { table_name: 'Second', sheet_name: 'Second', column_plan: plan }
    const file = { filename: 'book.xlsx', bytes: book }
    const answer = await postFile(admin, `/api/v1/database/${database}/upload/`, file, fields)
    expect([answer.statusCode, (await stored('public."Second"')).rows]).toEqual([201, [['2', 'x']]])
    const bad = await upload('n\n1\nx\n', {
      table_name: 'bad',
      column_plan: JSON.stringify([{ source: 'n', type: 'integer' }]),
    })
    expect([bad.statusCode, bad.json().errors[0].extra.bad_cells.first]).toEqual([
      422,
      [{ row: 2, column: 'n', value: 'x', reason: 'integer' }],
    ])
    const response = await upload('d\n01/02/2024\n', { table_name: 'asked' })
    expect(response.json().errors[0].extra.questions).toMatchObject([{ field: 'date_order' }])
    const preview = await uploadCsv(admin, database, 'n\n1\n', {}, 'n.csv', 'upload_preview')
    expect(preview.json().result.rows).toEqual([['1']])
  })

  it('can be charted at once, and again after its table is replaced', async () => {
    const rows = async (id: number) => {
      const context = {
        datasource: { id, type: 'table' },
        queries: [{ columns: ['n'], metrics: [], orderby: [['n', true]], row_limit: 10 }],
      }
      return (await admin.post('/api/v1/chart/data', context)).json().result[0].data
    }
    const first = (await upload('n\n1\n', { table_name: 'charted' })).json().dataset_id
    expect(await rows(first)).toEqual([{ n: 1 }])
    const again = await upload('n\n2\n3\n', { table_name: 'charted', already_exists: 'replace' })
    expect([again.json().dataset_id, await rows(first)]).toEqual([first, [{ n: 2 }, { n: 3 }]])
    await upload('n\n4\n', { table_name: 'charted', already_exists: 'append' })
    expect(await rows(first)).toEqual([{ n: 2 }, { n: 3 }, { n: 4 }])
    expect(await refused('n\n1\n', { table_name: 'charted' })).toEqual([422, 'The table "charted" already exists'])
  })

  it.runIf(isFullSet)('is rejected if a text has a NUL character, by row and column', async () => {
    const before = await tables()
    const answer = await upload('[{"a":"x"},{"a":"y\\u0000z"}]', { table_name: 'nul' }, admin, 'nul.json')
    expect([answer.statusCode, answer.json().message]).toEqual([
      422,
      'Row 2 has, in the column "a", text with a NUL character, which the database cannot store',
    ])
    expect(await tables()).toEqual(before)
  })

  it('is rejected if a name would be cut to that of another table or column', async () => {
    const long = 'x'.repeat(64)
    expect(await refused('n\n1\n', { table_name: long })).toEqual([
      422,
      `The name "${long}" is longer than the 63 bytes that the database allows`,
    ])
    expect((await refused(`${long},b\n1,2\n`, { table_name: 'short', has_header: 'true' }))[0]).toBe(422)
  })
})

describe('rows that are added to a table of PostgreSQL', () => {
  beforeAll(async () => {
    await remote.query(
      `CREATE TABLE target (id bigint PRIMARY KEY, price numeric(6,2), amount numeric, short varchar(3), day date,
       made timestamptz DEFAULT '2024-01-01 00:00:00+00', kind "char")`,
    )
    await remote.query(
      "CREATE TABLE accounts (id bigint PRIMARY KEY, price numeric(6,2), amount numeric, short varchar(3), day date, made timestamptz DEFAULT '2024-01-01 00:00:00+00')",
    )
    await remote.query("INSERT INTO accounts VALUES (1, 1, 1, 'a', '2024-01-01')")
  })
  const append = (text: string, fields: Fields = {}) =>
    refused(text, { table_name: 'accounts', already_exists: 'append', has_header: 'true', ...fields })

  it('are stored exactly, and columns that the file lacks have their defaults', async () => {
    const text = 'ID,price,amount\n2,10.5,123456789012345678901234567890.123456789012345678901234567890\n3,,-1.5\n'
    expect(await append(text)).toEqual([201, 'OK'])
    const { rows } = await remote.query({
      text: 'SELECT id, price, amount, made::text FROM accounts WHERE id > 1 ORDER BY 1',
      rowMode: 'array',
    })
    expect(rows).toEqual([
      ['2', '10.50', '123456789012345678901234567890.123456789012345678901234567890', '2024-01-01 00:00:00+00'],
      ['3', null, '-1.5', '2024-01-01 00:00:00+00'],
    ])
  })

  it.each(
    sampleCases(
      [
        [
          'id,price\n5,1.999\n',
          'The value "1.999" in line 2 cannot be stored exactly in the column "price" of type DECIMAL(6,2); other such values: 0',
        ],
        [
          'id,day\n5,2024-01-02\n6,2024-01-01 10:00:00\n',
          'The value "2024-01-01 10:00:00" in line 3 cannot be stored exactly in the column "day" of type DATE; other such values: 0',
        ],
        [
          'id,amount\n5,many\n',
          'The value "many" in line 2 cannot be stored exactly in the column "amount" of type NUMBER; other such values: 0',
        ],
        [
          'id,short\n5,abc\n6,abcd\n',
          'Row 2 has, in the column "short", text of more than 3 characters, which the database cannot store',
        ],
        [
          'id,short\n5,"a\nb"\n1,c\n',
          'The database rejected row 2: duplicate key value violates unique constraint "accounts_pkey"',
        ],
        ['id,other\n5,1\n', 'The table "accounts" has no column "other"'],
      ],
      3,
    ),
  )('are rejected completely for %j', async (text, message) => {
    const before = await stored('accounts')
    expect(await append(text)).toEqual([422, message])
    expect(await stored('accounts')).toEqual(before)
  })

  it('are rejected by name if a column may change values without an error', async () => {
    expect(await append('id\n1\n', { table_name: 'target' })).toEqual([
      422,
      'Rows of a file cannot be appended to the column "kind" of the type "char"',
    ])
  })
})

describe('an external table of PostgreSQL', () => {
  beforeAll(async () => {
    await remote.query('CREATE TABLE payroll AS SELECT 1000 AS n')
    await remote.query('CREATE VIEW payroll_view AS SELECT * FROM payroll')
    await remote.query('CREATE TABLE secured AS SELECT 1 AS n')
    await remote.query('ALTER TABLE secured ENABLE ROW LEVEL SECURITY')
  })

  it.each(['replace', 'append'])(
    'is not changed by a user who may not write the database: %s',
    async (already_exists) => {
      expect(await refused('n\n1\n', { table_name: 'payroll', already_exists }, analyst)).toEqual([
        403,
        'You may not change the table "payroll"',
      ])
      expect((await stored('payroll')).rows).toEqual([['1000']])
    },
  )

  it.each([
    ['payroll', 'The table "payroll" cannot be replaced: other objects depend on it'],
    ['payroll_view', 'The table "payroll_view" already exists'],
    ['secured', 'The table "secured" cannot be replaced: it has policies of row security'],
  ])('is not replaced where more than its rows would change: %s', async (table_name, message) => {
    expect(await refused('n\n1\n', { table_name, already_exists: 'replace' })).toEqual([422, message])
    expect((await stored('payroll')).rows).toEqual([['1000']])
  })

  it('is not changed if a dataset of another user reads it', async () => {
    await upload('n\n1\n', { table_name: 'owned' })
    const message = 'The table "owned" belongs to a dataset of another user'
    for (const already_exists of ['replace', 'append'])
      expect(await refused('n\n2\n', { table_name: 'owned', already_exists }, analyst)).toEqual([403, message])
    expect((await stored('owned')).rows).toEqual([['1']])
  })

  it('is in a schema that the database allows for uploads', async () => {
    const extra = JSON.stringify({ schemas_allowed_for_file_upload: ['staging'] })
    const { id } = await fixture.database({ ...address(), database_name: 'Staging only', extra })
    const to = (fields: Fields) => uploadCsv(admin, id, 'n\n1\n', { table_name: 'staged', ...fields })
    expect([(await to({})).statusCode, (await to({ schema: 'public' })).statusCode]).toEqual([403, 403])
    expect((await to({ schema: 'staging' })).statusCode).toBe(201)
    expect((await stored('staging.staged')).rows).toEqual([['1']])
  })

  it('is in the schema that the connection names, and its dataset names the schema', async () => {
    const uri = `${address().sqlalchemy_uri}?schema=staging`
    const { id } = await fixture.database({ ...address(), sqlalchemy_uri: uri, database_name: 'Other path' })
    const answer = await uploadCsv(admin, id, 'n\n5\n', { table_name: 'located' })
    expect([answer.statusCode, (await stored('staging.located')).rows]).toEqual([201, [['5']]])
    const dataset = await fixture.context.store.datasets.get(answer.json().dataset_id)
    expect(dataset?.schema).toBe('staging')
  })
})

/** Locks a table that an upload has to wait for; `waiting` lists the processes of waiting statements. */
async function holding(table: string) {
  const holder = new pg.Client({ connectionString: postgres.url })
  await holder.connect()
  await holder.query('BEGIN')
  await holder.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`)
  const waiting = async (): Promise<readonly number[]> => {
    const sql = `SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%${table}%'`
    return (await remote.query(sql)).rows.map(({ pid }) => pid)
  }
  const release = async () => {
    await holder.query('ROLLBACK')
    await holder.end()
  }
  return { waiting, release }
}

it.runIf(isFullSet)('an upload whose connection to the database is lost leaves no rows', async () => {
  await upload('n\n1\n', { table_name: 'severed' })
  const before = await tables()
  const { waiting, release } = await holding('severed')
  const uploading = upload('n\n2\n', { table_name: 'severed', already_exists: 'replace' })
  await expect.poll(waiting, { timeout: 30_000 }).toHaveLength(1)
  await remote.query('SELECT pg_terminate_backend($1)', [(await waiting())[0]])
  expect((await uploading).headers['x-facet-error']).toBe('connection-failed')
  await release()
  expect([await tables(), (await stored('severed')).rows]).toEqual([before, [['1']]])
})

it('an upload that is stopped while the table is locked ends in the server and leaves no rows', async () => {
  await upload('n\n1\n', { table_name: 'waited' })
  const { waiting, release } = await holding('waited')
  const row = await fixture.context.store.databases.get(database)
  if (!row) throw new Error('The database has no row')
  const file = join(mkdtempSync(join(fixture.home, 'waiting-')), 'in.csv')
  writeFileSync(file, 'n\n2\n')
  const stop = new AbortController()
  const load = { file, table: 'waited', schema: 'public', existing: 'append' } as const
  const loading = fixture.context.chartData.sources.load(row, load, stop.signal)
  await expect.poll(waiting, { timeout: 30_000 }).toHaveLength(1)
  stop.abort(new Error('stopped'))
  await expect(loading).rejects.toThrow('stopped')
  await expect.poll(waiting, { timeout: 30_000 }).toEqual([])
  await release()
  expect((await stored('waited')).rows).toEqual([['1']])
})

describe('an upload into the name of a created table', () => {
  const entries = async () => {
    const all = await fixture.context.store.createdTables.ofDatabase(database)
    return all.filter(({ name }) => name === 'created').length
  }
  const add = () =>
    fixture.context.store.createdTables.add({
      database_id: database,
      schema: 'public',
      name: 'created',
      method: 'TABLE',
      user_id: null,
      sources: ['secrets'],
    })

  it.runIf(isFullSet)(
    'ends its record only if the table is missing in the engine and the file creates it',
    async () => {
      await remote.query('CREATE TABLE created (n bigint)')
      await add()
      expect((await upload('n\n1\n', { table_name: 'created' })).statusCode).toBe(422)
      expect(await entries()).toBe(1)
      for (const existing of ['replace', 'append'])
        expect((await upload('n\n1\n', { table_name: 'created', already_exists: existing })).statusCode).toBe(201)
      expect(await entries()).toBe(1)
      // The table is dropped outside the product.
      await remote.query('DROP TABLE created')
      expect((await upload('n\n', { table_name: 'created', delimiter: ';;' })).statusCode).toBeGreaterThan(399)
      expect(await entries()).toBe(1)
      expect((await upload('n\n1\n', { table_name: 'created', already_exists: 'replace' })).statusCode).toBe(201)
      expect(await entries()).toBe(0)
      expect((await stored('public.created')).rows).toEqual([['1']])
    },
  )
})
