import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { QueryFilter } from '#core/query/query-object.ts'
import { type QueryRunner, openQueryRunner } from '#testing/query-rows.ts'
import { dataset, datasetColumn as column } from '#testing/dataset.ts'

const itemsDataset = dataset({
  table_name: 'things',
  main_dttm_col: 'ts',
  columns: [
    column({ column_name: 'id', type: 'INTEGER' }),
    column({ column_name: 'n', type: 'BIGINT' }),
    column({ column_name: 'x', type: 'DOUBLE' }),
    column({ column_name: 's', type: 'VARCHAR' }),
    column({ column_name: 'yes', type: 'BOOLEAN' }),
    column({ column_name: 'ts', type: 'TIMESTAMP', is_dttm: true }),
    column({ column_name: 'length', type: 'BIGINT', expression: 'length(s) + 0' }),
    column({ column_name: 'line', type: 'VARCHAR', expression: 's || chr(10)' }),
  ],
})

let asker: QueryRunner
beforeAll(async () => {
  asker = await openQueryRunner(
    itemsDataset,
    [
      'CREATE TABLE things (id INTEGER, n BIGINT, x DOUBLE, s VARCHAR, yes BOOLEAN, ts TIMESTAMP)',
      `INSERT INTO things VALUES
        (1, 1, 0.5, 'apple', true, '2024-01-01 00:00:00'), (2, 2, 1.5, 'Apple pie', false, '2024-01-02 12:00:00'),
        (3, 9007199254740993, 2.5, '', NULL, '2024-02-01 00:00:00'), (4, NULL, NULL, NULL, NULL, NULL),
        (5, -3, -1, 'it''s 100%', true, '2024-02-01 00:00:00.001')`,
    ],
    Date.UTC(2024, 5, 15),
  )
})
afterAll(() => asker.close())

async function ids(...filters: QueryFilter[]): Promise<unknown[]> {
  return (await asker.rows({ columns: ['id'], filters, orderby: [['id', true]] })).map((row) => row.id)
}

