import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'

let fixture: TestApp
let people: Record<'admin' | 'owner' | 'reader' | 'other', Client>
let own: number

beforeAll(async () => {
  fixture = await makeTestApp()
  const alpha = await fixture.user('owner', ['Alpha'])
  own = alpha.id
  people = {
    admin: await fixture.as('Admin'),
    owner: await fixture.signedIn(alpha),
    // Alpha may see all datasets, Gamma none.
    reader: await fixture.as('Alpha'),
    other: await fixture.as('Gamma'),
  }
})
afterAll(() => fixture.close())

/** Creates a dashboard of the owner with one chart. */
async function board(published: boolean) {
  const dataset = await fixture.dataset()
  const chart = await fixture.chart({ datasource_id: dataset.id })
  return fixture.dashboard({ charts: [chart.id], published, owners: [own], dashboard_title: 'Sales' })
}

async function seenBy(id: number): Promise<string[]> {
  const seen = await Promise.all(
    Object.entries(people).map(async ([name, client]) => {
      const { ids } = (await client.get('/api/v1/dashboard/')).json<{ ids: number[] }>()
      return ids.includes(id) ? [name] : []
    }),
  )
  return seen.flat()
}

it('I-35: lists a draft to its owner and administrators, and a published dashboard to users with access to a dataset of it', async () => {
  const { id } = await board(false)
  expect(await seenBy(id)).toEqual(['admin', 'owner'])
  expect((await people.owner.put(`/api/v1/dashboard/${id}`, { published: true })).statusCode).toBe(200)
  expect(await seenBy(id)).toEqual(['admin', 'owner', 'reader'])
  expect((await people.owner.put(`/api/v1/dashboard/${id}`, { published: false })).statusCode).toBe(200)
  expect(await seenBy(id)).toEqual(['admin', 'owner'])
})

it('I-35: a user who does not own a dashboard changes neither its publication, owners nor roles', async () => {
  const { id } = await board(true)
  const role = await fixture.context.store.roles.byName('Gamma')
  const { userId } = people.reader.user ?? {}
  for (const body of [{ published: false }, { owners: [userId] }, { roles: [role?.id] }]) {
    expect((await people.reader.put(`/api/v1/dashboard/${id}`, body)).statusCode).toBe(403)
    expect((await people.other.put(`/api/v1/dashboard/${id}`, body)).statusCode).not.toBe(200)
  }
  const { result } = (await people.admin.get(`/api/v1/dashboard/${id}`)).json()
  expect([result.published, result.roles, result.owners.map((each: { id: number }) => each.id)]).toEqual([
    true,
    [],
    [own],
  ])
})
