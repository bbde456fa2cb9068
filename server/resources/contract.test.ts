import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ErrorCode } from '#core/rest/errors.ts'
import { printRison } from '#core/rest/rison.ts'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'
import { accessTypes } from '#testing/access-types.ts'
import { resources } from './index.ts'
import type { AnyResource } from './resource.ts'

let fixture: TestApp
let [admin, alpha, gamma] = [] as unknown as [Client, Client, Client]
let [databases, rules, layers, examples] = [0, 0, 0, 0]
const stored = () => fixture.context.store

interface Kind {
  /** Creates one row. */
  make(): Promise<{ readonly id: number; readonly version: number }>
  readonly title: string
  /** Only administrators may access the type. */
  readonly closed?: true
  readonly denied?: 404
  /** Rows of a closed type can be exported as bundles. */
  readonly bundled?: true
  /** Rows have no owner: a caller with write permission on the type may write each; other callers cannot read them. */
  readonly shared?: true
  readonly create: () => Promise<object>
  readonly update: object
  /** A body of the wrong shape, and the expected status and field of the error. */
  readonly misshapen: readonly [body: object, status: number, field: string]
  readonly filter: readonly [column: string, value: (row: { id: number }) => Promise<string>]
}

/** The types that need more than an example. */
const own: Readonly<Record<string, Kind>> = {
  chart: {
    make: () => fixture.chart(),
    title: 'slice_name',
    create: async () => ({ slice_name: 'New', datasource_id: (await fixture.dataset()).id, datasource_type: 'table' }),
    update: { slice_name: 'Changed' },
    misshapen: [{ slice_name: 'x', datasource_id: 'one', datasource_type: 'table' }, 400, 'datasource_id'],
    filter: ['slice_name', async ({ id }) => (await stored().charts.get(id))?.slice_name ?? ''],
  },
  dashboard: {
    make: () => fixture.dashboard(),
    title: 'dashboard_title',
    create: async () => ({ dashboard_title: 'New' }),
    update: { dashboard_title: 'Changed' },
    misshapen: [{ dashboard_title: 'x', json_metadata: 'no json' }, 400, 'json_metadata'],
    filter: ['dashboard_title', async ({ id }) => (await stored().dashboards.get(id))?.dashboard_title ?? ''],
  },
  dataset: {
    make: () => fixture.dataset(),
    title: 'table_name',
    create: async () => ({ database: (await fixture.database()).id, table_name: 'numbers', sql: 'SELECT 1 AS one' }),
    update: { description: 'Changed' },
    misshapen: [{ database: 1 }, 400, 'table_name'],
    filter: ['table_name', async ({ id }) => (await stored().datasets.get(id))?.table_name ?? ''],
  },
  rowlevelsecurity: {
    make: async () => {
      const { id } = await fixture.dataset()
      return stored().rowRules.create(
        { name: `rule ${++rules}`, filter_type: 'Regular', clause: '1 = 1', tables: [id], roles: [] },
        null,
      )
    },
    title: 'name',
    closed: true,
    create: async () => ({
      name: `New ${++rules}`,
      filter_type: 'Base',
      clause: '1 = 1',
      tables: [(await fixture.dataset()).id],
      roles: [],
    }),
    update: { clause: '1 = 0' },
    misshapen: [{ name: 'x', filter_type: 'Other', tables: [1], roles: [], clause: 'a' }, 400, 'filter_type'],
    filter: ['name', async ({ id }) => (await stored().rowRules.get(id))?.name ?? ''],
  },
  saved_query: {
    make: () => stored().savedQueries.create({ label: `query ${++rules}` }, admin.user?.userId ?? null),
    title: 'label',
    closed: true,
    bundled: true,
    create: async () => ({ label: `New ${++rules}`, sql: 'SELECT 1' }),
    update: { sql: 'SELECT 2' },
    misshapen: [{ label: 1 }, 422, 'label'],
    filter: ['label', async ({ id }) => (await stored().savedQueries.get(id))?.label ?? ''],
  },
  dashboard_grant: {
    make: async () => {
      const pair = { dashboard_id: (await fixture.dashboard()).id, dataset_id: (await fixture.dataset()).id }
      return stored().dashboardGrants.create({ ...pair, note: `note ${++rules}` }, null)
    },
    title: 'note',
    closed: true,
    create: async () => ({
      dashboard: (await fixture.dashboard()).id,
      dataset: (await fixture.dataset()).id,
      note: `New ${++rules}`,
    }),
    update: { note: 'Changed' },
    misshapen: [{ dashboard: 'one', dataset: 1 }, 400, 'dashboard'],
    filter: ['note', async ({ id }) => (await stored().dashboardGrants.get(id))?.note ?? ''],
  },
  'annotation_layer/:layer/annotation': {
    make: () =>
      stored().annotations.create(
        { layer_id: FIRST_LAYER, short_descr: `annotation ${++layers}`, start_dttm: 0, end_dttm: 0 },
        null,
      ),
    title: 'short_descr',
    shared: true,
    create: async () => ({ short_descr: `New ${++layers}`, start_dttm: '2024-01-01', end_dttm: '2024-01-02' }),
    update: { long_descr: 'Changed' },
    misshapen: [{ short_descr: 'x', start_dttm: 'soon', end_dttm: '2024-01-01' }, 400, 'start_dttm'],
    filter: ['short_descr', async ({ id }) => (await stored().annotations.get(id))?.short_descr ?? ''],
  },
  dynamic_plugin: {
    make: () => stored().dynamicPlugins.create(plugin(), null),
    title: 'name',
    create: async () => plugin(),
    update: { bundle_url: '/other.js' },
    misshapen: [{ ...plugin(), key: 'Wind Rose' }, 400, 'key'],
    filter: ['name', async ({ id }) => (await stored().dynamicPlugins.get(id))?.name ?? ''],
  },
  ...accessTypes(stored),
  database: {
    make: () => fixture.database({ database_name: `database ${++databases}` }),
    title: 'database_name',
    create: async () => ({ database_name: 'New', sqlalchemy_uri: 'duckdb:///new.duckdb' }),
    update: { database_name: 'Changed' },
    misshapen: [{ sqlalchemy_uri: 'duckdb:///new.duckdb' }, 422, 'database_name'],
    filter: ['database_name', async ({ id }) => (await stored().databases.get(id))?.database_name ?? ''],
  },
}

