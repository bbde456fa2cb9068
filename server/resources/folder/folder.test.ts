import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bounds } from '#core/rest/bounds.ts'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'
import { folderHelpers, FOLDER_URL, GRANTS_URL } from '#testing/folder-helpers.ts'

const URL = FOLDER_URL
const GRANTS = GRANTS_URL
let fixture: TestApp
let admin: Client
let count = 0

beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
})
afterAll(() => fixture.close())

const {
  idOf,
  newUser,
  newEditor,
  created,
  newFolder,
  give,
  newDataset,
  newChart,
  newBoard,
  errorOf,
  idsIn,
  reads,
  moved,
} = folderHelpers(() => fixture)

describe('a grant on a folder', () => {
  it.each([
    ['a user', async (reader: Client) => ({ user: idOf(reader) })],
    [
      'a group',
      async (reader: Client) => {
        const draft = { name: `Team ${++count}`, users: [idOf(reader)], roles: [] }
        return { group: (await fixture.context.store.groups.create(draft, null)).id }
      },
    ],
    ['a role', async (reader: Client) => ({ role: reader.user?.roleIds.at(-1) })],
  ])('opens everything in it and below to %s, and closes it again', async (_, subjectOf) => {
    const { id: role, name } = await fixture.context.store.roles.create({ name: `Readers ${++count}` }, null)
    await fixture.context.store.roles.setPairs(role, [['can_read', 'Theme']])
    const reader = await newUser('Gamma', name)
    const top = await newFolder(admin)
    const below = await newFolder(admin, { parent_id: top })
    const dataset = await newDataset({ folder_id: below })
    const other = await newDataset()
    const chart = await newChart({ folder_id: below, datasource_id: other.id })
    const board = await newBoard({ folder_id: top })
    const rights = async () => [
      await reads(reader, dataset.id),
      await reads(reader, other.id),
      (await idsIn(reader, 'dataset')).includes(dataset.id),
      (await idsIn(reader, 'chart')).includes(chart.id),
      (await reader.get(`/api/v1/dashboard/${board.id}`)).statusCode === 200,
    ]
    const closed = [false, false, false, false, false]
    expect(await rights()).toEqual(closed)
    const grant = await give(admin, top, await subjectOf(reader), 'see')
    expect(await rights()).toEqual([true, false, true, true, true])
    expect((await admin.delete(`${GRANTS}${grant}`)).statusCode).toBe(200)
    expect(await rights()).toEqual(closed)
  })

  it('the level edit permits changes of dashboards, charts and datasets, and see does not', async () => {
    const editor = await newEditor()
    const folder = await newFolder(admin)
    const dataset = await newDataset({ folder_id: folder })
    const chart = await newChart({ folder_id: folder, datasource_id: dataset.id })
    const board = await newBoard({ folder_id: folder })
    const grant = await give(admin, folder, { user: idOf(editor) }, 'see')
    const changes = async () => [
      (await editor.put(`/api/v1/dashboard/${board.id}`, { dashboard_title: 'Changed' })).statusCode,
      (await editor.put(`/api/v1/chart/${chart.id}`, { slice_name: 'Changed' })).statusCode,
      (await editor.put(`/api/v1/dataset/${dataset.id}`, { description: 'Changed' })).statusCode,
      (await editor.put(`${URL}${folder}`, { name: `Renamed ${folder}` })).statusCode,
    ]
    expect(await changes()).toEqual([403, 403, 403, 403])
    await admin.put(`${GRANTS}${grant}`, { level: 'edit' })
    expect(await changes()).toEqual([200, 200, 200, 200])
  })

  it('the level explore opens its datasets in explore', async () => {
    const reader = await newUser()
    const folder = await newFolder(admin)
    const { id } = await newDataset({ folder_id: folder })
    const opens = async () =>
      (await reader.get(`/api/v1/explore/?datasource_id=${id}&datasource_type=table`)).statusCode
    expect(await opens()).not.toBe(200)
    await give(admin, folder, { user: idOf(reader) }, 'explore')
    expect(await opens()).toBe(200)
  })

  it('opens the datasets of its dashboards that the grantor may read', async () => {
    const reader = await newUser()
    const dataset = await newDataset()
    const chart = await newChart({ datasource_id: dataset.id })
    const folder = await newFolder(admin)
    await newBoard({ folder_id: folder, charts: [chart.id] })
    await give(admin, folder, { user: idOf(reader) }, 'see')
    expect(await reads(reader, dataset.id)).toBe(true)
  })

  it('accepts changes from owners of the folder and of those above it only', async () => {
    const [owner, other, reader] = [await newUser(), await newUser(), await newUser()]
    const top = await newFolder(owner)
    const below = await newFolder(owner, { parent_id: top })
    await give(owner, below, { user: idOf(reader) }, 'edit')
    const sent = { folder: below, user: idOf(other), level: 'see' }
    expect((await other.post(GRANTS, sent)).statusCode).toBe(404)
    expect((await reader.post(GRANTS, sent)).statusCode).toBe(403)
    expect((await reader.get(`${GRANTS}?folder=${below}`)).statusCode).toBe(403)
    expect((await owner.get(`${GRANTS}?folder=${below}`)).json().result).toMatchObject([
      { object: { type: 'folder', id: below }, subject: { type: 'user', id: idOf(reader) }, level: 'edit' },
    ])
  })

  it('passes on only rights that the grantor has on the contents', async () => {
    const [owner, reader] = [await newUser(), await newUser()]
    const folder = await newFolder(owner)
    const own = (await owner.get(`${GRANTS}?folder=${folder}`)).json().result[0].id
    await owner.delete(`${GRANTS}${own}`)
    const dataset = await newDataset({ folder_id: folder })
    const sent = { folder, user: idOf(reader), level: 'see' }
    expect(errorOf(await owner.post(GRANTS, sent))).toEqual([403, 'grant-level'])
    expect(errorOf(await owner.post(GRANTS, { ...sent, user: idOf(owner) }))).toEqual([403, 'grant-level'])
    const seen = await created(admin, { dataset: dataset.id, user: idOf(owner), level: 'see' }, GRANTS)
    const grant = await created(owner, sent, GRANTS)
    expect(errorOf(await owner.put(`${GRANTS}${grant}`, { level: 'edit' }))).toEqual([403, 'grant-level'])
    await admin.delete(`${GRANTS}${seen}`)
  })

  it('names the grant as the origin of a right', async () => {
    const reader = await newUser()
    const folder = await newFolder(admin, { name: 'Origin' })
    const board = await newBoard({ folder_id: folder })
    await give(admin, folder, { user: idOf(reader) }, 'explore')
    const { result } = (await admin.get(`${GRANTS}readers?dashboard=${board.id}`)).json()
    const found = result.find((each: { user: { id: number } }) => each.user.id === idOf(reader))
    expect(found.reasons).toEqual([{ by: 'grant', level: 'explore', folder: { id: folder, name: 'Origin' } }])
  })
})