it.each<[QueryFilter, number[]]>([
  [{ col: 'n', op: '==', val: 1 }, [1]],
  [{ col: 'n', op: '==', val: '1' }, [1]],
  [{ col: 'n', op: '==', val: '9007199254740993' }, [3]],
  [{ col: 'n', op: '==', val: true }, [1]],
  // A value that is not a number cannot be compared with numbers: the filter is reported and ignored.
  [{ col: 'n', op: '==', val: '' }, [1, 2, 3, 4, 5]],
  [{ col: 'n', op: '==', val: ' 2 ' }, [2]],
  [{ col: 'n', op: '>=', val: '+9007199254740993' }, [3]],
  [{ col: 'n', op: '!=', val: 1 }, [2, 3, 5]],
  [{ col: 'n', op: '!=', val: null }, [1, 2, 3, 5]],
  [{ col: 'n', op: '>', val: '1.5' }, [2, 3]],
  [{ col: 'x', op: '<=', val: 0.5 }, [1, 5]],
  [{ col: 'x', op: '>=', val: [1.5, 100] }, [2, 3]],
  [{ col: 's', op: '==', val: '\tapple\n' }, [1]],
  [{ col: 's', op: '==', val: ' apple' }, []],
  [{ col: 'line', op: '==', val: 'apple\n' }, [1]],
  [{ col: 'line', op: '!=', val: 'apple\n' }, [2, 3, 5]],
  [{ col: 'line', op: 'IN', val: ['apple\n', '\n'] }, [1, 3]],
  [{ col: 'line', op: 'NOT IN', val: ['apple\n', null] }, [2, 3, 5]],
  [{ col: 'line', op: 'IN', val: ['\tapple\n'] }, []],
  [{ col: 's', op: '==', val: 12 }, []],
  [{ col: 's', op: '==', val: '<empty string>' }, [3]],
  [{ col: 's', op: '==', val: "it's 100%" }, [5]],
  [{ col: 's', op: 'in', val: ['apple', null] }, [1, 4]],
  [{ col: 's', op: 'IN', val: ['apple', '<NULL>'] }, [1, 4]],
  [{ col: 's', op: 'IN', val: 'apple' }, [1]],
  [{ col: 's', op: 'IN', val: [null] }, [4]],
  [{ col: 's', op: 'NOT IN', val: ['apple'] }, [2, 3, 5]],
  [{ col: 's', op: 'NOT IN', val: ['apple', null] }, [2, 3, 5]],
  [{ col: 's', op: 'NOT IN', val: [null] }, [1, 2, 3, 5]],
  [{ col: 'x', op: 'IN', val: [1, 1.5] }, [2]],
  [{ col: 'n', op: 'IN', val: ['1', 'two'] }, [1, 2, 3, 4, 5]],
  [{ col: 'n', op: 'IN', val: ['1', '<NULL>'] }, [1, 4]],
  [{ col: 's', op: 'LIKE', val: 'apple%' }, [1]],
  [{ col: 's', op: 'ILIKE', val: 'APPLE%' }, [1, 2]],
  [{ col: 's', op: 'NOT LIKE', val: 'apple%' }, [2, 3, 5]],
  [{ col: 'n', op: 'LIKE', val: '%2' }, [2]],
  [{ col: 'x', op: 'ILIKE', val: '0.5' }, [1]],
  [{ col: 'n', op: 'IS NULL' }, [4]],
  [{ col: 'n', op: 'is not null', val: 'ignored' }, [1, 2, 3, 5]],
  [{ col: 'yes', op: 'IS TRUE' }, [1, 5]],
  [{ col: 'yes', op: 'IS FALSE' }, [2]],
  [{ col: 'yes', op: '==', val: 'TRUE' }, [1, 5]],
  [{ col: 'yes', op: '==', val: true }, [1, 5]],
  [{ col: 'yes', op: '==', val: false }, [2]],
  [{ col: 'yes', op: '==', val: 'no' }, [2]],
  [{ col: 'yes', op: 'IN', val: [0] }, [2]],
  [{ col: 'yes', op: 'IN', val: [2, null] }, [1, 3, 4, 5]],
  [{ col: 'ts', op: '==', val: Date.UTC(2024, 0, 2, 12) }, [2]],
  [{ col: 'ts', op: 'IN', val: [String(Date.UTC(2024, 0, 1)), null] }, [1, 4]],
  [{ col: 'ts', op: '==', val: '2024-01-02 12:00:00.000000' }, [2]],
  [{ col: 'ts', op: '<', val: '2024-01-02' }, [1]],
  [{ col: 'ts', op: '<', val: '10000-01-01' }, [1, 2, 3, 5]],
  [{ col: 'ts', op: '<', val: '-86400000' }, []],
  [{ col: 'ts', op: 'TEMPORAL_RANGE', val: '2024-01-01 : 2024-02-01' }, [1, 2]],
  [{ col: 'ts', op: 'TEMPORAL_RANGE', val: '2024-02-01 : ' }, [3, 5]],
  [{ col: 'ts', op: 'TEMPORAL_RANGE', val: 'No filter' }, [1, 2, 3, 4, 5]],
  [{ col: 'ts', op: '==', val: Date.UTC(2024, 1, 1), grain: 'P1M' }, [3, 5]],
  [{ col: 'length', op: '>', val: 5 }, [2, 5]],
  [{ col: { label: 'up', sqlExpression: 'upper(s)' }, op: '==', val: 'APPLE' }, [1]],
  [{ col: '', op: '==', val: 1 }, [1, 2, 3, 4, 5]],
])('%j keeps the rows %j', async (filter, expected) => {
  expect(await ids(filter)).toEqual(expected)
})

