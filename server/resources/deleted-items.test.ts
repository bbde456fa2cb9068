import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { printRison } from '#core/rest/rison.ts'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'
import { upload, zip } from '#testing/bundle.ts'
import { resources } from './index.ts'
import { allRoutes, fillPath, type ProductEntities } from '#testing/product-routes.ts'

const DAY = 24 * 3_600_000
const q = (value: unknown) => `?q=${encodeURIComponent(printRison(value))}`

let fixture: TestApp
let admin: Client
let alpha: Client
let beta: Client
let gamma: Client
beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
  alpha = await fixture.as('Alpha')
  beta = await fixture.signedIn(await fixture.user('beta', ['Alpha']))
  gamma = await fixture.as('Gamma')
})
afterAll(() => fixture.close())

let count = 0
const mine = () => ({ owners: [alpha.user?.userId ?? 0] })
/** One entity of each type that Alpha may delete, with the key of its name. */
const kinds = {
  chart: { name: 'slice_name', make: (name: string) => fixture.chart({ slice_name: name, ...mine() }) },
  dashboard: {
    name: 'dashboard_title',
    make: (name: string) => fixture.dashboard({ dashboard_title: name, ...mine() }),
  },
  dataset: { name: 'table_name', make: (name: string) => fixture.dataset({ table_name: name, ...mine() }) },
} as const
type Kind = keyof typeof kinds

async function deleted(kind: Kind, name = `${kind} ${++count}`): Promise<number> {
  const { id } = await kinds[kind].make(name)
  expect((await alpha.delete(`/api/v1/${kind}/${id}`)).statusCode).toBe(200)
  return id
}
const bin = async (client: Client, kind: string, ask: object = {}) =>
  (await client.get(`/api/v1/${kind}/bin/${q(ask)}`)).json()

describe.each(Object.keys(kinds) as Kind[])('the bin of a %s', (kind) => {
  it('lists its content with time, user and remaining days', async () => {
    const id = await deleted(kind, `binned ${kind}`)
    fixture.now += 3 * DAY
    const { result, count: all, days } = await bin(alpha, kind, { page_size: 1 })
    expect([all, days, result.length]).toEqual([1, 30, 1])
    expect(result[0]).toMatchObject({
      id,
      name: `binned ${kind}`,
      deleted_on_delta_humanized: '3 days ago',
      deleted_by_name: 'alpha Test',
      days_left: 27,
    })
    const filters = [{ col: kinds[kind].name, opr: 'ct', value: 'nothing like it' }]
    expect((await bin(alpha, kind, { filters })).count).toBe(0)
    fixture.now -= 3 * DAY
    await alpha.delete(`/api/v1/${kind}/bin/`)
  })

  it('shows deleted content only to users who could have deleted it', async () => {
    const id = await deleted(kind)
    const here = `/api/v1/${kind}`
    expect((await bin(admin, kind)).ids).toContain(id)
    expect((await bin(beta, kind)).count).toBe(0)
    for (const [who, statuses] of [
      [fixture.nobody, [401]],
      [gamma, [403, 404]],
      [beta, [403, 404]],
    ] as const) {
      expect(statuses).toContain((await who.post(`${here}/${id}/restore`)).statusCode)
      expect(statuses).toContain((await who.delete(`${here}/bin/${q([id])}`)).statusCode)
    }
    expect((await fixture.nobody.get(`${here}/bin/`)).statusCode).toBe(401)
    // Emptying one's own bin leaves the entities of others.
    expect((await beta.delete(`${here}/bin/`)).json()).toEqual({ message: 'OK', count: 0 })
    const headers = { 'x-csrftoken': '' }
    expect((await alpha.delete(`${here}/bin/`, { headers })).statusCode).toBe(400)
    expect((await bin(alpha, kind)).ids).toEqual([id])
    expect((await alpha.delete(`${here}/bin/${q([id])}`)).json()).toEqual({ message: 'OK', count: 1 })
    expect((await alpha.post(`${here}/${id}/restore`)).statusCode).toBe(404)
  })

  it('purges its content, but no live objects', async () => {
    const { id } = await kinds[kind].make(`living ${++count}`)
    const removed = await deleted(kind)
    expect((await alpha.delete(`/api/v1/${kind}/bin/${q([removed, id])}`)).statusCode).toBe(404)
    expect((await bin(alpha, kind)).ids).toEqual([removed])
    expect((await alpha.delete(`/api/v1/${kind}/bin/`)).json()).toEqual({ message: 'OK', count: 1 })
    expect([(await bin(alpha, kind)).count, (await alpha.get(`/api/v1/${kind}/${id}`)).statusCode]).toEqual([0, 200])
  })

  it('restores an object with a new uuid if its uuid is in use, and returns it', async () => {
    const made = await kinds[kind].make(`twin ${++count}`)
    await alpha.delete(`/api/v1/${kind}/${made.id}`)
    const twin = { uuid: made.uuid }
    if (kind === 'chart') await fixture.chart(twin)
    else if (kind === 'dashboard') await fixture.dashboard(twin)
    else await fixture.dataset({ ...twin, table_name: `other ${count}` })
    const { changes } = (await alpha.post(`/api/v1/${kind}/${made.id}/restore`)).json()
    expect(changes.uuid).not.toBe(made.uuid)
    expect((await alpha.get(`/api/v1/${kind}/${made.id}`)).json().result.uuid).toBe(changes.uuid)
  })
})

