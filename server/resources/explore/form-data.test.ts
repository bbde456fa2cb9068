import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'

let fixture: TestApp
let admin: Client
/** May read one dataset. */
let reader: Client
let open: number
let closed: number

beforeAll(async () => {
  fixture = await makeTestApp()
  const { store } = fixture.context
  open = (await fixture.dataset({ table_name: 'open' })).id
  closed = (await fixture.dataset({ table_name: 'closed' })).id
  const role = await store.roles.create({ name: 'Reads one' }, null)
  await store.roles.addPairs(role.id, [['datasource_access', `[local].[open](id:${open})`]])
  admin = await fixture.as('Admin')
  reader = await fixture.as('Gamma', 'Reads one')
})
afterAll(() => fixture.close())

const ROOT = '/api/v1/explore/form_data'
const form = (dataset: number) => JSON.stringify({ datasource: `${dataset}__table`, metrics: ['secret_metric'] })
const stored = async (client: Client, datasource_id: number, form_data: string) =>
  (await client.post(ROOT, { datasource_id, datasource_type: 'table', form_data })).json().key as string
const read = async (client: Client, key: string) => {
  const { statusCode, payload } = await client.get(`${ROOT}/${key}`)
  return [statusCode, payload.includes('secret_metric')]
}

describe('form data stored under a key', () => {
  it('returns it to users who may read its dataset', async () => {
    expect(await read(reader, await stored(admin, open, form(open)))).toEqual([200, true])
    const key = await stored(admin, closed, form(closed))
    expect(await read(admin, key)).toEqual([200, true])
    expect(await read(reader, key)).toEqual([403, false])
    expect(await read(fixture.nobody, key)).toEqual([401, false])
  })

  it('rejects a user with access to only one of its two datasets', async () => {
    expect(await read(reader, await stored(admin, open, form(closed)))).toEqual([403, false])
    expect(await read(reader, await stored(admin, closed, form(open)))).toEqual([403, false])
    expect(await read(reader, await stored(admin, closed, '{"metrics":["secret_metric"]}'))).toEqual([403, false])
    expect(await read(reader, await stored(admin, open, '{"metrics":["secret_metric"]}'))).toEqual([200, true])
  })

  it('applies the access rules of its new dataset after a change', async () => {
    const key = await stored(admin, closed, form(closed))
    await admin.put(`${ROOT}/${key}`, { datasource_id: open, form_data: form(open) })
    expect(await read(reader, key)).toEqual([200, true])
    await admin.put(`${ROOT}/${key}`, { datasource_id: closed, form_data: form(closed) })
    expect(await read(reader, key)).toEqual([403, false])
  })

  it('form data of an earlier version are readable by the dataset in their form, and only with one', async () => {
    const { keyValues } = fixture.context.store
    const put = (key: string, value: string) =>
      keyValues.put({
        resource: 'form_data',
        key,
        value: JSON.stringify({ about: 'explore', value }),
        user_id: null,
        expires_on: null,
      })
    await put('old', form(closed))
    await put('bare', '{"metrics":["secret_metric"]}')
    expect([await read(admin, 'old'), await read(reader, 'old')]).toEqual([
      [200, true],
      [403, false],
    ])
    expect(await read(admin, 'bare')).toEqual([404, false])
  })

  it('lets only its creator delete it', async () => {
    const key = await stored(admin, open, form(open))
    expect((await reader.delete(`${ROOT}/${key}`)).statusCode).toBe(403)
    expect((await admin.delete(`${ROOT}/${key}`)).statusCode).toBe(200)
    expect((await admin.get(`${ROOT}/${key}`)).statusCode).toBe(404)
  })
})

it('permalinks of explore do not use the Host header', async () => {
  const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }
  const body = { formData: { datasource: `${open}__table`, viz_type: 'pie' } }
  const { url } = (await admin.post('/api/v1/explore/permalink', body, { headers })).json()
  expect(url).toMatch(/^\/superset\/explore\/p\/\w+\/$/)
})
