import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'
import { folderHelpers, FOLDER_URL, GRANTS_URL } from '#testing/folder-helpers.ts'

const URL = FOLDER_URL
const GRANTS = GRANTS_URL
let fixture: TestApp
let admin: Client

beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
})
afterAll(() => fixture.close())

const { idOf, newUser, newEditor, newFolder, give, newDataset, newChart, newBoard, created, errorOf, moved } =
  folderHelpers(() => fixture)

const layoutOf = (chartId: number) => ({
  DASHBOARD_VERSION_KEY: 'v2',
  ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
  GRID_ID: { type: 'GRID', id: 'GRID_ID', children: ['CHART-1'], parents: ['ROOT_ID'] },
  'CHART-1': { type: 'CHART', id: 'CHART-1', children: [], meta: { chartId, width: 4, height: 50 } },
})
const positionsOf = (chart: number) => JSON.stringify({ positions: layoutOf(chart) })
const chartsOf = async (dashboard: number) => (await fixture.context.store.dashboards.get(dashboard))?.charts
const publicRole = async () => (await fixture.context.store.roles.byName('Public'))?.id ?? 0

/** Gives up the grant that the creator of a folder has on its contents. */
async function withoutOwnGrant(client: Client, folder: number) {
  for (const { id } of (await client.get(`${GRANTS}?folder=${folder}`)).json().result)
    expect((await client.delete(`${GRANTS}${id}`)).statusCode).toBe(200)
}

describe('a chart that the user may see only through its folder', () => {
  async function folderChart(level: string) {
    const user = await newEditor()
    const folder = await newFolder(admin)
    const dataset = await newDataset()
    const chart = await newChart({ folder_id: folder, datasource_id: dataset.id })
    await give(admin, folder, { user: idOf(user) }, level)
    const { result } = (await user.get(`/api/v1/chart/${chart.id}`)).json()
    expect(result.slice_name).toBe(chart.slice_name)
    return { user, chart, dataset, board: await newBoard({ owners: [idOf(user)] }) }
  }

  it('stays off a dashboard that adds it by its layout', async () => {
    const { user, chart, board } = await folderChart('see')
    const url = `/api/v1/dashboard/${board.id}`
    const saved = await user.put(url, { json_metadata: positionsOf(chart.id) })
    expect(errorOf(saved)).toEqual([403, 'charts-unseen'])
    expect((await user.put(url, { position_json: JSON.stringify(layoutOf(chart.id)) })).statusCode).toBe(200)
    expect(await chartsOf(board.id)).toEqual([])
    expect((await user.get(`${url}/charts`)).json().result).toEqual([])
  })

  it('stays off a dashboard when the chart is changed', async () => {
    const { user, chart, board } = await folderChart('edit')
    const saved = await user.put(`/api/v1/chart/${chart.id}`, { dashboards: [board.id] })
    expect(errorOf(saved)).toEqual([403, 'charts-unseen'])
    expect(await chartsOf(board.id)).toEqual([])
  })

  it('stays out of copies of a dashboard', async () => {
    const { user, chart } = await folderChart('see')
    const original = await newBoard({ owners: [idOf(user)], charts: [chart.id] })
    const before = await fixture.context.store.charts.count(true)
    const copy = { dashboard_title: 'Copy', json_metadata: positionsOf(chart.id) }
    const url = `/api/v1/dashboard/${original.id}/copy/`
    expect(errorOf(await user.post(url, copy))).toEqual([403, 'charts-unseen'])
    const made = await user.post(url, { ...copy, duplicate_slices: true })
    expect([made.statusCode, await chartsOf(made.json().result.id)]).toEqual([200, []])
    expect(await fixture.context.store.charts.count(true)).toBe(before)
  })

  it('joins a dashboard once the user may read its dataset', async () => {
    const { user, chart, dataset, board } = await folderChart('see')
    await created(admin, { dataset: dataset.id, user: idOf(user), level: 'see' }, GRANTS)
    const saved = await user.put(`/api/v1/dashboard/${board.id}`, { json_metadata: positionsOf(chart.id) })
    expect(saved.statusCode).toBe(200)
    expect(await chartsOf(board.id)).toEqual([chart.id])
  })
})

it('the copy of a dataset is not in the folder of the original', async () => {
  const folder = await newFolder(admin)
  const dataset = await newDataset({ folder_id: folder, sql: 'select 1 as a' })
  const sent = { base_model_id: dataset.id, table_name: `copy of ${dataset.id}` }
  const id = await created(admin, sent, '/api/v1/dataset/duplicate')
  expect((await admin.get(`/api/v1/dataset/${id}`)).json().result.folder).toBeNull()
})