function plugin() {
  const key = `wind_rose_${++layers}`
  return { name: `Wind rose ${layers}`, key, bundle_url: `/${key}.js`, integrity: `sha256-${'A'.repeat(43)}=` }
}

/** Returns a type whose rows are created by its own route. */
function exampleKind(resource: AnyResource): Readonly<Record<string, Kind>> {
  const { name, example } = resource
  if (!example) return {}
  const { title, create } = example
  const body = async () => ({ ...create, [title]: `${String(create[title])} ${++examples}` })
  const make = async () => {
    const { id } = (await admin.post(`/api/v1/${name}/`, await body())).json<{ id: number }>()
    return { id, version: (await admin.get(`/api/v1/${name}/${id}`)).json().result.version as number }
  }
  const titleOf = async ({ id }: { id: number }) =>
    String(((await resource.repository(stored()).get(id)) as Record<string, unknown> | undefined)?.[title])
  const shared = example.isOpen ? {} : { shared: true as const }
  return { [name]: { ...example, ...shared, make, create: body, filter: [title, titleOf] } }
}
const kinds: Readonly<Record<string, Kind>> = Object.assign({}, own, ...resources.map(exampleKind))
/** The layer of all annotations in this test. */
const FIRST_LAYER = 1

beforeAll(async () => {
  fixture = await makeTestApp()
  await stored().annotationLayers.create({ name: 'first', descr: null }, null)
  admin = await fixture.as('Admin')
  alpha = await fixture.as('Alpha')
  gamma = await fixture.as('Gamma')
})
afterAll(() => fixture.close())

const q = (value: unknown) => `?q=${encodeURIComponent(printRison(value))}`
const answered = (answer: LightMyRequestResponse) => [answer.statusCode, answer.json()]
const reported = (code: ErrorCode, message: string, ...args: string[]) => ({ message, extra: { code, args } })

it('Every resource is tested here', () => {
  expect(Object.keys(kinds).toSorted()).toEqual(resources.map(({ name }) => name).toSorted())
})

