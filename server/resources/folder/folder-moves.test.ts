import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAX_FOLDER_LEVELS } from '#core/entity/folder.ts'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'
import { folderHelpers, type FolderResponse, FOLDER_URL, GRANTS_URL } from '#testing/folder-helpers.ts'

const URL = FOLDER_URL
const GRANTS = GRANTS_URL
let fixture: TestApp
let admin: Client

beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
})
afterAll(() => fixture.close())

type Answer = FolderResponse

const { idOf, newUser, newEditor, newFolder, give, newDataset, newChart, newBoard, errorOf, reads, moved } =
  folderHelpers(() => fixture)

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

  it('an object of another owner gives no user more rights', async () => {
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

  it('a moved dashboard does not open datasets that its owner may not read', async () => {
    const owner = await newUser()
    const dataset = await newDataset()
    const chart = await newChart({ datasource_id: dataset.id })
    const board = await newBoard({ charts: [chart.id], owners: [idOf(owner)] })
    await fixture.context.store.dashboardGrants.create({ dashboard_id: board.id, dataset_id: dataset.id }, null)
    const folder = await newFolder(owner)
    expect(errorOf(await moved(owner, 'dashboard', board.id, folder))).toEqual([403, 'roles-closed'])
  })

  it('a folder is not moved into itself or below, too deep or to a folder of others', async () => {
    const user = await newUser()
    const top = await newFolder(user)
    const below = await newFolder(user, { parent_id: top })
    const fields = async (answer: Answer) => [answer.statusCode, Object.keys(answer.json().message ?? {})]
    for (const parent_id of [top, below])
      expect(await fields(await user.put(`${URL}${top}`, { parent_id }))).toEqual([422, ['parent_id']])
    let deepest = below
    for (let depth = 3; depth <= MAX_FOLDER_LEVELS; depth++) deepest = await newFolder(user, { parent_id: deepest })
    expect(await fields(await user.post(URL, { name: 'Deeper', parent_id: deepest }))).toEqual([422, ['parent_id']])
    const other = await newFolder(user)
    expect(await fields(await user.put(`${URL}${top}`, { parent_id: other }))).toEqual([422, ['parent_id']])
    const foreign = await newFolder(admin)
    await give(admin, foreign, { user: idOf(user) }, 'see')
    expect((await user.put(`${URL}${other}`, { parent_id: foreign })).statusCode).toBe(403)
  })

  it('a moved folder gives the mover no rights on objects that others put into it', async () => {
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

  it('keeps the folder when a version is restored', async () => {
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

  it('leaves objects in place that the caller may not change', async () => {
    const user = await newUser()
    const folder = await newFolder(user)
    const grants = (await user.get(`${GRANTS}?folder=${folder}`)).json().result
    await user.delete(`${GRANTS}${grants[0].id}`)
    const dataset = await newDataset({ folder_id: folder })
    expect((await user.delete(`${URL}${folder}?contents=up`)).statusCode).toBe(403)
    expect((await admin.get(`/api/v1/dataset/${dataset.id}`)).json().result.folder.id).toBe(folder)
  })

  it('restores it from the bin with its grants, at the root if the folder above is deleted', async () => {
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
