import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { QueryObject } from '#core/query/query-object.ts'
import { type QueryRunner, openQueryRunner } from '#testing/query-rows.ts'
import { dataset, datasetColumn as column, datasetMetric as metric } from '#testing/dataset.ts'

const visits = dataset({
  table_name: 'visits',
  main_dttm_col: 'day',
  columns: [
    column({ column_name: 'day', type: 'TIMESTAMP', is_dttm: true }),
    ...['town', 'town__', 'kind'].map((column_name) => column({ column_name, type: 'VARCHAR' })),
    ...['n', 'size'].map((column_name) => column({ column_name, type: 'INTEGER' })),
  ],
  metrics: [metric('count', 'COUNT(*)'), metric('total', 'SUM(n)'), metric('size', 'MAX(n)')],
})

const statements = [
  `CREATE TABLE visits AS SELECT day, town, 'of ' || kind AS town__, kind, n, 100 - n AS size FROM (VALUES
    (TIMESTAMP '2024-01-01', 'A', 'x', 1), (TIMESTAMP '2024-01-02', 'A', 'y', 2),
    (TIMESTAMP '2024-02-01', 'B', 'x', 4), (TIMESTAMP '2024-02-02', 'B', 'x', 8),
    (TIMESTAMP '2024-02-03', 'C', 'y', 16), (TIMESTAMP '2024-03-01', NULL, 'y', 32)) v(day, town, kind, n)`,
]
const NOW = Date.UTC(2024, 5, 15)

let asker: QueryRunner
/** An engine without grouping sets, which queries each set separately. */
let separate: QueryRunner
beforeAll(async () => {
  asker = await openQueryRunner(visits, statements, NOW)
  separate = await openQueryRunner(visits, statements, NOW, 'groupingSets')
})
afterAll(() => Promise.all([asker.close(), separate.close()]))

/** Returns each row as the list of its values. */
const requested = async (query: QueryObject, by = asker) => (await by.rows(query)).map((row) => Object.values(row))
const byTown = [
  ['town', true],
  ['kind', true],
] as const
const named = { filters: [{ col: 'town', op: 'IS NOT NULL' }] } as const

describe('series', () => {
  const towns = { columns: ['town'], metrics: ['total'], series_columns: ['town'], orderby: [['town', true]] } as const

  it.each<[string, QueryObject, readonly unknown[]]>([
    ['the first metric', { ...named, series_limit: 1 }, [['C', 16]]],
    ['the metric of the limit', { ...named, series_limit: 1, series_limit_metric: 'count' }, [['A', 3]]],
    ['the lowest values, in ascending order', { ...named, series_limit: 1, order_desc: false }, [['A', 3]]],
    ['their row counts, without any metric', { ...named, metrics: [], series_limit: 2 }, [['A'], ['B']]],
    [
      'nothing without a limit',
      { ...named, series_limit: 0 },
      [
        ['A', 3],
        ['B', 12],
        ['C', 16],
      ],
    ],
  ])('limits them by %s', async (_, query, expected) => {
    expect(await requested({ ...towns, ...query })).toEqual(expected)
  })

  it.each<[string, QueryObject, readonly unknown[]]>([
    [
      'as one group next to the series',
      { columns: ['town', 'kind'], series_columns: ['town'], orderby: byTown, ...named },
      [
        ['C', 'y', 16],
        ['Others', 'x', 13],
        ['Others', 'y', 2],
      ],
    ],
    [
      'if the dimension has numbers',
      { columns: ['n'], series_columns: ['n'], orderby: [['n', true]] },
      [
        ['32', 32],
        ['Others', 31],
      ],
    ],
    [
      'and null is a series like others',
      { columns: ['town'], series_columns: ['town'], series_limit: 2, orderby: [['total', false]] },
      [
        [null, 32],
        ['C', 16],
        ['Others', 15],
      ],
    ],
    [
      'but not if all series are within the limit',
      { columns: ['town'], series_columns: ['town'], series_limit: 4, orderby: [['total', false]] },
      [
        [null, 32],
        ['C', 16],
        ['B', 12],
        ['A', 3],
      ],
    ],
    [
      'but not without a limit',
      { ...towns, ...named, series_limit: 0 },
      [
        ['A', 3],
        ['B', 12],
        ['C', 16],
      ],
    ],
    [
      'but not without series columns',
      { columns: ['kind'], orderby: [['kind', true]] },
      [
        ['x', 13],
        ['y', 50],
      ],
    ],
  ])('groups the rest as others %s', async (_, query, expected) => {
    const others = { metrics: ['total'], series_limit: 1, group_others_when_limit_reached: true }
    expect(await requested({ ...others, ...query })).toEqual(expected)
  })

  it('several dimensions are all compared', async () => {
    const both = { columns: ['town', 'kind'], series_columns: ['town', 'kind'], metrics: ['total'], orderby: byTown }
    expect(await requested({ ...both, ...named, series_limit: 2 })).toEqual([
      ['B', 'x', 12],
      ['C', 'y', 16],
    ])
  })

  it('finds them if a column of the dataset has the name of their alias', async () => {
    const query = { ...towns, ...named, columns: ['town', 'town__'], series_limit: 1 }
    expect(await requested(query)).toEqual([['C', 'of y', 16]])
  })

  it('the dimensions of a time series are ranked if there is a metric', async () => {
    const time = { columns: ['town'], is_timeseries: true, granularity: 'day', series_limit: 1, ...named } as const
    const query = { ...time, extras: { time_grain_sqla: 'P1Y' }, orderby: [['town', true]] } as const
    const year = Date.UTC(2024, 0, 1)
    expect(await requested({ ...query, metrics: ['total'] })).toEqual([[year, 'C', 16]])
    expect(await requested({ ...query, metrics: [] })).toEqual([
      [year, 'A'],
      [year, 'B'],
      [year, 'C'],
    ])
    expect(await requested({ ...query, is_timeseries: false, metrics: ['total'] })).toHaveLength(3)
  })
})

