import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { configureCalls } from '#calls/call.ts'
import { listNewest, listRecentlyEdited } from '#client/lists/home/home-lists.ts'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'

let fixture: TestApp
let admin: Client
let alpha: Client

beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
  alpha = await fixture.as('Alpha')
  configureCalls({ basePath: '', csrfToken: '', timeout: 60_000 })
})
// Sends the requests of the browser code to this server.
beforeEach(() => {
  vi.stubGlobal('fetch', async (url: string) => {
    const { statusCode, body } = await alpha.get(url)
    return new Response(body, { status: statusCode })
  })
})
afterEach(() => vi.unstubAllGlobals())
afterAll(() => fixture.close())

interface Row {
  readonly id: number
}

const kinds = [
  ['dashboard', (name: string) => ({ dashboard_title: name, published: true })],
  [
    'chart',
    (name: string, dataset: number) => ({
      slice_name: name,
      viz_type: 'table',
      datasource_id: dataset,
      datasource_type: 'table',
      params: '{}',
    }),
  ],
] as const

describe.each(kinds)('the %s list of the home page', (kind, body) => {
  let mine: number[]
  let others: number
  beforeAll(async () => {
    const { id: dataset } = await fixture.dataset({ table_name: `t_${kind}` })
    const make = async (client: Client, name: string) => {
      fixture.now += 60_000
      const made = await client.post(`/api/v1/${kind}/`, body(name, dataset))
      expect(made.statusCode, made.body).toBe(201)
      return made.json().id as number
    }
    mine = []
    for (let at = 0; at < 6; at++) mine.push(await make(alpha, `Mine ${at}`))
    others = await make(admin, 'Of another')
  })
  const me = () => alpha.user?.userId as number
  const idsOf = ({ result, count }: { readonly result: readonly Row[]; readonly count: number }) => ({
    ids: result.map(({ id }) => id),
    count,
  })
  const newest = async (shelf: 'all' | 'mine') => idsOf(await listNewest<Row>(kind, shelf, me()))

  it('R-HOME-01 R-HOME-03: returns the five objects that changed last, newest first', async () => {
    const { ids, count } = await newest('all')
    // Another user's dashboard without charts is hidden from all others.
    const seen = kind === 'chart' ? [others, ...mine.toReversed()] : mine.toReversed()
    expect([ids, count]).toEqual([seen.slice(0, 5), seen.length])
    fixture.now += 60_000
    const [first = 0] = mine
    const key = kind === 'dashboard' ? 'dashboard_title' : 'slice_name'
    expect((await alpha.put(`/api/v1/${kind}/${first}`, { [key]: 'Changed' })).statusCode).toBe(200)
    expect((await newest('all')).ids[0]).toBe(first)
  })

  it('R-HOME-02: returns the objects that the user changed, owns or created', async () => {
    const lists = {
      owners: await newest('mine'),
      created_by: idsOf(await listRecentlyEdited<Row>(kind, 'created_by', me())),
      changed_by: idsOf(await listRecentlyEdited<Row>(kind, 'changed_by', me())),
    }
    for (const [by, { ids, count }] of Object.entries(lists)) {
      expect([by, count]).toEqual([by, 6])
      expect(ids.every((id) => mine.includes(id))).toBe(true)
    }
  })

  it(`${kind === 'chart' ? 'R-DELETE-01' : 'R-DELETE-02'}: a deleted object is in no list any more`, async () => {
    const [first = 0] = mine
    expect((await alpha.delete(`/api/v1/${kind}/${others}`)).statusCode).not.toBe(200)
    expect((await alpha.delete(`/api/v1/${kind}/${first}`)).statusCode).toBe(200)
    expect((await alpha.get(`/api/v1/${kind}/${first}`)).statusCode).toBe(404)
    expect((await newest('mine')).count).toBe(5)
  })
})
