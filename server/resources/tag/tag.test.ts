import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bounds } from '#core/rest/bounds.ts'
import { printRison } from '#core/rest/rison.ts'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'

let fixture: TestApp
let [admin, alpha, gamma] = [] as unknown as [Client, Client, Client]
beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
  alpha = await fixture.as('Alpha')
  gamma = await fixture.as('Gamma')
})
afterAll(() => fixture.close())

const API = '/api/v1'
const q = (value: unknown) => `?q=${encodeURIComponent(printRison(value))}`
const answered = (answer: LightMyRequestResponse) => [answer.statusCode, answer.json()]
const mine = (client: Client) => ({ owners: [client.user?.userId ?? 0] })
/** Returns the tag names in the response of an entity. */
const tagsOf = async (address: string, client = admin) =>
  ((await client.get(`${API}/${address}`)).json().result.tags as { name: string }[]).map(({ name }) => name)
const give = (client: Client, address: string, ...tags: string[]) =>
  client.post(`${API}/tag/${address}/`, { properties: { tags } })
const idOf = async (name: string) =>
  (await admin.get(`${API}/tag/${q({ filters: [{ col: 'name', opr: 'eq', value: name }] })}`)).json().ids[0] as number
const listed = async (kind: string, col: string, opr: string, value: unknown, client = admin) =>
  (await client.get(`${API}/${kind}/${q({ filters: [{ col, opr, value }] })}`)).json().ids as number[]
const carriers = async (query: string, client = admin) =>
  ((await client.get(`${API}/tag/get_objects/?${query}`)).json().result as { type: string; id: number }[]).map(
    ({ type, id }) => `${type} ${id}`,
  )

const query = async (client: Client, label: string) =>
  (await client.post(`${API}/saved_query/`, { label, sql: 'SELECT 1' })).json().id as number