describe('groupings', () => {
  const query = { columns: ['town', 'kind'], metrics: ['total'], orderby: byTown } as const

  it.each<[string, QueryObject, readonly unknown[]]>([
    [
      'over one dimension leave out the rows of all',
      { ...named, grouping_sets: [['town']] },
      [
        ['A', null, 3, 1],
        ['B', null, 12, 1],
        ['C', null, 16, 1],
      ],
    ],
    ['over none', { grouping_sets: [[]] }, [[null, null, 63, 3]]],
    [
      'are made once each, totals first',
      { ...named, grouping_sets: [['kind', 'town'], ['kind'], ['town', 'kind']] },
      [
        [null, 'x', 13, 2],
        [null, 'y', 18, 2],
        ['A', 'x', 1, 0],
        ['A', 'y', 2, 0],
        ['B', 'x', 12, 0],
        ['C', 'y', 16, 0],
      ],
    ],
    [
      'that are parts hold no row of the whole',
      { ...named, grouping_sets: [['town'], ['kind']] },
      [
        [null, 'x', 13, 2],
        [null, 'y', 18, 2],
        ['A', null, 3, 1],
        ['B', null, 12, 1],
        ['C', null, 16, 1],
      ],
    ],
    [
      // A x 1, A y 2, B x 12, C y 16, null y 32: of these C y and null y pass, 16 + 32.
      'add up the groups that pass HAVING',
      { grouping_sets: [[], ['kind'], ['town', 'kind']], extras: { having: 'SUM(n) > 12' } },
      [
        [null, null, 48, 3],
        [null, 'y', 48, 2],
        ['C', 'y', 16, 0],
        [null, 'y', 32, 0],
      ],
    ],
    [
      'add up the groups of a limited series that pass HAVING',
      { grouping_sets: [[]], series_columns: ['kind'], series_limit: 1, extras: { having: 'SUM(n) > 2' } },
      [[null, null, 48, 3]],
    ],
    [
      'that are none say nothing',
      { ...named, columns: ['kind'], grouping_sets: [], orderby: [['kind', true]] },
      [
        ['x', 13],
        ['y', 18],
      ],
    ],
    ['of nothing say nothing', { columns: [], grouping_sets: [[]], orderby: [] }, [[63]]],
  ])('%s', async (_, more, expected) => {
    expect(await requested({ ...query, ...more })).toEqual(expected)
    expect(await requested({ ...query, ...more }, separate)).toEqual(expected)
  })

  it('prints one statement with GROUPING SETS, or several joined by UNION ALL', async () => {
    const dataRequest = { ...query, ...named, grouping_sets: [['town'], []], orderby: [['total', true]] } as const
    const [together, parts] = await Promise.all([asker, separate].map(async (by) => (await by.plan(dataRequest)).sql))
    expect(together).toContain('GROUP BY GROUPING SETS (("town"), (), ')
    expect(parts).not.toContain('GROUPING')
    expect(parts?.match(/UNION ALL/g)).toHaveLength(2)
    const expected = [
      [null, null, 31, 3],
      ['A', null, 3, 1],
      ['B', null, 12, 1],
      ['C', null, 16, 1],
    ]
    for (const by of [asker, separate]) expect(await requested(dataRequest, by)).toEqual(expected)
  })

  it('rejects the names that are no dimensions, each once', async () => {
    const grouping_sets = [['nope', 'town'], ['nope'], ['other']]
    await expect(requested({ ...query, grouping_sets })).rejects.toMatchObject({
      code: 'grouping-sets-unknown',
      args: ['"nope", "other"'],
    })
  })

  it('ignores groupings for rows without grouping', async () => {
    expect(await requested({ columns: ['n'], grouping_sets: [['n']], orderby: [['n', false]], row_limit: 1 })).toEqual([
      [32],
    ])
  })
})