describe('a grant on a folder', () => {
  it('requires the right to edit its dashboards at every level', async () => {
    const [owner, reader] = [await newUser(), await newUser()]
    const folder = await newFolder(owner)
    const board = await newBoard({ folder_id: folder, published: true })
    await withoutOwnGrant(owner, folder)
    const sent = { folder, user: idOf(reader), level: 'see' }
    expect((await owner.get(`/api/v1/dashboard/${board.id}`)).statusCode).toBe(200)
    expect(errorOf(await owner.post(GRANTS, sent))).toEqual([403, 'grant-level'])
    await created(admin, { dashboard: board.id, user: idOf(owner), level: 'edit' }, GRANTS)
    expect((await owner.post(GRANTS, sent)).statusCode).toBe(201)
  })

  it.each(['dashboard', 'dataset'] as const)('requires the same rights on a deleted %s', async (type) => {
    const [owner, reader] = [await newUser(), await newUser()]
    const folder = await newFolder(owner)
    await withoutOwnGrant(owner, folder)
    const { id } =
      type === 'dashboard' ? await newBoard({ folder_id: folder }) : await newDataset({ folder_id: folder })
    expect((await admin.delete(`/api/v1/${type}/${id}`)).statusCode).toBe(200)
    expect(errorOf(await owner.post(GRANTS, { folder, user: idOf(reader), level: 'see' }))).toEqual([
      403,
      'grant-level',
    ])
    expect((await admin.post(`/api/v1/${type}/${id}/restore`, {})).statusCode).toBe(200)
    expect((await reader.get(`/api/v1/${type}/${id}`)).statusCode).toBe(type === 'dashboard' ? 403 : 404)
  })

  it('requires access to the data of a deleted dashboard', async () => {
    const [owner, reader] = [await newUser(), await newUser()]
    const dataset = await newDataset()
    const chart = await newChart({ datasource_id: dataset.id })
    const folder = await newFolder(owner)
    const board = await newBoard({ folder_id: folder, charts: [chart.id], owners: [idOf(owner)] })
    await fixture.context.store.dashboardGrants.create({ dashboard_id: board.id, dataset_id: dataset.id }, null)
    expect((await owner.delete(`/api/v1/dashboard/${board.id}`)).statusCode).toBe(200)
    const sent = { folder, user: idOf(reader), level: 'see' }
    expect(errorOf(await owner.post(GRANTS, sent))).toEqual([403, 'roles-closed'])
  })

  it('loses levels by owners who could not give it', async () => {
    const [owner, reader] = [await newUser(), await newUser()]
    const folder = await newFolder(owner)
    await withoutOwnGrant(owner, folder)
    await newDataset({ folder_id: folder })
    const grant = await give(admin, folder, { user: idOf(reader) }, 'edit')
    const lowered = await owner.put(`${GRANTS}${grant}`, { level: 'see' })
    expect([lowered.statusCode, lowered.json().result.level]).toEqual([200, 'see'])
    expect(errorOf(await owner.put(`${GRANTS}${grant}`, { level: 'explore' }))).toEqual([403, 'grant-level'])
    const canUndo = async (client: Client) =>
      (await client.get(`${GRANTS}changes?folder=${folder}`)).json().result[0].can_undo
    expect([await canUndo(owner), await canUndo(admin)]).toEqual([false, true])
  })
})

describe('a folder that is shared with the role Public', () => {
  async function publicFolder(owner: Client) {
    const folder = await newFolder(owner)
    const grant = await give(admin, folder, { role: await publicRole() }, 'see')
    return { folder, close: () => admin.delete(`${GRANTS}${grant}`) }
  }

  it('accepts objects from administrators only', async () => {
    const owner = await newUser()
    const { folder, close } = await publicFolder(owner)
    const board = await newBoard({ owners: [idOf(owner)] })
    expect(errorOf(await moved(owner, 'dashboard', board.id, folder))).toEqual([403, 'grant-public'])
    const draft = { dashboard_title: 'New', folder_id: folder }
    expect(errorOf(await owner.post('/api/v1/dashboard/', draft))).toEqual([403, 'grant-public'])
    const other = await newFolder(owner)
    expect(errorOf(await owner.put(`${URL}${other}`, { parent_id: folder }))).toEqual([403, 'grant-public'])
    expect((await moved(admin, 'dashboard', board.id, folder)).statusCode).toBe(200)
    const below = await newFolder(admin, { parent_id: folder })
    expect((await moved(owner, 'dashboard', board.id, below)).statusCode).toBe(200)
    expect((await owner.get(`/api/v1/dashboard/${board.id}`)).json().result.folder.id).toBe(below)
    await close()
  })

  it('hides drafts from anonymous users', async () => {
    const { store } = fixture.context
    const role = await publicRole()
    const before = await store.roles.pairs(role)
    await store.roles.setPairs(role, [...before, ['can_read', 'Dashboard']])
    const { folder, close } = await publicFolder(admin)
    const draft = await newBoard({ folder_id: folder })
    const open = await newBoard({ folder_id: folder, published: true })
    const { nobody } = fixture
    expect((await nobody.get(`/api/v1/dashboard/${open.id}`)).json().result.dashboard_title).toBe(open.dashboard_title)
    expect((await nobody.get('/api/v1/dashboard/')).json().ids).toEqual([open.id])
    const hidden = await nobody.get(`/api/v1/dashboard/${draft.id}`)
    expect([hidden.statusCode, hidden.body.includes(draft.dashboard_title)]).toEqual([403, false])
    await close()
    await store.roles.setPairs(role, before)
  })
})

it('names folders only to users who may read folders', async () => {
  const { store } = fixture.context
  const { id, name } = await store.roles.create({ name: 'Without folders' }, null)
  await store.roles.setPairs(id, [['can_read', 'Dashboard']])
  const user = await newUser(name)
  const folder = await newFolder(admin, { name: 'Unreadable name' })
  const board = await newBoard({ folder_id: folder, published: true })
  await give(admin, folder, { user: idOf(user) }, 'see')
  const shown = await user.get(`/api/v1/dashboard/${board.id}`)
  expect(shown.json().result).toMatchObject({ id: board.id, folder: null })
  const listed = await user.get('/api/v1/dashboard/')
  expect(listed.json().ids).toContain(board.id)
  expect(`${shown.body}${listed.body}`).not.toContain('Unreadable name')
})