describe('tags of objects', () => {
  it('returns them with an object of each type, and finds the object by them', async () => {
    const kinds = [
      ['chart', 2, (await fixture.chart({ slice_name: 'tagged' })).id],
      ['dashboard', 3, (await fixture.dashboard({ dashboard_title: 'tagged' })).id],
      ['dataset', 4, (await fixture.dataset({ table_name: 'tagged' })).id],
      ['saved_query', 1, await query(admin, 'tagged')],
    ] as const
    for (const [kind, number, id] of kinds) {
      expect(answered(await give(admin, `${number}/${id}`, `of ${kind}`, ' spaced '))).toEqual([201, {}])
      expect(await tagsOf(`${kind}/${id}`)).toEqual([`of ${kind}`, 'spaced'])
      const tag = await idOf(`of ${kind}`)
      expect((await admin.get(`${API}/${kind}/${id}`)).json().result.tags[0]).toEqual({
        id: tag,
        name: `of ${kind}`,
        type: 1,
      })
      expect(await listed(kind, 'tags', `${kind}_tags`, `OF ${kind}`)).toEqual([id])
      expect(await listed(kind, 'tags', `${kind}_tag_id`, tag)).toEqual([id])
      expect(await listed(kind, 'tags', 'rel_m_m', tag)).toEqual([id])
      const columns = { columns: ['id', 'tags.name'], filters: [{ col: 'id', opr: 'eq', value: id }] }
      expect((await admin.get(`${API}/${kind}/${q(columns)}`)).json().result).toEqual([
        { id, tags: [{ name: `of ${kind}` }, { name: 'spaced' }] },
      ])
      const related = (await admin.get(`${API}/${kind}/related/tags${q({ filter: `of ${kind}` })}`)).json().result
      expect(related).toEqual([{ value: tag, text: `of ${kind}`, extra: {} }])
      expect(answered(await admin.delete(`${API}/tag/${number}/${id}/${encodeURIComponent('spaced')}/`))).toEqual([
        200,
        { message: 'OK' },
      ])
      expect(await tagsOf(`${kind}/${id}`)).toEqual([`of ${kind}`])
      expect((await admin.delete(`${API}/tag/${number}/${id}/spaced/`)).statusCode).toBe(404)
    }
  })

  it('keeps the version and the modification time of their object, and logs changes', async () => {
    const chart = await fixture.chart()
    fixture.now += 1000
    await give(admin, `chart/${chart.id}`, 'quiet')
    const after = await fixture.context.store.charts.get(chart.id)
    expect([after?.version, after?.changed_on]).toEqual([chart.version, chart.changed_on])
    const [event] = await fixture.context.store.events.history('chart', chart.id)
    expect([event?.action, event?.before, event?.after]).toEqual(['update', '{"tags":[]}', '{"tags":["quiet"]}'])
  })

  it('the ids in a body replace the tags, and a body without tags retains them', async () => {
    const { id: first } = (await admin.post(`${API}/tag/`, { name: 'sent first' })).json()
    const { id: second } = (await admin.post(`${API}/tag/`, { name: 'sent second' })).json()
    const board = (await admin.post(`${API}/dashboard/`, { dashboard_title: 'sent', tags: [first] })).json().id
    expect(await tagsOf(`dashboard/${board}`)).toEqual(['sent first'])
    await admin.put(`${API}/dashboard/${board}`, { dashboard_title: 'still' })
    expect(await tagsOf(`dashboard/${board}`)).toEqual(['sent first'])
    await admin.put(`${API}/dashboard/${board}`, { tags: [second] })
    expect(await tagsOf(`dashboard/${board}`)).toEqual(['sent second'])
    const unknown = await admin.put(`${API}/dashboard/${board}`, { tags: [second, 999_999] })
    expect(answered(unknown)).toEqual([422, expect.objectContaining({ message: { tags: ['Tags do not exist'] } })])
    for (const [kind, body] of [
      ['chart', { slice_name: 'c', datasource_id: (await fixture.dataset()).id, datasource_type: 'table' }],
      ['dataset', { database: (await fixture.database()).id, table_name: 'tag_numbers', sql: 'SELECT 1 AS one' }],
      ['saved_query', { label: 'sent' }],
    ] as const) {
      const { id } = (await admin.post(`${API}/${kind}/`, { ...body, tags: [first, second] })).json()
      expect(await tagsOf(`${kind}/${id}`)).toEqual(['sent first', 'sent second'])
      await admin.put(`${API}/${kind}/${id}`, { tags: [] })
      expect(await tagsOf(`${kind}/${id}`)).toEqual([])
    }
  })

  it('rejects an invalid name, types without tags, and tags above the limit', async () => {
    const { id } = await fixture.chart()
    for (const name of ['owner:1', 'a,b', '   ', 'x'.repeat(251), 'line\nbreak'])
      expect((await give(admin, `chart/${id}`, name)).statusCode, name).toBe(422)
    expect(answered(await admin.post(`${API}/tag/`, { name: 'a:b' }))).toEqual([
      400,
      expect.objectContaining({ message: { name: ["Invalid Tag Name (cannot contain ':' or ',')"] } }),
    ])
    expect(answered(await admin.post(`${API}/tag/chart/${id}/`, {}))).toEqual([
      400,
      expect.objectContaining({ message: "Missing required field 'tags' in 'properties'" }),
    ])
    expect((await give(admin, `database/${id}`, 'x')).statusCode).toBe(404)
    expect((await give(admin, '9/1', 'x')).statusCode).toBe(404)
    const many = Array.from({ length: 50 }, (_, at) => `many ${at}`)
    expect((await give(admin, `chart/${id}`, ...many)).statusCode).toBe(201)
    const tooMany = await give(admin, `chart/${id}`, 'one more')
    const passed = (name: 'thing-tags' | 'tagged-things') =>
      `${bounds[name].most + 1} ${bounds[name].unit} exceed the limit of ${bounds[name].most} for ${bounds[name].of}`
    expect([tooMany.statusCode, tooMany.json().message]).toEqual([400, passed('thing-tags')])
    const entities = Array.from({ length: 1001 }, (_, at) => ['chart', at])
    const bulk = await admin.post(`${API}/tag/bulk_create`, { tags: [{ name: 'x', objects_to_tag: entities }] })
    expect([bulk.statusCode, bulk.json().message]).toEqual([400, passed('tagged-things')])
    expect((await give(admin, `chart/${id}`, 'many 0')).statusCode).toBe(201)
    expect(await tagsOf(`chart/${id}`)).toHaveLength(50)
  })

  it('counts no deleted objects, which return with their tags; a restored version keeps them', async () => {
    const board = (await admin.post(`${API}/dashboard/`, { dashboard_title: 'binned' })).json().id as number
    await give(admin, `dashboard/${board}`, 'kept in the bin')
    const tag = await idOf('kept in the bin')
    await admin.put(`${API}/dashboard/${board}`, { dashboard_title: 'binned later' })
    const usedBy = async () => (await admin.get(`${API}/tag/${tag}`)).json().result.used_by.dashboard
    expect(await usedBy()).toBe(1)
    await admin.delete(`${API}/dashboard/${board}`)
    expect([await usedBy(), await carriers(`tagIds=${tag}`)]).toEqual([0, []])
    expect((await give(admin, `dashboard/${board}`, 'other')).statusCode).toBe(404)
    await admin.post(`${API}/dashboard/${board}/restore`)
    expect([await usedBy(), await tagsOf(`dashboard/${board}`)]).toEqual([1, ['kept in the bin']])
    const versions = (await admin.get(`${API}/dashboard/${board}/history/`)).json().result as { id: number }[]
    const back = await admin.post(`${API}/dashboard/${board}/history/${versions.at(-1)?.id}/restore`, {})
    expect([back.statusCode, await tagsOf(`dashboard/${board}`)]).toEqual([200, ['kept in the bin']])
    await admin.delete(`${API}/dashboard/${board}`)
    await admin.delete(`${API}/dashboard/bin/${q([board])}`)
    expect(await usedBy()).toBe(0)
  })
})

