import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bounds } from '#core/rest/bounds.ts'
import { printRison } from '#core/rest/rison.ts'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'
import { emptyDatabase } from '#testing/postgres.ts'

let fixture: TestApp
let admin: Client
let gamma: Client
let drop: () => Promise<void>
beforeAll(async () => {
  const { url, stop } = await emptyDatabase()
  drop = stop
  fixture = await makeTestApp({ location: { url } })
  admin = await fixture.as('Admin')
  gamma = await fixture.as('Gamma')
})
afterAll(async () => {
  await fixture.close()
  await drop()
})

const API = '/api/v1'
const q = (value: unknown) => `?q=${encodeURIComponent(printRison(value))}`
const tagsOf = async (address: string) =>
  ((await admin.get(`${API}/${address}`)).json().result.tags as { name: string }[]).map(({ name }) => name)
const listed = async (kind: string, opr: string, value: unknown) =>
  (await admin.get(`${API}/${kind}/${q({ filters: [{ col: 'tags', opr, value }] })}`)).json().ids as number[]
const carriers = async (query: string, client = admin) => {
  const { result, counts } = (await client.get(`${API}/tag/get_objects/?${query}`)).json()
  return { counts, result: (result as { type: string; id: number }[]).map(({ type, id }) => `${type} ${id}`) }
}

describe('tags, over HTTP on PostgreSQL', () => {
  it('tags objects of each type, finds them, removes tags and pages them', async () => {
    expect(fixture.context.store.engine).toBe('postgres')
    const chart = (await fixture.chart({ slice_name: 'one' })).id
    fixture.now += 1000
    const second = (await fixture.chart({ slice_name: 'two' })).id
    const board = (await fixture.dashboard({ dashboard_title: 'one' })).id
    const dataset = (await fixture.dataset({ table_name: 'one' })).id
    const saved = (await admin.post(`${API}/saved_query/`, { label: 'one', sql: 'SELECT 1' })).json().id as number
    const bulk = await admin.post(`${API}/tag/bulk_create`, {
      tags: [
        {
          name: 'everywhere',
          objects_to_tag: [
            ['chart', chart],
            ['chart', second],
            ['dashboard', board],
            ['dataset', dataset],
            ['query', saved],
            ['chart', 98_765],
          ],
        },
      ],
    })
    expect(bulk.json().result.objects_skipped).toEqual([['chart', 98_765]])
    for (const address of [`chart/${chart}`, `dashboard/${board}`, `dataset/${dataset}`, `saved_query/${saved}`])
      expect([address, await tagsOf(address)]).toEqual([address, ['everywhere']])
    expect(await listed('chart', 'chart_tags', 'EVERYwhere')).toEqual([second, chart])
    expect(await listed('dashboard', 'dashboard_tags', 'where')).toEqual([board])
    const counts = { dashboard: 1, chart: 2, query: 1, dataset: 1 }
    expect(await carriers('tags=everywhere&page_size=1')).toEqual({
      result: [`dashboard ${board}`, `chart ${second}`, `query ${saved}`, `dataset ${dataset}`],
      counts,
    })
    expect(await carriers('tags=everywhere&page=1&page_size=1')).toEqual({ result: [`chart ${chart}`], counts })
    expect((await admin.delete(`${API}/tag/chart/${chart}/everywhere/`)).statusCode).toBe(200)
    expect([await tagsOf(`chart/${chart}`), await listed('chart', 'chart_tags', 'everywhere')]).toEqual([[], [second]])
  })

  it('keeps names unique, follows a rename, and restores tags from the bin with their objects', async () => {
    const chart = (await fixture.chart({ slice_name: 'named' })).id
    const make = (name: string) => admin.post(`${API}/tag/`, { name })
    const { id } = (await make('Sales')).json()
    expect((await make('Sales')).json().id).toBe(id)
    const other = (await make('Other')).json().id as number
    expect((await admin.put(`${API}/tag/${other}`, { name: 'Sales' })).statusCode).toBe(422)
    await admin.put(`${API}/chart/${chart}`, { tags: [id] })
    expect((await admin.put(`${API}/tag/${id}`, { name: 'Revenue' })).statusCode).toBe(200)
    expect(await tagsOf(`chart/${chart}`)).toEqual(['Revenue'])
    expect((await admin.delete(`${API}/tag/${q(['Revenue'])}`)).json()).toEqual({ message: 'Deleted 1 tag' })
    expect(await tagsOf(`chart/${chart}`)).toEqual([])
    expect((await admin.post(`${API}/tag/${id}/restore`)).statusCode).toBe(200)
    expect(await tagsOf(`chart/${chart}`)).toEqual(['Revenue'])
  })

  it('limits their number, and hides objects that the caller may not see', async () => {
    const chart = (await fixture.chart({ slice_name: 'hidden' })).id
    const names = Array.from({ length: bounds['thing-tags'].most + 1 }, (_, at) => `many ${at}`)
    const give = (tags: readonly string[]) => admin.post(`${API}/tag/chart/${chart}/`, { properties: { tags } })
    expect((await give(names.slice(1))).statusCode).toBe(201)
    const refused = await give(names)
    expect([refused.statusCode, refused.json().errors[0].extra.bound]).toEqual([400, 'thing-tags'])
    expect(await tagsOf(`chart/${chart}`)).toHaveLength(bounds['thing-tags'].most)
    expect(await carriers('tags=many 1', gamma)).toMatchObject({ result: [], counts: { chart: 0 } })
  })
})
