import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Condition, type ConditionRow, satisfies } from '#core/access/condition.ts'
import { sampleRuns } from '#testing/case-sample.ts'
import { onBothEngines, type StoreFixture } from '#testing/stores.ts'

const letter = fc.constantFrom(
  'a',
  'A',
  'b',
  'é',
  'E',
  'e\u0301',
  'İ',
  'ı',
  'ß',
  'ﬁ',
  'Å',
  'Ａ',
  '%',
  '_',
  '\\',
  "'",
  '"',
  ' ',
  '🦊',
  '\uffee',
  '1',
  'я',
  'Я',
)
const text = fc.array(letter, { maxLength: 4 }).map((letters) => letters.join(''))
const maybe = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: null, freq: 3 })
const small = fc.integer({ min: -2, max: 3 })
const index = fc.integer({ min: 0, max: 2 })
const indexes = fc.uniqueArray(index, { maxLength: 3 })

/** Returns a random chart with ids of existing users, dashboards and datasets; dataset 2 does not exist. */
const drawnChart = fc.record({
  slice_name: text,
  description: maybe(text),
  certified_by: maybe(text),
  cache_timeout: maybe(small),
  is_managed_externally: fc.boolean(),
  datasource_type: fc.constantFrom('table', 'query'),
  dataset: index,
  owners: indexes,
  favoriteOf: indexes,
  dashboards: indexes,
})

interface ConditionRows {
  readonly users: readonly { id: number; first_name: string }[]
  readonly dashboards: readonly { id: number; published: boolean; owners: readonly number[] }[]
  readonly datasets: readonly { id: number; table_name: string; owners: readonly number[] }[]
}

async function createSampleRows({ store, user }: StoreFixture): Promise<ConditionRows> {
  const users = [await user('Ann'), await user('Émil'), await user('bob')]
  const database = await store.databases.create({ database_name: 'd', backend: 'x', sqlalchemy_uri: 'x://' }, null)
  const owners = [users[1]?.id as number]
  const dashboards = []
  for (const dashboard_title of ['Á', 'b', 'a%']) {
    dashboards.push(
      await store.dashboards.create({ dashboard_title, published: dashboard_title !== 'b', owners }, null),
    )
  }
  const datasets = []
  for (const [table_name, schema] of [
    ['Été', null],
    ['ete', 'main'],
  ] as const) {
    datasets.push(
      await store.datasets.create({ table_name, schema, database_id: database.id, owners: schema ? owners : [] }, null),
    )
  }
  return { users, dashboards, datasets }
}

/** Stores the random chart and returns the row that conditions are checked on. */
async function write(
  { store }: StoreFixture,
  drawn: typeof drawnChart extends fc.Arbitrary<infer T> ? T : never,
  fixtures: ConditionRows,
) {
  const { dataset, owners, favoriteOf, dashboards, ...columns } = drawn
  const at = <T>(list: readonly T[], wanted: readonly number[]) =>
    list.filter((_, position) => wanted.includes(position))
  const ids = (rows: readonly { id: number }[]) => rows.map((row) => row.id)
  const [owning, on] = [at(fixtures.users, owners), at(fixtures.dashboards, dashboards)]
  const source = fixtures.datasets[dataset]
  const values = {
    ...columns,
    viz_type: 'pie',
    datasource_id: source?.id ?? 9999,
    owners: ids(owning),
    dashboards: ids(on),
  }
  const chart = await store.charts.create(values, null)
  const fans = ids(at(fixtures.users, favoriteOf))
  for (const fan of fans) await store.favorites.add(fan, 'chart', chart.id)
  const relations = {
    owners: owning.map((each) => ({ ...each })),
    dashboards: on.map((each) => ({ ...each })),
    dataset: source && columns.datasource_type === 'table' ? [{ ...source }] : [],
  }
  return { ...chart, favoriteOf: fans, relations } satisfies ConditionRow
}

const comparisons: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({
    col: fc.constant('slice_name'),
    op: fc.constantFrom('sw', 'ew', 'ct', 'nsw', 'new', 'nct'),
    value: text,
  }),
  fc.record({
    col: fc.constant('description'),
    op: fc.constantFrom('sw', 'ew', 'ct', 'nsw', 'new', 'nct'),
    value: text,
  }),
  fc.record({
    col: fc.constantFrom('slice_name', 'certified_by'),
    op: fc.constantFrom('eq', 'neq', 'gt', 'gte', 'lt', 'lte'),
    value: maybe(text),
  }),
  fc.record({
    col: fc.constant('cache_timeout'),
    op: fc.constantFrom('eq', 'neq', 'gt', 'gte', 'lt', 'lte'),
    value: maybe(small),
  }),
  fc.record({ col: fc.constant('is_managed_externally'), op: fc.constantFrom('eq', 'neq'), value: fc.boolean() }),
  fc.record({
    col: fc.constant('cache_timeout'),
    op: fc.constantFrom('in', 'nin'),
    value: fc.array(maybe(small), { maxLength: 3 }),
  }),
  fc.record({
    col: fc.constant('certified_by'),
    op: fc.constantFrom('in', 'nin'),
    value: fc.array(maybe(text), { maxLength: 3 }),
  }),
) as fc.Arbitrary<Condition>