describe('calls of tags', () => {
  it('create a tag with its objects, list it with their count, rename it and delete it by name', async () => {
    const chart = await fixture.chart()
    const made = await admin.post(`${API}/tag/`, {
      name: 'made',
      description: 'What it means',
      objects_to_tag: [
        ['chart', chart.id],
        ['dashboard', (await fixture.dashboard()).id],
      ],
    })
    const { id } = made.json()
    expect(made.statusCode).toBe(201)
    expect((await admin.get(`${API}/tag/${id}`)).json().result).toMatchObject({
      name: 'made',
      description: 'What it means',
      type: 1,
      used_by: { chart: 1, dashboard: 1, dataset: 0, query: 0 },
    })
    // Creating the same name returns the same tag.
    expect((await admin.post(`${API}/tag/`, { name: ' made ' })).json().id).toBe(id)
    expect((await admin.put(`${API}/tag/${id}`, { name: 'renamed' })).statusCode).toBe(200)
    expect(await tagsOf(`chart/${chart.id}`)).toEqual(['renamed'])
    await admin.post(`${API}/tag/`, { name: 'taken' })
    expect(answered(await admin.put(`${API}/tag/${id}`, { name: 'taken' }))).toEqual([
      422,
      expect.objectContaining({ message: { name: ['Must be unique'] } }),
    ])
    expect((await admin.put(`${API}/tag/${id}`, { objects_to_tag: [['chart', chart.id]] })).statusCode).toBe(200)
    expect(await carriers(`tagIds=${id}`)).toEqual([`chart ${chart.id}`])
    expect(answered(await admin.delete(`${API}/tag/${q(['renamed', 'not there'])}`))).toEqual([
      404,
      { message: 'Not found' },
    ])
    expect(answered(await admin.delete(`${API}/tag/${q(['renamed', 'taken'])}`))).toEqual([
      200,
      { message: 'Deleted 2 tags' },
    ])
    expect(await tagsOf(`chart/${chart.id}`)).toEqual([])
    expect((await admin.get(`${API}/tag/${id}`)).statusCode).toBe(404)
    expect(await listed('tag', 'type', 'custom_tag', true)).not.toContain(id)
  })

  it('restore a tag to its objects, under another name if its name is in use', async () => {
    const { id: chart } = await fixture.chart()
    await give(admin, `chart/${chart}`, 'came back')
    const id = await idOf('came back')
    await admin.delete(`${API}/tag/${id}`)
    await admin.post(`${API}/tag/`, { name: 'came back' })
    expect(answered(await admin.post(`${API}/tag/${id}/restore`))).toEqual([
      200,
      { message: 'OK', changes: { name: 'came back (2)' } },
    ])
    expect(await tagsOf(`chart/${chart}`)).toEqual(['came back (2)'])
  })

  it('return tagged objects by names or ids, and by type', async () => {
    const chart = (await fixture.chart({ slice_name: 'carrying' })).id
    const board = (await fixture.dashboard({ dashboard_title: 'carrying' })).id
    await give(admin, `chart/${chart}`, 'carried one')
    await give(admin, `dashboard/${board}`, 'carried two')
    expect(await carriers('tags=carried one,carried two')).toEqual([`dashboard ${board}`, `chart ${chart}`])
    expect(await carriers('tags=carried one,carried two&types=chart')).toEqual([`chart ${chart}`])
    expect(await carriers(`tagIds=${await idOf('carried two')}&tags=carried one`)).toEqual([`dashboard ${board}`])
    expect(await carriers('tagIds=x')).toEqual([])
    const [first] = (await admin.get(`${API}/tag/get_objects/?tags=carried two`)).json().result
    expect(first).toMatchObject({
      name: 'carrying',
      url: `/superset/dashboard/${board}/`,
      tags: [{ name: 'carried two', type: 1 }],
      owners: [],
    })
  })

  it('page tagged objects by type, with their count', async () => {
    const charts: number[] = []
    for (const name of ['a', 'b', 'c']) {
      fixture.now += 1000
      const { id } = await fixture.chart({ slice_name: `paged ${name}` })
      charts.unshift(id)
      await give(admin, `chart/${id}`, 'paged')
    }
    const board = (await fixture.dashboard({ dashboard_title: 'paged' })).id
    await give(admin, `dashboard/${board}`, 'paged')
    const of = async (more: string) => (await admin.get(`${API}/tag/get_objects/?tags=paged&${more}`)).json()
    const shown = (answer: { result: { type: string; id: number }[] }) =>
      answer.result.map(({ type, id }) => [type, id])
    const first = await of('page_size=2')
    expect(shown(first)).toEqual([
      ['dashboard', board],
      ['chart', charts[0]],
      ['chart', charts[1]],
    ])
    expect(first.counts).toEqual({ dashboard: 1, chart: 3, query: 0, dataset: 0 })
    expect(shown(await of('page=1&page_size=2'))).toEqual([['chart', charts[2]]])
    expect((await of('page_size=1001')).errors?.[0].extra.bound).toBe('tagged-things')
    expect((await admin.get(`${API}/tag/get_objects/?page=-1`)).statusCode).toBe(400)
  })

  it('mark a tag as a favorite of one user', async () => {
    const { id } = (await admin.post(`${API}/tag/`, { name: 'favourite' })).json()
    expect(answered(await gamma.post(`${API}/tag/${id}/favorites/`))).toEqual([200, { result: 'OK' }])
    const status = async (client: Client) => (await client.get(`${API}/tag/favorite_status/${q([id])}`)).json().result
    expect([await status(gamma), await status(alpha)]).toEqual([[{ id, value: true }], [{ id, value: false }]])
    await gamma.delete(`${API}/tag/${id}/favorites/`)
    expect(await status(gamma)).toEqual([{ id, value: false }])
  })

  it('add, list and remove tags by name at legacy URLs', async () => {
    const { id } = await fixture.chart({ slice_name: 'older' })
    const address = `/tagview/tags/chart/${id}/`
    expect((await admin.post(address, ['older one', 'older two'])).statusCode).toBe(201)
    const [one, two] = [await idOf('older one'), await idOf('older two')]
    expect((await admin.get(address)).json()).toEqual([
      { id: one, name: 'older one' },
      { id: two, name: 'older two' },
    ])
    expect((await admin.get('/tagview/tags/suggestions/')).json()).toContainEqual({ id: one, name: 'older one' })
    expect((await admin.get('/tagview/tagged_objects/?tags=older one&types=chart')).json()).toEqual([
      expect.objectContaining({ id, type: 'chart', name: 'older', created_by: null }),
    ])
    expect((await admin.get('/tagview/tagged_objects/')).json()).toEqual([])
    const taken = await admin.delete(address, { payload: ['older one'] })
    expect([taken.statusCode, (await admin.get(address)).json()]).toEqual([204, [{ id: two, name: 'older two' }]])
  })
})

