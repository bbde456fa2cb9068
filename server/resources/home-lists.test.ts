import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { printRison } from '#core/rest/rison.ts'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'

let world: TestApp
let admin: Client
let alpha: Client

beforeAll(async () => {
  world = await makeTestApp()
  admin = await world.as('Admin')
  alpha = await world.as('Alpha')
})
afterAll(() => world.close())

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
    const { id: dataset } = await world.dataset({ table_name: `t_${kind}` })
    const make = async (client: Client, name: string) => {
      world.now += 60_000
      const made = await client.post(`/api/v1/${kind}/`, body(name, dataset))
      expect(made.statusCode, made.body).toBe(201)
      return made.json().id as number
    }
    mine = []
    for (let at = 0; at < 6; at++) mine.push(await make(alpha, `Mine ${at}`))
    others = await make(admin, 'Of another')
  })
  const listed = async (filters: readonly object[]) => {
    const asked = {
      filters,
      order_column: 'changed_on_delta_humanized',
      order_direction: 'desc',
      page: 0,
      page_size: 5,
    }
    const answer = await alpha.get(`/api/v1/${kind}/?q=${encodeURIComponent(printRison(asked))}`)
    expect(answer.statusCode, answer.body).toBe(200)
    const { result, count } = answer.json<{ result: Row[]; count: number }>()
    return { ids: result.map(({ id }) => id), count }
  }

  it('R-HOME-01 R-HOME-03: has the five last changed, the newest first', async () => {
    const { ids, count } = await listed([])
    // A dashboard of another without a chart is nobody else's to see.
    const seen = kind === 'chart' ? [others, ...mine.toReversed()] : mine.toReversed()
    expect([ids, count]).toEqual([seen.slice(0, 5), seen.length])
    world.now += 60_000
    const [first = 0] = mine
    const key = kind === 'dashboard' ? 'dashboard_title' : 'slice_name'
    expect((await alpha.put(`/api/v1/${kind}/${first}`, { [key]: 'Changed' })).statusCode).toBe(200)
    expect((await listed([])).ids[0]).toBe(first)
  })

  it('R-HOME-02: is of what one changed, owns or created', async () => {
    const user = alpha.user?.userId
    const filters = [
      { col: 'owners', opr: 'rel_m_m', value: user },
      { col: 'created_by', opr: 'rel_o_m', value: user },
      { col: 'changed_by', opr: 'rel_o_m', value: user },
    ]
    for (const filter of filters) {
      const { ids, count } = await listed([filter])
      expect([filter.col, count]).toEqual([filter.col, 6])
      expect(ids.every((id) => mine.includes(id))).toBe(true)
    }
  })

  it(`${kind === 'chart' ? 'R-DELETE-01' : 'R-DELETE-02'}: one of them is deleted, and is in no list any more`, async () => {
    const [first = 0] = mine
    expect((await alpha.delete(`/api/v1/${kind}/${others}`)).statusCode).not.toBe(200)
    expect((await alpha.delete(`/api/v1/${kind}/${first}`)).statusCode).toBe(200)
    expect((await alpha.get(`/api/v1/${kind}/${first}`)).statusCode).toBe(404)
    expect((await listed([{ col: 'owners', opr: 'rel_m_m', value: alpha.user?.userId }])).count).toBe(5)
  })
})
