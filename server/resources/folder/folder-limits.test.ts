import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bounds } from '#core/rest/bounds.ts'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'
import { folderHelpers, FOLDER_URL } from '#testing/folder-helpers.ts'
import { emptyDatabase } from '#testing/postgres.ts'

const URL = FOLDER_URL

describe.each(['sqlite', 'postgres'] as const)('a store on %s', (engine) => {
  let fixture: TestApp
  let admin: Client
  let database: Awaited<ReturnType<typeof emptyDatabase>> | undefined

  beforeAll(async () => {
    database = engine === 'postgres' ? await emptyDatabase() : undefined
    fixture = await makeTestApp(database ? { location: { url: database.url } } : {})
    admin = await fixture.as('Admin')
  })
  afterAll(async () => {
    await fixture.close()
    await database?.stop()
  })

  const { idOf, newUser, newFolder, give, idsIn } = folderHelpers(() => fixture)

  it('rejects one of two concurrent moves of folders into each other', async () => {
    for (let round = 0; round < 5; round++) {
      const [a, b] = [await newFolder(admin), await newFolder(admin)]
      const answers = await Promise.all([
        admin.put(`${URL}${a}`, { parent_id: b }),
        admin.put(`${URL}${b}`, { parent_id: a }),
      ])
      expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([200, 422])
      const parents = await Promise.all([a, b].map(async (id) => (await admin.get(`${URL}${id}`)).json().result.parent))
      expect(parents.filter((parent) => parent === null)).toHaveLength(1)
    }
  })

  it('lists the folders in a folder with as many below it as an installation has', async () => {
    const user = await newUser()
    const { folders } = fixture.context.store
    const top = await newFolder(admin)
    const drafts = Array.from({ length: bounds.folders.most - (await folders.count(true)) }, (_, at) => ({
      name: `Below ${at}`,
      parent_id: top,
    }))
    const { length } = await folders.createMany(drafts, null)
    await give(admin, top, { user: idOf(user) }, 'see')
    const q = encodeURIComponent(JSON.stringify({ filters: [{ col: 'parent', opr: 'rel_o_m', value: top }] }))
    const listed = await user.get(`${URL}?q=${q}`)
    expect([listed.statusCode, listed.json().count]).toEqual([200, length])
    expect(await idsIn(user, 'dashboard', [{ col: 'folder', opr: 'rel_o_m', value: top }])).toEqual([])
  })
})
