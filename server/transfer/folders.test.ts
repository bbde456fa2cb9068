import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeTestApp, type TestApp } from '#testing/app.ts'
import { exportBundle } from './export.ts'
import { importBundle } from './import.ts'
import { stableFiles } from './stable-files.ts'
import { printYaml } from './yaml.ts'

let fixture: TestApp
let count = 0

beforeAll(async () => {
  fixture = await makeTestApp()
})
afterAll(() => fixture.close())

const store = () => fixture.context.store
const adminUser = async () => {
  const { user } = await fixture.as('Admin')
  if (!user) throw new Error('The administrator is missing')
  return user
}

/** Creates two nested folders with a dashboard in the inner one, and returns the bundle of the dashboard. */
async function exported() {
  const user = await adminUser()
  const top = await store().folders.create({ name: `Top ${++count}` }, null)
  const below = await store().folders.create({ name: `Below ${count}`, parent_id: top.id }, null)
  const board = await fixture.dashboard({ dashboard_title: `Board ${count}`, folder_id: below.id })
  const files = await exportBundle({ store: store(), user, rules: {}, at: 0 }, 'dashboard', [board.id])
  return { top, below, board, files, texts: new Map([...files].map(([path, file]) => [path, printYaml(file)])) }
}

const folderOf = async (uuid: string) => (await store().dashboards.getByUuid(uuid))?.folder_id

/** Deletes everything permanently, as on another installation. */
async function forget({ top, below, board }: Awaited<ReturnType<typeof exported>>) {
  await store().dashboards.remove(board.id, null)
  await store().dashboards.purge([board.id])
  await store().folders.remove([below.id, top.id], null)
  await store().folders.purge([below.id, top.id])
}

it('exports the folders of entities in a separate file', async () => {
  const { top, below, board, files } = await exported()
  expect(files.get('folders.yaml')).toEqual({
    folders: [
      { uuid: top.uuid, name: top.name, parent_uuid: null },
      { uuid: below.uuid, name: below.name, parent_uuid: top.uuid },
    ].toSorted((a, b) => (a.uuid < b.uuid ? -1 : 1)),
    objects: { [board.uuid]: below.uuid },
  })
  expect(stableFiles(files).get('folders.yaml')).toEqual(files.get('folders.yaml'))
})

it('leaves out folders that the exporter may not see', async () => {
  const owner = await fixture.user(`owner ${++count}`, ['Gamma'])
  const user = await store().users.current(owner.id)
  const top = await store().folders.create({ name: 'Hidden top' }, null)
  const below = await store().folders.create({ name: 'Own', parent_id: top.id, owners: [owner.id] }, null)
  const board = await fixture.dashboard({ dashboard_title: 'Open', folder_id: top.id, published: true })
  if (!user) throw new Error('The user is missing')
  const files = await exportBundle({ store: store(), user, rules: {}, at: 0 }, 'dashboard', [board.id])
  expect([...files.keys()]).not.toContain('folders.yaml')
  expect(below.parent_id).toBe(top.id)
})

it('creates missing folders and puts imported entities into them', async () => {
  const bundle = await exported()
  await forget(bundle)
  const { warnings } = await importBundle(store(), bundle.texts, null)
  expect(warnings).toEqual([])
  const below = await store().folders.getByUuid(bundle.below.uuid)
  expect(await folderOf(bundle.board.uuid)).toBe(below?.id)
  expect((await store().folders.get(below?.parent_id ?? 0))?.uuid).toBe(bundle.top.uuid)
})

it('uses existing folders, and does not move entities that it does not replace', async () => {
  const bundle = await exported()
  await store().dashboards.update(bundle.board.id, { folder_id: bundle.top.id }, null)
  await importBundle(store(), bundle.texts, null, { kind: 'chart' }).catch(() => undefined)
  expect(await folderOf(bundle.board.uuid)).toBe(bundle.top.id)
  await importBundle(store(), bundle.texts, null, { overwrite: true })
  expect(await folderOf(bundle.board.uuid)).toBe(bundle.below.id)
  expect((await store().folders.list({ where: { col: 'name', op: 'eq', value: bundle.below.name } })).count).toBe(1)
})

