import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'
import { sampleCases } from '#testing/case-sample.ts'
import { resources } from './index.ts'

let fixture: TestApp
let admin: Client
let layer: number
beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
  layer = (await admin.post('/api/v1/annotation_layer/', { name: 'Layer' })).json().id
})
afterAll(() => fixture.close())

const requested = (q: object) => `?q=${encodeURIComponent(JSON.stringify(q))}`
const lists = resources.map(({ name, listing }) => ({ name, listing }))

describe.each(lists)('the list of $name', ({ name, listing }) => {
  const address = () => `/api/v1/${name.replace(':layer', String(layer))}/`
  const filters = Object.entries(listing.filters).flatMap(([col, operators]) =>
    operators.map(({ operator }) => [col, operator] as const),
  )
  // Each operator runs: few of them share their code.
  it.each(filters)('filters by %s %s with any value', async (col, opr) => {
    for (const value of sampleCases(['a', '', 1, true, ['a', 1], [], '9'.repeat(400)], 6)) {
      const answer = await admin.get(address() + requested({ filters: [{ col, opr, value }] }))
      expect([value, answer.statusCode], answer.body).toEqual([value, 200])
    }
  })

  it.each(sampleCases(filters, 3))('accepts or rejects a number that no store can hold: %s %s', async (col, opr) => {
    const beyond = await admin.get(address() + requested({ filters: [{ col, opr, value: 2 ** 53 }] }))
    expect([200, 422]).toContain(beyond.statusCode)
  })

  it.each(Object.keys(listing.order))('sorts by %s', async (order_column) => {
    for (const order_direction of ['asc', 'desc']) {
      const answer = await admin.get(address() + requested({ order_column, order_direction }))
      expect(answer.statusCode, answer.body).toBe(200)
    }
  })
})

it('a row rule is found by text of its description in any letter case', async () => {
  const tables = [(await fixture.dataset()).id]
  for (const description of ['Only the NORTH', 'Only the south']) {
    const body = { name: description, description, filter_type: 'Regular', clause: '1 = 1', tables, roles: [] }
    expect((await admin.post('/api/v1/rowlevelsecurity/', body)).statusCode).toBe(201)
  }
  const found = await admin.get(
    `/api/v1/rowlevelsecurity/${requested({ filters: [{ col: 'description', opr: 'ct', value: 'north' }] })}`,
  )
  expect(found.json().result.map(({ name }: { readonly name: string }) => name)).toEqual(['Only the NORTH'])
})

it('a certified dataset is distinguished from others', async () => {
  const extra = JSON.stringify({ certification: { certified_by: 'Ada' } })
  const certified = await fixture.dataset({ table_name: 'certified', extra })
  await fixture.dataset({ table_name: 'plain', extra: '{}' })
  const filters = [{ col: 'id', opr: 'dataset_is_certified', value: true }]
  expect((await admin.get(`/api/v1/dataset/${requested({ filters })}`)).json().ids).toEqual([certified.id])
  const others = (
    await admin.get(`/api/v1/dataset/${requested({ filters: [{ ...filters[0], value: false }] })}`)
  ).json()
  expect(others.result.map(({ table_name: name }: { readonly table_name: string }) => name)).toContain('plain')
  expect(others.ids).not.toContain(certified.id)
})