describe('EXCEPT removes rows that meet all of its conditions, and none with a missing value', () => {
  const except = (...of: QueryFilter[]): QueryFilter => ({ col: of[0]?.col ?? 'n', op: 'EXCEPT', of })
  it.each<[QueryFilter[], number[]]>([
    [[{ col: 's', op: 'IN', val: ['apple'] }], [2, 3, 4, 5]],
    [[{ col: 's', op: 'IN', val: ['apple', null] }], [2, 3, 5]],
    [[{ col: 'n', op: 'IS NULL' }], [1, 2, 3, 5]],
    [
      [
        { col: 'yes', op: 'IN', val: [true] },
        { col: 'n', op: 'IN', val: [1] },
      ],
      [2, 3, 4, 5],
    ],
    [
      [
        { col: 'yes', op: 'IN', val: [true] },
        { col: 'nosuch', op: 'IN', val: [1] },
      ],
      [1, 2, 3, 4, 5],
    ],
    [[], [1, 2, 3, 4, 5]],
  ])('the conditions %j select the rows %j', async (of, expected) => {
    expect(await ids(except(...of))).toEqual(expected)
  })

  it('returns the columns that it compared, and those that the dataset lacks', async () => {
    const plan = async (...of: QueryFilter[]) => (await asker.plan({ columns: ['id'], filters: [except(...of)] })).plan
    const [yes, lacking] = [
      { col: 'yes', op: 'IN', val: [true] },
      { col: 'nosuch', op: 'IN', val: [1] },
    ]
    expect(await plan(yes)).toMatchObject({ applied: [{ column: 'yes' }], rejected: [] })
    expect(await plan(yes, lacking)).toMatchObject({
      applied: [],
      rejected: [{ column: 'nosuch', reason: 'not_in_datasource' }],
    })
  })

  it.each(['EXCEPT', 'temporal_range'])('rejects %s among its conditions', async (op) => {
    await expect(ids(except({ col: 'ts', op, val: 'x' }))).rejects.toThrow(`Invalid filter operation type: ${op}`)
  })
})

it('combines filters by AND, and reports filters on missing columns as rejected', async () => {
  const filters = [
    { col: 'n', op: '>', val: 0 },
    { col: 'nosuch', op: '==', val: 1 },
    { col: 's', op: 'ILIKE', val: 'a%' },
  ]
  expect(await ids(...filters)).toEqual([1, 2])
  const { plan } = await asker.plan({
    columns: ['id'],
    filters,
    applied_time_extras: { __time_range: 'Last week', __time_col: 's', __time_grain: 'P1D' },
  })
  expect(plan.applied).toEqual([
    { column: 'n' },
    { column: 's' },
    { column: '__time_grain' },
    { column: '__time_range' },
  ])
  expect(plan.rejected).toEqual([
    { column: 'nosuch', reason: 'not_in_datasource' },
    { column: '__time_col', reason: 'not_in_datasource' },
  ])
})

it('filters a time series by its bucketless time column under the name __timestamp', async () => {
  const filters = [{ col: '__timestamp', op: '>=', val: '2024-02-01' }]
  const query = { columns: [], metrics: [], is_timeseries: true, granularity: 'ts', filters }
  expect(await asker.rows({ ...query, extras: { time_grain_sqla: 'P1M' } })).toEqual([
    { __timestamp: Date.UTC(2024, 1, 1) },
  ])
})

it.each<[QueryFilter, string]>([
  [{ col: 's', op: 'IN', val: [] }, 'Filter value list cannot be empty'],
  [{ col: 's', op: '>', val: null }, 'Must specify a value for filters with comparison operators'],
  [{ col: 'n', op: '>', val: 'many' }, 'Must specify a value for filters with comparison operators'],
  [{ col: 's', op: '>', val: [] }, 'Must specify a value for filters with comparison operators'],
  [{ col: 's', op: 'REGEX', val: 'a' }, 'Invalid filter operation type: REGEX'],
  [{ col: 's', op: 'LIKEWISE', val: 'a' }, 'Invalid filter operation type: LIKEWISE'],
  [{ col: 's', op: 'LIKE', val: null }, 'Must specify a value for filters with comparison operators'],
  [{ col: 's', op: 'NOT ILIKE' }, 'Must specify a value for filters with comparison operators'],
  [
    { col: { label: 'a', sqlExpression: 'ts ' }, op: 'TEMPORAL_RANGE', val: 'x' },
    'Invalid filter operation type: TEMPORAL_RANGE',
  ],
])('rejects %j: %s', async (filter, message) => {
  await expect(ids(filter)).rejects.toThrow(message)
})