it('creates no folder for users without the permission, and warns about it', async () => {
  const bundle = await exported()
  await forget(bundle)
  const role = await store().roles.create({ name: `Importers ${++count}` }, null)
  await store().roles.setPairs(role.id, [
    ['can_read', 'Dashboard'],
    ['can_write', 'Dashboard'],
  ])
  const { id } = await fixture.user(`importer ${count}`, [role.name])
  const user = await store().users.current(id)
  if (!user) throw new Error('The user is missing')
  const { warnings } = await importBundle(store(), bundle.texts, id, { user })
  expect(warnings.join()).toContain('The folders of these files are omitted')
  expect(await folderOf(bundle.board.uuid)).toBeNull()
  expect(await store().folders.getByUuid(bundle.below.uuid)).toBeUndefined()
})

it('neither fills nor reveals the hidden folder that has the uuid of a bundled one', async () => {
  const bundle = await exported()
  await store().dashboards.remove(bundle.board.id, null)
  await store().dashboards.purge([bundle.board.id])
  const { id } = await fixture.user(`importer ${++count}`, ['Gamma'])
  const user = await store().users.current(id)
  if (!user) throw new Error('The user is missing')
  const { warnings } = await importBundle(store(), bundle.texts, id, { user })
  expect(warnings).toEqual([])
  const folderId = await folderOf(bundle.board.uuid)
  expect([bundle.top.id, bundle.below.id]).not.toContain(folderId)
  expect((await store().folders.get(folderId ?? 0))?.name).toBe(bundle.below.name)
})

it('an import does not move an entity into a folder that the importer may see but not change', async () => {
  const bundle = await exported()
  await store().dashboards.remove(bundle.board.id, null)
  await store().dashboards.purge([bundle.board.id])
  const { id } = await fixture.user(`importer ${++count}`, ['Gamma'])
  await store().grants.create({ folder_id: bundle.top.id, user_id: id, level: 'see' }, null)
  const user = await store().users.current(id)
  if (!user) throw new Error('The user is missing')
  const { warnings } = await importBundle(store(), bundle.texts, id, { user })
  expect(warnings.join()).toContain('The folders of these files are omitted')
  expect(await folderOf(bundle.board.uuid)).toBeNull()
})

it('an import does not place a chart that the importer sees only by its folder', async () => {
  const { id } = await fixture.user(`importer ${++count}`, ['Gamma'])
  const folder = await store().folders.create({ name: 'Charts' }, null)
  await store().grants.create({ folder_id: folder.id, user_id: id, level: 'see' }, null)
  const chart = await fixture.chart({ folder_id: folder.id, datasource_id: (await fixture.dataset()).id })
  const meta = { chartId: chart.id, uuid: chart.uuid, width: 4, height: 50 }
  const position = {
    ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
    GRID_ID: { type: 'GRID', id: 'GRID_ID', children: ['CHART-1'] },
    'CHART-1': { type: 'CHART', id: 'CHART-1', children: [], meta },
  }
  const uuid = '50000000-0000-4000-8000-000000000077'
  const file = { dashboard_title: 'Imported', uuid, version: '1.0.0', position, metadata: {} }
  const texts = new Map([
    ['metadata.yaml', printYaml({ version: '1.0.0', type: 'Dashboard' })],
    ['dashboards/imported.yaml', printYaml(file)],
  ])
  const user = await store().users.current(id)
  if (!user) throw new Error('The user is missing')
  await importBundle(store(), texts, id, { user })
  expect((await store().dashboards.getByUuid(uuid))?.charts).toEqual([])
})

it('omits the folders of a bundle for users who may not read folders', async () => {
  const { board } = await exported()
  const user = await adminUser()
  const reader = { ...user, roles: { Reader: [['can_read', 'Dashboard'] as const] } }
  const files = await exportBundle({ store: store(), user: reader, rules: {}, at: 0 }, 'dashboard', [board.id])
  expect([...files.keys()].includes('folders.yaml')).toBe(false)
})

it('rejects an invalid file', async () => {
  const bundle = await exported()
  const texts = new Map(bundle.texts).set('folders.yaml', 'folders: 7')
  await expect(importBundle(store(), texts, null, { overwrite: true })).rejects.toMatchObject({ code: 'import-failed' })
})
