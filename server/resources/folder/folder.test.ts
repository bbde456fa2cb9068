import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAX_FOLDER_DEPTH } from '#core/entity/folder.ts'
import { bounds } from '#core/rest/bounds.ts'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'

const URL = '/api/v1/folder/'
const GRANTS = '/api/v1/security/grants/'
let fixture: TestApp
let admin: Client
let count = 0

beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
})
afterAll(() => fixture.close())

type Answer = Awaited<ReturnType<Client['get']>>

const idOf = (client: Client) => client.user?.userId as number
const newUser = async (...roles: readonly string[]) =>
  fixture.signedIn(await fixture.user(`member ${++count}`, roles.length === 0 ? ['Gamma'] : roles))
/** A user with the permission to write datasets, who reads none of them. */
const newEditor = async () => {
  const { id, name } = await fixture.context.store.roles.create({ name: `Editors ${++count}` }, null)
  await fixture.context.store.roles.setPairs(id, [['can_write', 'Dataset']])
  return newUser('Gamma', name)
}
const created = async (client: Client, body: object, url = URL): Promise<number> => {
  const answer = await client.post(url, body)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().id
}
const newFolder = (client: Client, values: object = {}) => created(client, { name: `Folder ${++count}`, ...values })
const give = (client: Client, folder: number, subject: object, level: string) =>
  created(client, { folder, ...subject, level }, GRANTS)
const newDataset = (values: object = {}) => fixture.dataset({ table_name: `prices ${++count}`, ...values })
const newChart = (values: object = {}) => fixture.chart({ slice_name: `Prices ${++count}`, ...values })
const newBoard = (values: object = {}) =>
  fixture.dashboard({ dashboard_title: `Board ${++count}`, published: false, ...values })