describe.each(Object.entries(kinds))('%s', (name, kind) => {
  const base = `/api/v1/${name.replace(':layer', String(FIRST_LAYER))}`

  it('accepts each URL with and without a slash at its end, without a redirect', async () => {
    const { id } = await kind.make()
    for (const address of [base, `${base}/`, `${base}/_info`, `${base}/_info/`, `${base}/${id}`, `${base}/${id}/`])
      expect((await admin.get(address)).statusCode).toBe(200)
  })

  it('returns 401 to anonymous callers for every call', async () => {
    const { id } = await kind.make()
    const refused = [401, { msg: 'Missing Authorization Header' }]
    expect(answered(await fixture.nobody.get(`${base}/`))).toEqual(refused)
    expect(answered(await fixture.nobody.get(`${base}/${id}`))).toEqual(refused)
    expect(answered(await fixture.nobody.get(`${base}/_info`))).toEqual(refused)
    expect(answered(await fixture.nobody.post(`${base}/`, await kind.create()))).toEqual(refused)
    expect(answered(await fixture.nobody.put(`${base}/${id}`, kind.update))).toEqual(refused)
    expect(answered(await fixture.nobody.delete(`${base}/${id}`))).toEqual(refused)
    expect(answered(await fixture.nobody.delete(`${base}/${q([id])}`))).toEqual(refused)
  })

  it('returns 403 to a Gamma user who writes an entity of another user', async () => {
    const { id } = await kind.make()
    for (const answer of [await gamma.put(`${base}/${id}`, kind.update), await gamma.delete(`${base}/${id}`)])
      expect([403, 404]).toContain(answer.statusCode)
    expect((await admin.get(`${base}/${id}`)).statusCode).toBe(200)
  })

  it('returns 404 for a missing row', async () => {
    const missing = [404, { message: 'Not found' }]
    expect(answered(await admin.get(`${base}/999999`))).toEqual(missing)
    expect(answered(await admin.put(`${base}/999999`, kind.update))).toEqual(missing)
    expect(answered(await admin.delete(`${base}/999999`))).toEqual(missing)
    const { id } = await kind.make()
    expect(answered(await admin.delete(`${base}/${q([id, 999999])}`))).toEqual(missing)
    expect((await admin.get(`${base}/${id}`)).statusCode).toBe(200)
  })

  it('rejects an invalid body with a message for each field', async () => {
    const [body, status, field] = kind.misshapen
    const answer = await admin.post(`${base}/`, body)
    expect(answer.statusCode).toBe(status)
    expect(answer.json().message[field]).toEqual([expect.any(String)])
  })

  it('returns 400 for a body that is not JSON', async () => {
    const options = { headers: { 'content-type': 'application/json' } }
    expect(answered(await admin.post(`${base}/`, '{', options))).toEqual([400, { message: 'Request is not JSON' }])
    const text = await admin.post(`${base}/`, 'a=b', { headers: { 'content-type': 'text/csv' } })
    expect(answered(text)).toEqual([400, { message: 'Request is not JSON' }])
  })

  it('rejects writes by cookie without the CSRF token', async () => {
    const { id } = await kind.make()
    const headers = { 'x-csrftoken': '' }
    for (const answer of [
      await admin.post(`${base}/`, await kind.create(), { headers }),
      await admin.put(`${base}/${id}`, kind.update, { headers }),
      await admin.delete(`${base}/${id}`, { headers }),
    ]) {
      expect(answer.statusCode).toBe(400)
      expect(answer.json().errors[0]).toMatchObject({
        message: '400 Bad Request: The CSRF token is missing.',
        error_type: 'GENERIC_BACKEND_ERROR',
      })
    }
  })

  it('R-GENERIC-01: _info returns the requested permission keys', async () => {
    const answer = await admin.get(`${base}/_info${q({ keys: ['permissions'] })}`)
    expect(Object.keys(answer.json())).toEqual(['permissions'])
    expect(answer.json().permissions).toEqual(expect.arrayContaining(['can_read', 'can_write']))
    // Permissions that no route of the resource requires are not listed.
    expect(answer.json().permissions.includes('can_set_embedded')).toBe(base === '/api/v1/dashboard')
    const whole = (await admin.get(`${base}/_info`)).json()
    expect(whole.filters[kind.filter[0]]).toContainEqual({ name: 'Contains', operator: 'ct' })
  })

  it('S-PERM-12: _info returns the permissions of each user', async () => {
    const of = async (client: Client) =>
      (await client.get(`${base}/_info${q({ keys: ['permissions'] })}`)).json().permissions as string[]
    if (kind.closed) {
      expect(await of(admin)).toEqual([...(kind.bundled ? ['can_export'] : []), 'can_read', 'can_write'])
      expect([await of(gamma), await of(alpha)]).toEqual([undefined, undefined])
      return
    }
    if (kind.shared) {
      expect([await of(gamma), await of(alpha)]).toEqual([undefined, ['can_read', 'can_write']])
      return
    }
    expect(await of(gamma)).toContain('can_read')
    expect((await of(gamma)).includes('can_write')).toBe(['chart', 'dashboard', 'tag', 'folder'].includes(name))
    expect((await of(alpha)).includes('can_write')).toBe(!['database', 'dynamic_plugin'].includes(name))
  })

  it('R-GENERIC-02: lists accept order, page, size and filters; R-GENERIC-03: and return result and count', async () => {
    for (let made = 0; made < 3; made++) await kind.make()
    const all = (await admin.get(`${base}/${q({ page_size: 1000 })}`)).json()
    expect(all.result.length).toBe(all.count)
    expect(all.ids).toEqual(all.result.map(({ id }: { id: number }) => id))
    const ask = { order_column: kind.title, order_direction: 'asc', page: 1, page_size: 2, columns: ['id', kind.title] }
    const page = (await admin.get(`${base}/${q(ask)}`)).json()
    const sorted = (await admin.get(`${base}/${q({ ...ask, page: 0, page_size: 100 })}`)).json()
    expect(page.count).toBe(all.count)
    expect(page.result).toEqual(sorted.result.slice(2, 4))
    expect(Object.keys(page.result[0])).toEqual(['id', kind.title])
    const titles = async (order_direction: 'asc' | 'desc') =>
      (await admin.get(`${base}/${q({ ...ask, order_direction, page: 0, page_size: 1000 })}`))
        .json()
        .result.map((each: Record<string, string>) => each[kind.title]) as string[]
    const rising = await titles('asc')
    expect(new Set(rising).size).toBeGreaterThan(2)
    const folded = rising.map((title) => title.toLowerCase())
    expect(folded).toEqual(folded.toSorted())
    expect(await titles('desc')).toEqual(rising.toReversed())
    const row = await kind.make()
    const [col, value] = kind.filter
    const title = await value(row)
    const of = async (opr: 'eq' | 'neq') =>
      (await admin.get(`${base}/${q({ filters: [{ col, opr, value: title }], page_size: 1, keys: ['none'] })}`)).json()
    expect(await of('eq')).toEqual({ count: 1, ids: [row.id], result: [expect.objectContaining({ id: row.id })] })
    expect((await of('neq')).count).toBe(all.count)
  })

  it('parses q as JSON as well as rison, and returns 400 for invalid values', async () => {
    const json = encodeURIComponent('{"page_size":1}')
    expect((await admin.get(`${base}/?q=${json}`)).json().result.length).toBe(1)
    expect(answered(await admin.get(`${base}/?q=(a`))).toEqual([400, { message: 'Not a valid rison/json argument' }])
    const order = await admin.get(`${base}/${q({ order_column: 'password' })}`)
    expect(answered(order)).toEqual([400, reported('order-column', 'Invalid order by column: password', 'password')])
    const filters = [{ col: 'password', opr: 'eq', value: 'x' }]
    const filter = await admin.get(`${base}/${q({ filters })}`)
    expect(answered(filter)).toEqual([
      400,
      reported('filter-column', 'Filter column: password not allowed to filter', 'password'),
    ])
    const operator = await admin.get(`${base}/${q({ filters: [{ col: kind.filter[0], opr: 'like', value: 'x' }] })}`)
    expect(operator.json().message).toBe(`Filter operation: like not allowed on column: ${kind.filter[0]}`)
  })

  it('R-GENERIC-04: returns one row; creation returns id and result', async () => {
    const created = await admin.post(`${base}/`, await kind.create())
    expect(created.statusCode).toBe(201)
    const { id, result } = created.json()
    expect(result[kind.title]).toBeDefined()
    const shown = (await admin.get(`${base}/${id}`)).json()
    expect(shown.id).toBe(id)
    expect(shown.result[kind.title]).toBe(result[kind.title])
    await admin.delete(`${base}/${id}`)
  })

  it('R-GENERIC-05: changes only the fields that are sent', async () => {
    const { id } = await kind.make()
    const before = (await admin.get(`${base}/${id}`)).json().result
    const answer = await admin.put(`${base}/${id}`, kind.update)
    expect([answer.statusCode, answer.json().id]).toEqual([200, id])
    const after = (await admin.get(`${base}/${id}`)).json().result
    expect(after).toMatchObject(kind.update)
    expect(after.uuid).toBe(before.uuid)
    expect(after.version).toBe(before.version + 1)
    await admin.delete(`${base}/${id}`)
  })

  it('accepts one of two changes to the same version', async () => {
    const { id, version } = await kind.make()
    const headers = { 'if-match': `"${version}"` }
    expect((await admin.put(`${base}/${id}`, kind.update, { headers })).statusCode).toBe(200)
    const late = await admin.put(`${base}/${id}`, kind.update, { headers })
    expect(answered(late)).toEqual([412, { message: 'This was changed by someone else' }])
    expect((await admin.delete(`${base}/${id}`, { headers })).statusCode).toBe(412)
    const shown = await admin.get(`${base}/${id}`)
    expect(shown.headers.etag).toBe(`"${shown.json().result.version}"`)
    await admin.delete(`${base}/${id}`)
  })

  it('deletes many at once and returns the number', async () => {
    const ids = [(await kind.make()).id, (await kind.make()).id]
    const noun = resources.find((each) => each.name === name)?.nouns.many.toLowerCase()
    expect(answered(await admin.delete(`${base}/${q(ids)}`))).toEqual([200, { message: `Deleted 2 ${noun}` }])
    for (const id of ids) expect((await admin.get(`${base}/${id}`)).statusCode).toBe(404)
    expect((await admin.delete(`${base}/`)).statusCode).toBe(400)
  })

  it('restores deleted rows for users who may delete them', async () => {
    const { id } = await kind.make()
    expect((await admin.post(`${base}/${id}/restore`)).statusCode).toBe(404)
    await admin.delete(`${base}/${id}`)
    expect((await (kind.shared ? gamma : alpha).post(`${base}/${id}/restore`)).statusCode).toBe(kind.denied ?? 403)
    expect(answered(await admin.post(`${base}/${id}/restore`))).toEqual([200, { message: 'OK' }])
    expect((await admin.get(`${base}/${id}`)).statusCode).toBe(200)
  })

  it('sends the abilities of the caller with each row', async () => {
    const { id } = await kind.make()
    const abilities = async (client: Client) => (await client.get(`${base}/${id}`)).json().result?.abilities
    expect(await abilities(admin)).toEqual({ can_read: true, can_write: true, can_delete: true })
    const isUnseen = kind.closed || kind.shared || kind.denied
    const others = isUnseen ? undefined : { can_read: true, can_write: false, can_delete: false }
    expect(await abilities(kind.shared ? gamma : alpha)).toEqual(others)
  })

  it('R-GENERIC-06: related columns take filter, page and size; R-GENERIC-07: they hold text, value and count', async () => {
    const ask = { filter: 'alph', page: 0, page_size: 1 }
    const answer = (await admin.get(`${base}/related/changed_by${q(ask)}`)).json()
    expect(answer).toEqual({
      count: 1,
      result: [{ value: alpha.user?.userId, text: 'alpha Test', extra: { active: true, email: 'alpha@example.org' } }],
    })
    const paged = async (page: number) =>
      (await admin.get(`${base}/related/changed_by${q({ filter: 'a', page, page_size: 1 })}`)).json()
    const [first, second] = [await paged(0), await paged(1)]
    expect([first, second].map(({ result }) => result.map(({ text }: { text: string }) => text))).toEqual([
      ['admin Test'],
      ['alpha Test'],
    ])
    expect(first.count).toBeGreaterThan(1)
    const included = await admin.get(`${base}/related/changed_by${q({ ...ask, include_ids: [admin.user?.userId] })}`)
    expect(included.json().result.map(({ text }: { text: string }) => text)).toEqual(['alpha Test', 'admin Test'])
    expect((await admin.get(`${base}/related/password`)).statusCode).toBe(404)
    expect((await admin.get(`${base}/distinct/password`)).statusCode).toBe(404)
  })
})