describe('order by', () => {
  const least = { expressionType: 'SQL', sqlExpression: 'MIN(n)', label: 'least' } as const
  const towns = [[null], ['C'], ['B'], ['A']]

  it.each<[string, NonNullable<QueryObject['orderby']>[number][0]]>([
    ['a saved metric', 'total'],
    ['a saved metric by its label', { label: 'total' }],
    ['an SQL metric', { ...least, optionName: 'metric_1' }],
    ['an SQL metric that was named', { ...least, hasCustomLabel: true }],
    ['a simple metric', { expressionType: 'SIMPLE', aggregate: 'MIN', column: { column_name: 'n' } }],
  ])('%s groups the rows', async (_, key) => {
    expect(await requested({ columns: ['town'], orderby: [[key, false]] })).toEqual(towns)
  })

  it('a column or its SQL does not group the rows', async () => {
    const rows = [[null], ['C'], ['B'], ['B'], ['A'], ['A']]
    expect(await requested({ columns: ['town'], orderby: [['n', false]] })).toEqual(rows)
    expect(await requested({ columns: ['town'], orderby: [[{ label: 'less', sqlExpression: '-n' }, true]] })).toEqual(
      rows,
    )
  })

  it('a name of both a column and a metric uses the selected value', async () => {
    expect(await requested({ columns: ['town'], orderby: [['size', true]], row_limit: 1 })).toEqual([[null]])
    expect(await requested({ columns: ['town'], metrics: ['total'], orderby: [['size', true]], row_limit: 1 })).toEqual(
      [['A', 3]],
    )
  })
})

it('the hour offset of a dataset moves its time axis and no other column', async () => {
  const moved = await openQueryRunner(
    { ...visits, offset: 36 },
    ["CREATE TABLE visits AS SELECT TIMESTAMP '2024-01-31 13:00:00' AS day, TIMESTAMP '2024-01-31' AS other, 1 AS n"],
    Date.UTC(2024, 5, 15),
  )
  const axis = { label: 'day', sqlExpression: 'day', columnType: 'BASE_AXIS', timeGrain: 'P1D' } as const
  const instant = Date.UTC(2024, 1, 1, 12)
  expect(await moved.rows({ columns: [axis], metrics: ['total'] })).toEqual([{ day: instant, total: 1 }])
  expect(await moved.rows({ columns: ['day'], granularity: 'day' })).toEqual([{ day: instant + 13 * 3_600_000 }])
  expect(await moved.rows({ columns: ['day'] })).toEqual([{ day: Date.UTC(2024, 0, 31, 13) }])
  // The value a result has for a day matches the rows of that day.
  const of = (val: number) =>
    moved.rows({ columns: ['n'], filters: [{ col: 'day', op: 'IN', val: [val], grain: 'P1D' }] })
  expect([await of(instant), await of(Date.UTC(2024, 0, 31))]).toEqual([[{ n: 1 }], []])
  await moved.close()
})