describe('permission for tags', () => {
  it('requires permission to change the object: skips others in bulk, rejects them singly, and hides hidden ones', async () => {
    const own = (await fixture.chart({ slice_name: 'of gamma', ...mine(gamma) })).id
    const hidden = (await fixture.chart({ slice_name: 'of nobody' })).id
    const open = (await fixture.dashboard({ dashboard_title: 'published', published: true })).id
    const managed = (await fixture.chart({ ...mine(gamma), is_managed_externally: true })).id
    const bulk = await gamma.post(`${API}/tag/bulk_create`, {
      tags: [
        {
          name: 'by gamma',
          objects_to_tag: [
            ['chart', own],
            ['chart', hidden],
            ['dashboard', open],
            ['chart', managed],
          ],
        },
      ],
    })
    expect(answered(bulk)).toEqual([
      200,
      {
        result: {
          objects_tagged: [['chart', own]],
          objects_skipped: [
            ['chart', hidden],
            ['dashboard', open],
            ['chart', managed],
          ],
        },
      },
    ])
    expect(await carriers('tags=by gamma')).toEqual([`chart ${own}`])
    expect((await give(gamma, `chart/${hidden}`, 'x')).statusCode).toBe(404)
    expect((await give(gamma, `dashboard/${open}`, 'x')).statusCode).toBe(403)
    expect((await give(gamma, `chart/${managed}`, 'x')).statusCode).toBe(403)
    expect((await gamma.delete(`${API}/tag/dashboard/${open}/x/`)).statusCode).toBe(403)
    expect((await gamma.post(`${API}/tag/`, { name: 'x', objects_to_tag: [['dashboard', open]] })).statusCode).toBe(403)
    expect((await gamma.get(`/tagview/tags/chart/${hidden}/`)).statusCode).toBe(404)
    expect((await gamma.post(`/tagview/tags/chart/${hidden}/`, ['x'])).statusCode).toBe(404)
    expect((await gamma.delete(`/tagview/tags/chart/${hidden}/`, { payload: ['x'] })).statusCode).toBe(404)
  })

  it('finds and counts only objects that the user may read', async () => {
    const hidden = await fixture.chart({ slice_name: 'secret of the board' })
    const secret = await query(admin, 'secret of the admin')
    await give(admin, `chart/${hidden.id}`, 'shared')
    await give(admin, `query/${secret}`, 'shared')
    const own = (await fixture.chart({ slice_name: 'of gamma', ...mine(gamma) })).id
    await give(gamma, `chart/${own}`, 'shared')
    const answer = await gamma.get(`${API}/tag/get_objects/?tags=shared`)
    expect(answer.body).not.toContain('secret')
    expect(await carriers('tags=shared', gamma)).toEqual([`chart ${own}`])
    expect(await listed('chart', 'tags', 'chart_tags', 'shared', gamma)).toEqual([own])
    const tag = await idOf('shared')
    const usage = async (client: Client) => (await client.get(`${API}/tag/${tag}`)).json().result.used_by
    expect(await usage(gamma)).toMatchObject({ chart: 1, query: 0 })
    expect(await usage(admin)).toMatchObject({ chart: 2, query: 1 })
    expect((await give(alpha, `query/${secret}`, 'x')).statusCode).toBe(404)
    expect((await gamma.get('/tagview/tagged_objects/?tags=shared')).body).not.toContain('secret')
  })

  it('lets users rename and delete tags they created, and administrators all', async () => {
    const { id } = (await gamma.post(`${API}/tag/`, { name: 'of gamma' })).json()
    const others = (await admin.post(`${API}/tag/`, { name: 'of the admin' })).json().id as number
    expect((await gamma.put(`${API}/tag/${id}`, { name: 'of gamma still' })).statusCode).toBe(200)
    expect((await gamma.put(`${API}/tag/${others}`, { name: 'stolen' })).statusCode).toBe(403)
    expect((await gamma.delete(`${API}/tag/${others}`)).statusCode).toBe(403)
    expect((await gamma.delete(`${API}/tag/${q(['of gamma still', 'of the admin'])}`)).statusCode).toBe(403)
    // The description stays that of the creator, even if another user creates the tag again.
    await gamma.post(`${API}/tag/`, { name: 'of the admin', description: 'taken over' })
    expect((await admin.get(`${API}/tag/${others}`)).json().result.description).toBeNull()
    const { abilities } = (await gamma.get(`${API}/tag/${others}`)).json().result
    expect(abilities).toEqual({ can_read: true, can_write: false, can_delete: false })
    expect((await admin.delete(`${API}/tag/${id}`)).statusCode).toBe(200)
  })

  it('requires permission for every call of tags, but not to see tags on an object', async () => {
    const { store } = fixture.context
    const role = await store.roles.create({ name: 'Owner without tags' }, null)
    const pairs = (await store.roles.pairs((await store.roles.byName('Gamma'))?.id ?? 0)).filter(
      ([, view]) => view !== 'Tag',
    )
    await store.roles.setPairs(role.id, pairs)
    const client = await fixture.as('Owner without tags')
    const { id } = await fixture.dashboard({ dashboard_title: 'theirs', owners: [client.user?.userId ?? 0] })
    await give(admin, `dashboard/${id}`, 'seen')
    const tag = await idOf('seen')
    expect(await tagsOf(`dashboard/${id}`, client)).toEqual(['seen'])
    const calls = [
      client.get(`${API}/tag/`),
      client.get(`${API}/tag/get_objects/`),
      give(client, `dashboard/${id}`, 'x'),
      client.delete(`${API}/tag/dashboard/${id}/seen/`),
      client.post(`${API}/tag/bulk_create`, { tags: [] }),
      client.put(`${API}/dashboard/${id}`, { tags: [] }),
      client.get(`/tagview/tags/dashboard/${id}/`),
      client.get('/tagview/tags/suggestions/'),
    ]
    for (const answer of await Promise.all(calls)) expect(answer.statusCode).toBe(403)
    expect((await client.get(`${API}/dashboard/related/tags`)).json().result).toEqual([])
    // The sent tags equal the stored ones, so no tag is written.
    expect((await client.put(`${API}/dashboard/${id}`, { dashboard_title: 'new', tags: [tag] })).statusCode).toBe(200)
    const otherResponses = await Promise.all([
      fixture.nobody.get(`${API}/tag/get_objects/`),
      fixture.nobody.post(`${API}/tag/bulk_create`, { tags: [] }),
      fixture.nobody.get(`/tagview/tags/dashboard/${id}/`),
    ])
    expect(otherResponses.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401])
  })
})