it('binds all values, and prints none into the SQL', async () => {
  const { sql, params } = await asker.plan({
    columns: ['id'],
    filters: [
      { col: 's', op: 'IN', val: ["x'); DROP TABLE things; --", 'b'] },
      { col: 'n', op: '>', val: 3 },
    ],
  })
  expect(sql).toBe('SELECT "id" AS "id"\nFROM "things"\nWHERE "s" IN ($1, $2) AND "n" > $3\nLIMIT 50000')
  expect(params).toEqual(["x'); DROP TABLE things; --", 'b', 3])
})

it('binds a number as a number if the type of the other side is unknown', async () => {
  const twice = { label: 'twice', sqlExpression: 'id * 2' }
  const filters = [{ col: twice, op: '==', val: 4 }]
  expect((await asker.plan({ columns: ['id'], filters })).params).toEqual([4])
  expect(await ids(...filters)).toEqual([2])
})

describe('columns of an advanced type', () => {
  const hits = dataset({
    table_name: 'hits',
    columns: [
      column({ column_name: 'id', type: 'INTEGER' }),
      column({ column_name: 'ip', type: 'HUGEINT', advanced_data_type: 'internet_address' }),
      column({ column_name: 'port', type: 'INTEGER', advanced_data_type: 'port' }),
      column({ column_name: 'text', type: 'VARCHAR', advanced_data_type: 'internet_address' }),
    ],
  })
  let hit: QueryRunner
  beforeAll(async () => {
    // 1.1.1.1, 10.0.0.0, 10.255.255.255, 2001:db8::1 and none.
    hit = await openQueryRunner(
      hits,
      [
        `CREATE TABLE hits AS SELECT * FROM (VALUES
          (1, 16843009::HUGEINT, 80, '1.1.1.1'), (2, 167772160, 443, '10.0.0.0'), (3, 184549375, 20, NULL),
          (4, 42540766411282592856903984951653826561, 21, NULL), (5, NULL, NULL, NULL)) AS t(id, ip, port, text)`,
      ],
      0,
    )
  })
  afterAll(() => hit.close())
  const found = async (filter: QueryFilter) =>
    (await hit.rows({ columns: ['id'], filters: [filter], orderby: [['id', true]] })).map((row) => row.id)

  it.each<[QueryFilter, number[]]>([
    [{ col: 'ip', op: '==', val: '1.1.1.1' }, [1]],
    [{ col: 'ip', op: '==', val: 16_843_009 }, [1]],
    [{ col: 'ip', op: '==', val: '10.0.0.0/8' }, [2, 3]],
    [{ col: 'ip', op: '==', val: '2001:db8::1' }, [4]],
    [{ col: 'ip', op: 'IN', val: ['10.0.0.0/8', '1.1.1.1'] }, [1, 2, 3]],
    [{ col: 'ip', op: 'IN', val: ['1.1.1.1', null] }, [1, 5]],
    [{ col: 'ip', op: 'NOT IN', val: ['10.0.0.0/8'] }, [1, 4]],
    [{ col: 'ip', op: '!=', val: '1.1.1.1' }, [2, 3, 4]],
    [{ col: 'ip', op: '>', val: '10.0.0.0/8' }, [4]],
    [{ col: 'ip', op: '>=', val: '10.0.0.0/8' }, [2, 3, 4]],
    [{ col: 'ip', op: '<', val: '10.0.0.0/8' }, [1]],
    [{ col: 'ip', op: '<=', val: '10.0.0.0/8' }, [1, 2, 3]],
    [{ col: 'ip', op: 'IS NULL' }, [5]],
    [{ col: 'port', op: 'IN', val: ['ftp', 'https'] }, [2, 3, 4]],
    [{ col: 'text', op: '==', val: '1.1.1.1' }, [1]],
  ])('filters by the meaning of the values in %j', async (filter, expected) => {
    expect(await found(filter)).toEqual(expected)
  })

  it('rejects a placeholder value without a meaning', async () => {
    await expect(found({ col: 'port', op: '==', val: 'nosuch' })).rejects.toMatchObject({
      code: 'advanced-value',
      args: ["'nosuch' does not appear to be a port name or number"],
    })
  })
})
