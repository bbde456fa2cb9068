import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'
import { folderHelpers } from '#testing/folder-helpers.ts'

let fixture: TestApp
let admin: Client

beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
})
afterAll(() => fixture.close())

const { idOf, newUser, newFolder, give, newDataset, newChart, newBoard } = folderHelpers(() => fixture)

interface Placed {
  readonly id: number
  readonly folder: { readonly id: number; readonly name: string } | null
}

const sorted = (ids: readonly number[]) => ids.toSorted((a, b) => a - b)
const listed = async (client: Client, resource: string) =>
  (await client.get(`/api/v1/${resource}/?q=(page_size:100)`)).json().result as readonly Placed[]

/** Objects that the user sees by ownership, by a grant on a folder, by a dataset, and not at all. */
async function objectsFor(user: Client) {
  const owners = [idOf(user)]
  const [first, second, third, hidden] = [
    await newFolder(admin),
    await newFolder(admin),
    await newFolder(admin),
    await newFolder(admin),
  ]
  const below = await newFolder(admin, { parent_id: second })
  await give(admin, second, { user: idOf(user) }, 'see')
  const own = await newDataset({ owners, folder_id: first })
  await newChart({ datasource_id: own.id, folder_id: third })
  await newBoard({ folder_id: below })
  await newBoard({ owners, folder_id: third })
  await newBoard({ folder_id: hidden })
  await newDataset({ folder_id: hidden })
  return { visible: [first, second, below, third], hidden }
}

it('lists name exactly the folders that the caller sees', async () => {
  const user = await newUser()
  const { visible, hidden } = await objectsFor(user)
  const rows = (await Promise.all(['dashboard', 'chart', 'dataset'].map((name) => listed(user, name)))).flat()
  const named = [...new Set(rows.flatMap(({ folder }) => folder?.id ?? []))]
  const folders = (await user.get('/api/v1/folder/?q=(page_size:100)')).json().ids as number[]
  // The second folder contains only a folder.
  expect(sorted([...named, visible[1] ?? 0])).toEqual(sorted(visible))
  expect(sorted(folders)).toEqual(sorted(visible))
  expect(JSON.stringify(rows)).not.toContain(`"folder":{"id":${hidden},`)
})

it('lists name no folders for users who may not read folders', async () => {
  const { id, name } = await fixture.context.store.roles.create({ name: 'Without folders' }, null)
  await fixture.context.store.roles.setPairs(id, [
    ['can_read', 'Dashboard'],
    ['can_read', 'Dataset'],
  ])
  const user = await newUser(name)
  await objectsFor(user)
  const rows = [...(await listed(user, 'dashboard')), ...(await listed(user, 'dataset'))]
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.flatMap(({ folder }) => folder ?? [])).toEqual([])
})
