import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'

let fixture: TestApp
let owner: Client

beforeAll(async () => {
  fixture = await makeTestApp()
  owner = await fixture.as('Alpha')
})
afterAll(() => fixture.close())

const newDataset = async (name: string) =>
  (await fixture.dataset({ table_name: name, owners: [owner.user?.userId as number] })).id

async function protect(kind: 'rule' | 'mask', id: number): Promise<void> {
  const { rowRules, columnMasks } = fixture.context.store
  if (kind === 'mask') await columnMasks.set(id, [{ column_name: 'n', method: 'null', filter_type: 'Base', roles: [] }])
  else await rowRules.create({ name: 'none', filter_type: 'Base', clause: '1 = 0', tables: [id], roles: [] }, null)
}

it.each(['rule', 'mask'] as const)(
  'owners who may not change a %s of a dataset can neither delete the dataset nor change its source',
  async (kind) => {
    const id = await newDataset(`sales of a ${kind}`)
    const url = `/api/v1/dataset/${id}`
    await protect(kind, id)
    const attempts = [
      await owner.delete(url),
      await owner.delete(`/api/v1/dataset/?q=!(${id})`),
      await owner.put(url, { table_name: 'other' }),
      await owner.put(url, { schema: 'other' }),
      await owner.put(url, { sql: 'SELECT 1 AS n' }),
    ]
    for (const answer of attempts)
      expect([answer.statusCode, answer.headers['x-facet-error']]).toEqual([403, 'dataset-protected'])
    expect(await fixture.context.store.datasets.get(id)).toMatchObject({ table_name: `sales of a ${kind}`, sql: null })
    expect((await owner.put(url, { description: 'Ours' })).statusCode).toBe(200)
    expect((await (await fixture.as('Admin')).delete(url)).statusCode).toBe(200)
  },
)

it('owners can delete datasets without rules and masks', async () => {
  expect((await owner.delete(`/api/v1/dataset/${await newDataset('plain')}`)).statusCode).toBe(200)
})