describe('a hidden folder', () => {
  it('returns the same response as for a folder that does not exist', async () => {
    const other = await newUser()
    const top = await newFolder(admin, { name: 'Secret plans' })
    const folder = await newFolder(admin, { parent_id: top, name: 'Secret details' })
    const board = await newBoard({ owners: [idOf(other)] })
    const missing = 999_999
    const about = async (id: number) => {
      const answers = [
        await other.get(`${URL}${id}`),
        await other.put(`${URL}${id}`, { name: 'Mine' }),
        await other.delete(`${URL}${id}`),
        await other.post(URL, { name: 'Inside', parent_id: id }),
        await moved(other, 'dashboard', board.id, id),
        await other.post(GRANTS, { folder: id, user: idOf(other), level: 'see' }),
        await other.get(`${GRANTS}?folder=${id}`),
        await other.get(`${GRANTS}subjects?folder=${id}`),
        await other.post(`${URL}${id}/restore`, {}),
      ]
      return answers.map(({ statusCode, body }) => [
        statusCode,
        body.replaceAll(String(id), 'ID').replaceAll(/"request_id":"[^"]*"/g, ''),
      ])
    }
    expect(await about(folder)).toEqual(await about(missing))
    const everywhere = [
      (await other.get(URL)).body,
      (await other.get('/api/v1/dashboard/related/folder')).body,
      (await other.get('/api/v1/chart/related/folder')).body,
      (await other.get('/api/v1/dataset/related/folder')).body,
      (await other.get('/api/v1/folder/related/parent')).body,
      (await other.get('/api/v1/folder/bin/')).body,
    ].join()
    expect(everywhere).not.toContain('Secret')
    expect((await other.get(URL)).json()).toMatchObject({ count: 0, ids: [], result: [] })
    // The name is free for those who do not see the folder.
    expect((await other.post(URL, { name: 'Secret plans' })).statusCode).toBe(201)
  })

  it('hides it from the path of a folder below it that the caller owns', async () => {
    const owner = await newUser()
    const top = await newFolder(admin, { name: 'Hidden top' })
    const below = await newFolder(admin, { parent_id: top, owners: [idOf(owner)] })
    const { result } = (await owner.get(`${URL}${below}`)).json()
    expect(result).toMatchObject({ id: below, parent: null, path: [], is_owner: true })
    expect(JSON.stringify(result)).not.toContain('Hidden top')
    const q = encodeURIComponent(JSON.stringify({ filters: [{ col: 'parent', opr: 'rel_o_m', value: top }] }))
    expect((await owner.get(`${URL}?q=${q}`)).json().count).toBe(0)
    expect((await owner.get('/api/v1/chart/related/folder')).body).not.toContain('Hidden top')
  })

  it('shows it with the folders above it once something in it may be read', async () => {
    const reader = await newUser()
    const top = await newFolder(admin)
    const below = await newFolder(admin, { parent_id: top })
    const empty = await newFolder(admin, { parent_id: top })
    const dataset = await newDataset({ folder_id: below })
    expect(await idsIn(reader, 'folder')).toEqual([])
    await created(admin, { dataset: dataset.id, user: idOf(reader), level: 'see' }, GRANTS)
    expect((await idsIn(reader, 'folder')).toSorted((a, b) => a - b)).toEqual([top, below])
    expect((await reader.get(`${URL}${below}`)).json().result.path).toMatchObject([{ id: top }])
    expect((await reader.get(`${URL}${empty}`)).statusCode).toBe(404)
  })

  it('hides its name from a published dashboard that the caller opens by its URL', async () => {
    const reader = await newUser()
    const folder = await newFolder(admin, { name: 'Unseen' })
    const board = await newBoard({ folder_id: folder, published: true })
    const { result } = (await reader.get(`/api/v1/dashboard/${board.id}`)).json()
    expect(result.folder).toBeNull()
    expect((await admin.get(`/api/v1/dashboard/${board.id}`)).json().result.folder).toEqual({
      id: folder,
      name: 'Unseen',
    })
  })
})