const errorOf = ({ statusCode, headers }: Answer) => [statusCode, (headers as Record<string, unknown>)['x-facet-error']]
const idsIn = async (client: Client, resource: string, filters: readonly object[] = []) => {
  const q = encodeURIComponent(JSON.stringify({ filters, page_size: 100 }))
  return (await client.get(`/api/v1/${resource}/?q=${q}`)).json().ids as number[]
}
const reads = async (client: Client, dataset: number) => {
  const query = { datasource: { id: dataset, type: 'table' }, queries: [{ columns: ['origin'], metrics: [] }] }
  return (await client.post('/api/v1/chart/data', { ...query, result_type: 'query' })).statusCode !== 403
}
const moved = (client: Client, resource: string, id: number, folder_id: number | null) =>
  client.put(`/api/v1/${resource}/${id}`, { folder_id })

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

  it('of the level edit permits changes of dashboards, charts and datasets, and see does not', async () => {
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

  it('of the level explore opens its datasets in explore', async () => {
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

  it('is managed by owners of the folder and of those above it only', async () => {
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

  it('passes on no more than the grantor may do with the contents', async () => {
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

  it('is named as the origin of a right', async () => {
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
  it('answers like one that does not exist', async () => {
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

  it('is not in the path of a folder below it that the caller owns', async () => {
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

  it('is seen with the folders above it once something in it may be read', async () => {
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

  it('is not named by a published dashboard that the caller opens by its URL', async () => {
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

describe('a move', () => {
  it('requires the right to edit the object and both folders', async () => {
    const user = await newUser()
    const [from, to] = [await newFolder(admin), await newFolder(admin)]
    const board = await newBoard({ folder_id: from, owners: [idOf(user)] })
    const foreign = await newBoard({ folder_id: from })
    const target = await give(admin, to, { user: idOf(user) }, 'see')
    expect((await moved(user, 'dashboard', board.id, to)).statusCode).toBe(403)
    await admin.put(`${GRANTS}${target}`, { level: 'edit' })
    expect((await moved(user, 'dashboard', board.id, to)).statusCode).toBe(403)
    expect((await moved(user, 'dashboard', board.id, null)).statusCode).toBe(403)
    await give(admin, from, { user: idOf(user) }, 'see')
    expect((await moved(user, 'dashboard', foreign.id, to)).statusCode).toBe(403)
    const { result } = (await admin.get(`${GRANTS}?folder=${from}`)).json()
    await admin.put(`${GRANTS}${result[0].id}`, { level: 'edit' })
    expect((await moved(user, 'dashboard', board.id, to)).statusCode).toBe(200)
    expect((await admin.get(`/api/v1/dashboard/${board.id}`)).json().result.folder.id).toBe(to)
    expect((await moved(user, 'dashboard', board.id, null)).statusCode).toBe(200)
    expect((await admin.get(`/api/v1/dashboard/${board.id}`)).json().result.folder).toBeNull()
  })

  it('of an object of another owner gives nobody more rights', async () => {
    const [editor, friend] = [await newEditor(), await newUser()]
    const shared = await newFolder(admin)
    await give(admin, shared, { user: idOf(editor) }, 'edit')
    const below = await newFolder(admin, { parent_id: shared })
    const own = await newFolder(editor)
    const ownBelow = await newFolder(editor, { parent_id: shared })
    for (const [resource, make] of [
      ['dataset', newDataset],
      ['chart', newChart],
      ['dashboard', newBoard],
    ] as const) {
      const { id } = await make({ folder_id: shared })
      expect(errorOf(await moved(editor, resource, id, own))).toEqual([403, 'folder-closed'])
      expect(errorOf(await moved(editor, resource, id, ownBelow))).toEqual([403, 'folder-closed'])
      expect((await moved(editor, resource, id, below)).statusCode).toBe(200)
    }
    await give(admin, below, { user: idOf(friend) }, 'see')
    const { id } = await newDataset({ folder_id: shared })
    expect(errorOf(await moved(editor, 'dataset', id, below))).toEqual([403, 'folder-closed'])
    expect(await reads(friend, id)).toBe(false)
  })

  it('of a dashboard does not open datasets that its owner may not read', async () => {
    const owner = await newUser()
    const dataset = await newDataset()
    const chart = await newChart({ datasource_id: dataset.id })
    const board = await newBoard({ charts: [chart.id], owners: [idOf(owner)] })
    await fixture.context.store.dashboardGrants.create({ dashboard_id: board.id, dataset_id: dataset.id }, null)
    const folder = await newFolder(owner)
    expect(errorOf(await moved(owner, 'dashboard', board.id, folder))).toEqual([403, 'roles-closed'])
  })

  it('of a folder into itself or below, too deep or to a folder of others is rejected', async () => {
    const user = await newUser()
    const top = await newFolder(user)
    const below = await newFolder(user, { parent_id: top })
    const fields = async (answer: Answer) => [answer.statusCode, Object.keys(answer.json().message ?? {})]
    for (const parent_id of [top, below])
      expect(await fields(await user.put(`${URL}${top}`, { parent_id }))).toEqual([422, ['parent_id']])
    let deepest = below
    for (let depth = 3; depth <= MAX_FOLDER_DEPTH; depth++) deepest = await newFolder(user, { parent_id: deepest })
    expect(await fields(await user.post(URL, { name: 'Deeper', parent_id: deepest }))).toEqual([422, ['parent_id']])
    const other = await newFolder(user)
    expect(await fields(await user.put(`${URL}${top}`, { parent_id: other }))).toEqual([422, ['parent_id']])
    const foreign = await newFolder(admin)
    await give(admin, foreign, { user: idOf(user) }, 'see')
    expect((await user.put(`${URL}${other}`, { parent_id: foreign })).statusCode).toBe(403)
  })

  it('of a folder gives the mover no rights on what others put into it', async () => {
    const [owner, editor] = [await newUser(), await newEditor()]
    const folder = await newFolder(admin, { owners: [idOf(owner)] })
    const dataset = await newDataset({ folder_id: folder })
    const own = await newFolder(owner)
    expect(errorOf(await owner.put(`${URL}${folder}`, { parent_id: own }))).toEqual([403, 'grant-level'])
    await give(admin, folder, { user: idOf(editor) }, 'edit')
    const target = await newFolder(editor)
    expect(errorOf(await editor.put(`${URL}${folder}`, { parent_id: target }))).toEqual([403, 'folder-closed'])
    expect(await reads(owner, dataset.id)).toBe(false)
    expect((await admin.put(`${URL}${folder}`, { parent_id: own })).statusCode).toBe(200)
    expect(await reads(owner, dataset.id)).toBe(true)
  })

  it('is not undone by restoring a version', async () => {
    const folder = await newFolder(admin)
    const board = await newBoard()
    await admin.put(`/api/v1/dashboard/${board.id}`, { dashboard_title: 'Two' })
    await moved(admin, 'dashboard', board.id, folder)
    const versions = (await admin.get(`/api/v1/dashboard/${board.id}/history/`)).json().ids
    const restored = await admin.post(`/api/v1/dashboard/${board.id}/history/${versions.at(-1)}/restore`, {})
    expect(restored.statusCode).toBe(200)
    expect((await admin.get(`/api/v1/dashboard/${board.id}`)).json().result.folder.id).toBe(folder)
  })
})

describe('the deletion of a folder', () => {
  it('requires that it is empty, or moves its contents up', async () => {
    const top = await newFolder(admin)
    const folder = await newFolder(admin, { parent_id: top })
    const below = await newFolder(admin, { parent_id: folder })
    const dataset = await newDataset({ folder_id: folder })
    const deleted = await newChart({ folder_id: folder })
    await admin.delete(`/api/v1/chart/${deleted.id}`)
    expect(errorOf(await admin.delete(`${URL}${folder}`))).toEqual([422, 'folder-not-empty'])
    expect((await admin.delete(`${URL}${folder}?contents=down`)).statusCode).toBe(400)
    expect((await admin.delete(`${URL}${folder}?contents=up`)).statusCode).toBe(200)
    expect((await admin.get(`/api/v1/dataset/${dataset.id}`)).json().result.folder.id).toBe(top)
    expect((await admin.get(`${URL}${below}`)).json().result.parent.id).toBe(top)
    await admin.post(`/api/v1/chart/${deleted.id}/restore`, {})
    expect((await admin.get(`/api/v1/chart/${deleted.id}`)).json().result.folder.id).toBe(top)
  })

  it('moves nothing that the caller may not change', async () => {
    const user = await newUser()
    const folder = await newFolder(user)
    const grants = (await user.get(`${GRANTS}?folder=${folder}`)).json().result
    await user.delete(`${GRANTS}${grants[0].id}`)
    const dataset = await newDataset({ folder_id: folder })
    expect((await user.delete(`${URL}${folder}?contents=up`)).statusCode).toBe(403)
    expect((await admin.get(`/api/v1/dataset/${dataset.id}`)).json().result.folder.id).toBe(folder)
  })

  it('is undone from the bin, with its grants, at the root if the folder above is deleted', async () => {
    const [user, reader] = [await newUser(), await newUser()]
    const top = await newFolder(user)
    const folder = await newFolder(user, { parent_id: top })
    await give(user, folder, { user: idOf(reader) }, 'see')
    const q = encodeURIComponent(JSON.stringify([top, folder]))
    expect((await user.delete(`${URL}?q=${q}`)).statusCode).toBe(200)
    expect((await reader.get(`${URL}${folder}`)).statusCode).toBe(404)
    expect((await user.get(`${URL}bin/`)).json().ids.toSorted((a: number, b: number) => a - b)).toEqual([top, folder])
    expect((await reader.post(`${URL}${folder}/restore`, {})).statusCode).toBe(404)
    expect((await user.post(`${URL}${folder}/restore`, {})).statusCode).toBe(200)
    expect((await reader.get(`${URL}${folder}`)).json().result).toMatchObject({ id: folder, parent: null })
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

it('is handed over with everything that a user owns', async () => {
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