it('deleted objects are returned by no URL except that of the bin', async () => {
  const SECRET = 'nobody may read this name'
  const dataset = await fixture.dataset({ table_name: SECRET, ...mine() })
  const board = await fixture.dashboard({ dashboard_title: SECRET, slug: 'secret-slug', published: true, ...mine() })
  const chart = await fixture.chart({
    slice_name: SECRET,
    datasource_id: dataset.id,
    dashboards: [board.id],
    ...mine(),
  })
  for (const [kind, id] of [
    ['chart', chart.id],
    ['dashboard', board.id],
  ] as const) {
    await admin.post(`/api/v1/${kind}/${id}/favorites/`)
    await admin.get(`/api/v1/${kind}/${id}`)
  }
  const entities = {
    cities: { table: { chart: chart.id, dataset: dataset.id }, database: dataset.database_id, schema: 'main' },
    dashboard: board.id,
    layer: 1,
    annotation: 1,
    rule: 1,
  } as unknown as ProductEntities
  const addresses = allRoutes().filter((each) => each.startsWith('GET ') && !/\/log|\/bin\//.test(each))
  const reported = async () => {
    const found: string[] = []
    for (const address of addresses) {
      const answer = await admin.get(fillPath(address, entities))
      if (answer.body.includes(SECRET)) found.push(address)
    }
    return found
  }
  // Many responses mention a live entity: these are the URLs of these entities.
  const before = await reported()
  expect(before.length).toBeGreaterThan(12)
  await admin.delete(`/api/v1/chart/${chart.id}`)
  await admin.delete(`/api/v1/dashboard/${board.id}`)
  await admin.delete(`/api/v1/dataset/${dataset.id}`)
  expect(await reported()).toEqual([])
  for (const own of [
    `/api/v1/dashboard/secret-slug`,
    `/api/v1/dashboard/${board.id}/charts`,
    `/api/v1/chart/${chart.id}/data/`,
  ])
    expect([own, (await admin.get(own)).statusCode]).toEqual([own, 404])
  const filters = [{ col: 'id', opr: 'chart_is_favorite', value: true }]
  expect((await admin.get(`/api/v1/chart/${q({ filters })}`)).json().count).toBe(0)
  await admin.post(`/api/v1/dataset/${dataset.id}/restore`)
  await admin.post(`/api/v1/dashboard/${board.id}/restore`)
  await admin.post(`/api/v1/chart/${chart.id}/restore`)
  expect(await reported()).toEqual(before)
  expect((await admin.get(`/api/v1/chart/${q({ filters })}`)).json().ids).toEqual([chart.id])
})

it('restores a dashboard with a new slug if its slug is in use', async () => {
  const board = await fixture.dashboard({ dashboard_title: 'A', slug: 'flights', ...mine() })
  await alpha.delete(`/api/v1/dashboard/${board.id}`)
  for (const slug of ['flights', 'flights-2'])
    expect((await alpha.post('/api/v1/dashboard/', { slug })).statusCode).toBe(201)
  const back = await alpha.post(`/api/v1/dashboard/${board.id}/restore`)
  expect([back.statusCode, back.json()]).toEqual([200, { message: 'OK', changes: { slug: 'flights-3' } }])
  expect((await alpha.get('/api/v1/dashboard/flights-3')).json().id).toBe(board.id)
})

it('restores several dashboards of one slug at once, each with a separate slug', async () => {
  const boards = []
  for (const title of ['A', 'B', 'C']) {
    const { id } = await fixture.dashboard({ dashboard_title: title, slug: 'crowded', ...mine() })
    await alpha.delete(`/api/v1/dashboard/${id}`)
    boards.push(id)
  }
  const answers = await Promise.all(boards.map((id) => alpha.post(`/api/v1/dashboard/${id}/restore`)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  const slugs = await Promise.all(boards.map(async (id) => (await fixture.context.store.dashboards.get(id))?.slug))
  expect(new Set(slugs)).toEqual(new Set(['crowded', 'crowded-2', 'crowded-3']))
})

it('rejects a restore when the name is in use, and names the object', async () => {
  const cases = [
    ['database', 'database_name', () => fixture.database({ database_name: 'only one' }), 'database name'],
    [
      'annotation_layer',
      'name',
      async () => (await admin.post('/api/v1/annotation_layer/', { name: 'only one' })).json<{ id: number }>(),
      'name',
    ],
  ] as const
  for (const [kind, field, make, words] of cases) {
    const { id } = await make()
    expect((await admin.delete(`/api/v1/${kind}/${id}`)).statusCode).toBe(200)
    await make()
    const refused = await admin.post(`/api/v1/${kind}/${id}/restore`)
    const { message, errors } = refused.json()
    expect([refused.statusCode, message, errors[0].extra.field]).toEqual([
      422,
      `Another ${kind.replace('_', ' ')} with the ${words} "only one" exists`,
      field,
    ])
  }
})

it('restores a virtual dataset under a new name if its name is in use, but not a physical one', async () => {
  const virtual = await fixture.dataset({ table_name: 'taken', sql: 'SELECT 1 AS one', ...mine() })
  const { database_id } = virtual
  await alpha.delete(`/api/v1/dataset/${virtual.id}`)
  const table = await fixture.dataset({ table_name: 'taken', database_id, ...mine() })
  expect((await alpha.post(`/api/v1/dataset/${virtual.id}/restore`)).json().changes).toEqual({
    table_name: 'taken (2)',
  })
  await alpha.delete(`/api/v1/dataset/${table.id}`)
  await alpha.put(`/api/v1/dataset/${virtual.id}`, { table_name: 'taken' })
  const refused = await alpha.post(`/api/v1/dataset/${table.id}/restore`)
  expect([refused.statusCode, refused.json().message]).toEqual([422, 'Another dataset of the table "taken" exists'])
  await alpha.put(`/api/v1/dataset/${virtual.id}`, { table_name: 'free again' })
  expect((await alpha.post(`/api/v1/dataset/${table.id}/restore`)).json()).toEqual({ message: 'OK' })
})

it('rejects the restore of a dataset whose database was deleted', async () => {
  const database = await fixture.context.store.databases.create(
    { database_name: 'that goes', backend: 'duckdb', sqlalchemy_uri: 'duckdb:///goes.duckdb' },
    null,
  )
  const { id } = await fixture.dataset({ table_name: 'left alone', database_id: database.id })
  await admin.delete(`/api/v1/dataset/${id}`)
  await fixture.context.store.databases.remove(database.id, null)
  const refused = await admin.post(`/api/v1/dataset/${id}/restore`)
  expect([refused.statusCode, refused.json().message]).toEqual([422, 'The database of this dataset no longer exists'])
})

it('deleted saved queries are in the bin of their owner only', async () => {
  const made = (await alpha.post('/api/v1/saved_query/', { label: 'mine', sql: 'SELECT 1' })).json()
  const refused = (await alpha.get('/api/v1/saved_query/')).statusCode === 403
  const keeper = refused ? admin : alpha
  const { id } = refused ? (await admin.post('/api/v1/saved_query/', { label: 'mine', sql: 'SELECT 1' })).json() : made
  await keeper.delete(`/api/v1/saved_query/${id}`)
  expect((await bin(keeper, 'saved_query')).result).toEqual([expect.objectContaining({ id, name: 'mine' })])
  const other = refused ? await fixture.signedIn(await fixture.user('another admin', ['Admin'])) : admin
  expect((await bin(other, 'saved_query')).count).toBe(0)
  expect((await other.post(`/api/v1/saved_query/${id}/restore`)).statusCode).toBe(404)
  expect((await keeper.post(`/api/v1/saved_query/${id}/restore`)).statusCode).toBe(200)
})

it('lists only types of objects that users create', async () => {
  const binned = resources.filter(({ bin: has }) => has).map(({ name }) => name)
  expect(binned.toSorted()).toEqual(['chart', 'dashboard', 'dataset', 'folder', 'saved_query', 'tag'])
  expect((await admin.get('/api/v1/database/bin/')).statusCode).toBe(404)
  expect((await admin.delete('/api/v1/database/bin/')).statusCode).toBe(404)
})

it('importing a deleted object restores it, even if its slug is in use', async () => {
  const made = await fixture.dashboard({ dashboard_title: 'Imported', slug: 'wanted', ...mine() })
  await alpha.delete(`/api/v1/dashboard/${made.id}`)
  await fixture.dashboard({ dashboard_title: 'Another', slug: 'wanted', ...mine() })
  const file = {
    dashboard_title: 'Back',
    uuid: made.uuid,
    slug: 'wanted',
    position: {},
    metadata: {},
    version: '1.0.0',
  }
  const bundle = () => zip({ 'metadata.yaml': 'version: 1.0.0\n', 'dashboards/a.yaml': JSON.stringify(file) })
  const refused = await upload(beta, 'dashboard', bundle())
  expect([refused.statusCode, Object.values(refused.json().errors?.[0].extra ?? {})[0]]).toEqual([
    422,
    "A dashboard already exists and user doesn't have permissions to overwrite it",
  ])
  const done = await upload(alpha, 'dashboard', bundle())
  expect(done.statusCode, done.body).toBe(200)
  const { dashboards } = fixture.context.store
  expect(await dashboards.get(made.id)).toMatchObject({ dashboard_title: 'Back', slug: null })
  const first = await fixture.database({ database_name: 'one name' })
  await admin.delete(`/api/v1/database/${first.id}`)
  await fixture.database({ database_name: 'one name' })
  const database = {
    database_name: 'one name',
    uuid: first.uuid,
    sqlalchemy_uri: 'duckdb:///one.duckdb',
    version: '1.0.0',
  }
  const again = zip({ 'metadata.yaml': 'version: 1.0.0\n', 'databases/a.yaml': JSON.stringify(database) })
  expect((await upload(admin, 'database', again)).statusCode).toBe(200)
  expect((await fixture.context.store.databases.get(first.id))?.database_name).toBe('one name (2)')
})