it('filters lists by folder, directly, with those below, and without one', async () => {
  const top = await newFolder(admin)
  const below = await newFolder(admin, { parent_id: top })
  for (const [resource, make] of [
    ['dataset', newDataset],
    ['chart', newChart],
    ['dashboard', newBoard],
  ] as const) {
    const [inTop, inBelow, loose] = [await make({ folder_id: top }), await make({ folder_id: below }), await make()]
    const ids = (opr: string, value: number | boolean) => idsIn(admin, resource, [{ col: 'folder', opr, value }])
    expect(await ids('rel_o_m', top)).toEqual([inTop.id])
    expect((await ids('folder_below', top)).toSorted((a, b) => a - b)).toEqual([inTop.id, inBelow.id])
    expect(await ids('in_folder', false)).toContain(loose.id)
    expect(await ids('in_folder', false)).not.toContain(inTop.id)
  }
})

it('limits the folders of a user and of the installation', async () => {
  const user = await newUser()
  const { folders } = fixture.context.store
  const fill = (most: number, actor: number | null) =>
    folders.createMany(
      Array.from({ length: most }, (_, at) => ({ name: `Many ${at}` })),
      actor,
    )
  const made = await fill(bounds['user-folders'].most, idOf(user))
  const limitOf = async (client: Client) => (await client.post(URL, { name: 'One more' })).json().errors[0].extra.bound
  expect(await limitOf(user)).toBe('user-folders')
  const more = await fill(bounds.folders.most - (await folders.count(true)), null)
  expect(await limitOf(admin)).toBe('folders')
  await folders.remove(
    [...made, ...more].map(({ id }) => id),
    null,
  )
})

it('an account is handed over with all objects that the user owns', async () => {
  const [from, to] = [await newUser(), await newUser()]
  const folder = await newFolder(from, { name: 'Handed over' })
  const url = `/api/v1/security/users/${idOf(from)}`
  expect((await admin.get(`${url}/owned`)).json().result).toMatchObject([
    { type: 'folder', id: folder, name: 'Handed over' },
  ])
  expect((await admin.post(`${url}/hand_over`, { to: idOf(to) })).statusCode).toBe(200)
  expect((await to.get(`${URL}${folder}`)).json().result.is_owner).toBe(true)
})

it('creates objects in a folder that the caller may change, and no other', async () => {
  const user = await newUser()
  const [own, foreign] = [await newFolder(user), await newFolder(admin)]
  await give(admin, foreign, { user: idOf(user) }, 'see')
  const board = await created(user, { dashboard_title: 'New', folder_id: own }, '/api/v1/dashboard/')
  expect((await user.get(`/api/v1/dashboard/${board}`)).json().result.folder.id).toBe(own)
  const sent = { dashboard_title: 'New', folder_id: foreign }
  expect((await user.post('/api/v1/dashboard/', sent)).statusCode).toBe(403)
})

it('rejects a second folder of a name that the caller sees, empty names and stale changes', async () => {
  const user = await newUser()
  const id = await newFolder(user, { name: 'Once' })
  expect((await user.post(URL, { name: ' Once ' })).statusCode).toBe(422)
  expect((await user.post(URL, { name: ' ' })).statusCode).toBe(400)
  expect((await user.post(URL, { name: 'x'.repeat(251) })).statusCode).toBe(400)
  expect((await user.put(`${URL}${id}`, { name: 'Twice' }, { headers: { 'if-match': '"1"' } })).statusCode).toBe(200)
  expect((await user.put(`${URL}${id}`, { name: 'Once' }, { headers: { 'if-match': '"1"' } })).statusCode).toBe(412)
})