function conditions(fixtures: ConditionRows): fc.Arbitrary<Condition> {
  const idOf = (rows: readonly { id: number }[]) => fc.constantFrom(...rows.map((row) => row.id), 98765)
  const onOwner = fc.record({ col: fc.constant('first_name'), op: fc.constantFrom('ct', 'nct', 'sw'), value: text })
  const onDashboard = fc.oneof(
    fc.record({ col: fc.constant('published'), op: fc.constant('eq'), value: fc.boolean() }),
    fc.record({ owner: idOf(fixtures.users) }),
    fc.record({ some: fc.constant('owners'), where: fc.boolean() }),
  )
  const onDataset = fc.oneof(
    fc.record({ owner: idOf(fixtures.users) }),
    fc.record({ col: fc.constant('schema'), op: fc.constantFrom('eq', 'neq'), value: fc.constantFrom(null, 'main') }),
    fc.record({ col: fc.constant('table_name'), op: fc.constantFrom('ct', 'ew'), value: text }),
  )
  const leaves = fc.oneof(
    { weight: 6, arbitrary: comparisons },
    { weight: 1, arbitrary: fc.boolean() },
    { weight: 2, arbitrary: fc.record({ owner: idOf(fixtures.users) }) },
    { weight: 2, arbitrary: fc.record({ favoriteOf: idOf(fixtures.users) }) },
    { weight: 2, arbitrary: fc.record({ dashboard: idOf(fixtures.dashboards) }) },
    { weight: 1, arbitrary: fc.record({ some: fc.constant('owners'), where: fc.oneof(onOwner, fc.boolean()) }) },
    {
      weight: 1,
      arbitrary: fc.record({ some: fc.constant('dashboards'), where: fc.oneof(onDashboard, fc.boolean()) }),
    },
    { weight: 1, arbitrary: fc.record({ some: fc.constant('dataset'), where: fc.oneof(onDataset, fc.boolean()) }) },
  ) as fc.Arbitrary<Condition>
  const { tree } = fc.letrec<{ tree: Condition }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 3 },
      leaves,
      fc.record({ and: fc.array(tie('tree'), { maxLength: 3 }) }),
      fc.record({ or: fc.array(tie('tree'), { maxLength: 3 }) }),
      fc.record({ not: tie('tree') }),
    ),
  }))
  return tree
}

const RUNS = sampleRuns(600)

onBothEngines('conditions', (fixture) => {
  it('select the same rows in SQL and in memory', async () => {
    const fixtures = await createSampleRows(fixture())
    const rows: ConditionRow[] = []
    for (const drawn of fc.sample(drawnChart, { numRuns: 60, seed: 11 }))
      rows.push(await write(fixture(), drawn, fixtures))
    let between = 0
    await fc.assert(
      fc.asyncProperty(conditions(fixtures), async (condition) => {
        const { ids } = await fixture().store.charts.list({ where: condition })
        const expected = rows.filter((row) => satisfies(condition, row)).map((row) => row.id)
        expect(ids).toEqual(expected)
        if (ids.length > 0 && ids.length < rows.length) between += 1
      }),
      { numRuns: RUNS, seed: 7 },
    )
    expect(between).toBeGreaterThan(RUNS / 3)
  })

  it('accept many long lists of numbers', async () => {
    const { store, user } = fixture()
    const { id } = await user('Listed')
    const value = Array.from({ length: 4000 }, (_, at) => id + at)
    const listed: Condition = { col: 'id', op: 'in', value }
    const unlisted: Condition = { col: 'id', op: 'nin', value }
    const repeated = Array.from({ length: 20 }, () => listed)
    expect(await store.users.count({ and: [...repeated, { col: 'id', op: 'eq', value: id }] })).toBe(1)
    expect(await store.users.count({ and: [...repeated, unlisted] })).toBe(0)
  })

  describe('are rejected', () => {
    it.each<[string, unknown, string]>([
      ['with an unknown column', { col: 'nonsense', op: 'eq', value: 1 }, 'UnknownColumn'],
      ['with a column that holds a secret', { col: 'password', op: 'sw', value: 'a' }, 'UnknownColumn'],
      ['with SQL for a column', { col: 'id = 1 or id', op: 'eq', value: 1 }, 'UnknownColumn'],
      ['with an unknown relation', { some: 'friends', where: true }, 'UnknownColumn'],
      ['with a search of a column that cannot be searched', { col: 'uuid', op: 'ct', value: 'a' }, 'UnknownColumn'],
      ['with a number for text', { col: 'username', op: 'eq', value: 1 }, 'InvalidValue'],
      ['with text for a number', { col: 'id', op: 'in', value: [1, '2'] }, 'InvalidValue'],
      ['with a number for a boolean', { col: 'active', op: 'eq', value: 1 }, 'InvalidValue'],
      ['with NUL in the text', { col: 'username', op: 'ct', value: 'a\0' }, 'InvalidValue'],
      ['with a fraction', { col: 'id', op: 'lt', value: 1.5 }, 'InvalidValue'],
    ])('%s', async (_, condition, name) => {
      await expect(fixture().store.users.list({ where: condition as Condition })).rejects.toMatchObject({ name })
    })
  })
})
