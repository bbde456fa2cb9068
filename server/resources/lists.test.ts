import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { printRison } from '#core/rest/rison.ts'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'

let fixture: TestApp
let admin: Client
let gamma: Client

beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
  gamma = await fixture.as('Gamma')
})
afterAll(() => fixture.close())

const q = (value: unknown) => `?q=${encodeURIComponent(printRison(value))}`

describe('page sizes', () => {
  beforeAll(async () => {
    for (let made = 0; made < 30; made++) await fixture.dashboard({ dashboard_title: `Page ${made}` })
  })

  it('R-GENERIC-10: a list has 25 rows by default', async () => {
    const { result, count } = (await admin.get('/api/v1/dashboard/')).json()
    expect(result.length).toBe(25)
    expect(count).toBeGreaterThan(25)
  })

  it('beyond 1000, and below 1, are 1000', async () => {
    const rows = async (page_size: number) => (await admin.get(`/api/v1/dashboard/${q({ page_size })}`)).json()
    const { count } = await rows(1)
    expect((await rows(5000)).result.length).toBe(count)
    expect((await rows(-1)).result.length).toBe(count)
  })

  it('R-GENERIC-11: a list is sorted by the last change, newest first', async () => {
    fixture.now += 60_000
    const { id } = await fixture.dashboard({ dashboard_title: 'Newest' })
    expect((await admin.get('/api/v1/dashboard/')).json().ids[0]).toBe(id)
    const requested = { order_column: 'changed_on_delta_humanized', order_direction: 'desc' }
    expect((await admin.get(`/api/v1/dashboard/${q(requested)}`)).json().ids[0]).toBe(id)
  })
})

it('R-GENERIC-07: distinct values of a column are text and value, with their count', async () => {
  await fixture.dataset({ schema: 'public' })
  await fixture.dataset({ schema: 'private' })
  await fixture.dataset({ schema: 'public' })
  const answer = (
    await admin.get(`/api/v1/dataset/distinct/schema${q({ filter: 'p', page: 0, page_size: 10 })}`)
  ).json()
  expect(answer).toEqual({
    count: 2,
    result: [
      { text: 'private', value: 'private' },
      { text: 'public', value: 'public' },
    ],
  })
  const second = await admin.get(`/api/v1/dataset/distinct/schema${q({ filter: 'p', page: 1, page_size: 1 })}`)
  expect(second.json()).toEqual({ count: 2, result: [{ text: 'public', value: 'public' }] })
  const narrowed = await admin.get(`/api/v1/dataset/distinct/schema${q({ filter: 'pri', page: 0, page_size: 10 })}`)
  expect(narrowed.json()).toEqual({ count: 1, result: [{ text: 'private', value: 'private' }] })
})

it('R-GENERIC-08: list rows have title, description, cache timeout, certification and managing system', async () => {
  const chart = await fixture.chart({ certified_by: 'Ada', certification_details: 'Checked', cache_timeout: 60 })
  const dashboard = await fixture.dashboard({ certified_by: 'Ada' })
  const rows = async (name: string) => (await admin.get(`/api/v1/${name}/${q({ page_size: 1000 })}`)).json().result
  expect((await rows('chart')).find(({ id }: { id: number }) => id === chart.id)).toMatchObject({
    id: chart.id,
    slice_name: chart.slice_name,
    description: null,
    cache_timeout: 60,
    certified_by: 'Ada',
    certification_details: 'Checked',
    is_managed_externally: false,
  })
  expect((await rows('dashboard')).find(({ id }: { id: number }) => id === dashboard.id)).toMatchObject({
    id: dashboard.id,
    dashboard_title: dashboard.dashboard_title,
    description: null,
    certified_by: 'Ada',
    certification_details: null,
    is_managed_externally: false,
  })
})

it('R-GENERIC-15: a user has a name, permissions and roles', async () => {
  const answer = (await gamma.get('/api/v1/me/roles/')).json().result
  expect(answer).toMatchObject({ username: 'gamma', permissions: {} })
  expect(answer.roles.Gamma).toContainEqual(['can_read', 'Chart'])
})
