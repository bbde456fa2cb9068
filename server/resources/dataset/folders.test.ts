import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Dataset } from '#core/entity/dataset.ts'
import {
  MAX_FOLDER_DEPTH,
  MAX_FOLDER_DESCRIPTION,
  MAX_FOLDER_ENTRIES,
  MAX_FOLDER_NAME,
  MAX_FOLDERS,
} from '#core/rest/dataset-folders.ts'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'
import { upload, zip } from '#testing/bundle.ts'

let fixture: TestApp
let admin: Client
let stored: Dataset
beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
  stored = await fixture.dataset({ table_name: 'sales', schema: 'main' })
})
afterAll(() => fixture.close())

let count = 0
const newUuid = () => `10000000-0000-4000-8000-${String(++count).padStart(12, '0')}`
const folder = (name: string, children: readonly object[] = [], more: object = {}) => ({
  type: 'folder',
  uuid: newUuid(),
  name,
  description: null,
  children,
  ...more,
})
const column = (name: string) => {
  const uuid = stored.columns.find(({ column_name }) => column_name === name)?.uuid
  return { type: 'column', uuid, name }
}
const metric = () => ({ type: 'metric', uuid: stored.metrics[0]?.uuid, name: 'count' })

const put = (body: object, id = stored.id) => admin.put(`/api/v1/dataset/${id}`, body)
const get = async (id = stored.id) => (await admin.get(`/api/v1/dataset/${id}`)).json().result

interface Shown {
  readonly name: string
  readonly children?: readonly Shown[]
}
const print = (folders: readonly Shown[]): string =>
  folders.map((each) => (each.children ? `${each.name}(${print(each.children)})` : each.name)).join(' ')

describe('folders of a dataset', () => {
  it('stores folders by PUT, and returns them by GET and where explore reads a dataset', async () => {
    expect((await get()).folders).toEqual([])
    const folders = [folder('Time', [column('date'), folder('Inner', [metric()])], { description: 'When' })]
    const answer = await put({ folders })
    expect([answer.statusCode, answer.json().errors]).toEqual([200, undefined])
    expect((await get()).folders).toEqual(folders)
    const { result } = (await admin.get(`/api/v1/explore/?datasource_id=${stored.id}&datasource_type=table`)).json()
    expect(result.dataset.folders).toEqual(folders)
    await put({ description: 'Other fields' })
    expect((await get()).folders).toEqual(folders)
    expect((await put({ folders: [] })).statusCode).toBe(200)
    expect((await get()).folders).toEqual([])
  })

  it('show the present name of a renamed column, and leave out a removed one', async () => {
    await put({ folders: [folder('Place', [column('origin'), column('delay')])] })
    const columns = (await get()).columns.map(({ id, uuid, column_name, type }: Record<string, unknown>) => ({
      id,
      uuid,
      column_name: column_name === 'origin' ? 'airport' : column_name,
      type,
    }))
    const save = async (sent: readonly object[]) => expect((await put({ columns: sent })).statusCode).toBe(200)
    await save(columns)
    expect(print((await get()).folders)).toBe('Place(airport delay)')
    await save(columns.filter(({ column_name }: { column_name: string }) => column_name !== 'delay'))
    expect(print((await get()).folders)).toBe('Place(airport)')
    // A column that is created again is in its folder again.
    const withoutIds = ({ uuid: _uuid, id: _id, ...rest }: Record<string, unknown>) => rest
    await save(
      columns.map((each: Record<string, unknown>) => (each['column_name'] === 'delay' ? withoutIds(each) : each)),
    )
    expect(print((await get()).folders)).toBe('Place(airport delay)')
    stored = (await fixture.context.store.datasets.get(stored.id)) as Dataset
  })

  const nested = (levels: number): object => folder('n', levels > 1 ? [nested(levels - 1)] : [])
  it.each<[string, () => unknown, number]>([
    ['an unknown column', () => [folder('a', [{ ...column('date'), uuid: newUuid() }])], 422],
    ['a column as a metric', () => [folder('a', [{ ...column('date'), type: 'metric' }])], 422],
    ['a column twice', () => [folder('a', [column('date')]), folder('b', [column('date')])], 422],
    [
      'the id of a folder twice',
      () => {
        const { uuid } = folder('a')
        return [folder('a', [], { uuid }), folder('b', [], { uuid })]
      },
      422,
    ],
    ['an id that is no uuid', () => [folder('a', [], { uuid: '1' })], 400],
    ['a column outside of a folder', () => [column('date')], 400],
    ['another type', () => [folder('a', [{ ...column('date'), type: 'table' }])], 400],
    ['a folder without a name', () => [folder(' ')], 400],
    ['a long name', () => [folder('x'.repeat(MAX_FOLDER_NAME + 1))], 400],
    ['a long description', () => [folder('x', [], { description: 'x'.repeat(MAX_FOLDER_DESCRIPTION + 1) })], 400],
    ['too many folders', () => Array.from({ length: MAX_FOLDERS + 1 }, () => folder('a')), 400],
    ['too many levels', () => [nested(MAX_FOLDER_DEPTH + 1)], 400],
    [
      'too many entries',
      () => [
        folder(
          'a',
          Array.from({ length: MAX_FOLDER_ENTRIES + 1 }, () => column('date')),
        ),
      ],
      400,
    ],
    ['a text', () => 'folders', 400],
    ['an object', () => folder('a'), 400],
  ])('rejects %s', async (_, folders, status) => {
    const before = (await get()).folders
    const answer = await put({ folders: folders() })
    expect([answer.statusCode, Object.keys(answer.json().errors?.[0]?.extra?.fields ?? answer.json().message)]).toEqual(
      [status, ['folders']],
    )
    expect((await get()).folders).toEqual(before)
  })

  it('accepts the maximum number of levels and folders', async () => {
    expect((await put({ folders: [nested(MAX_FOLDER_DEPTH)] })).statusCode).toBe(200)
    expect((await put({ folders: Array.from({ length: MAX_FOLDERS }, () => folder('a')) })).statusCode).toBe(200)
  })

  it('exports folders as a list, and imports them for columns of the same names', async () => {
    await put({ folders: [folder('Time', [column('date'), folder('Inner', [metric()])])] })
    const { rawPayload } = await admin.get(`/api/v1/dataset/export/?q=!(${stored.id})`)
    const files = Object.entries(unzipSync(rawPayload)).map(
      ([path, bytes]) => [path.split('/').slice(1).join('/'), strFromU8(bytes)] as const,
    )
    const [path = '', text = ''] = files.find(([name]) => name.startsWith('datasets/')) ?? []
    expect(text).toMatch(/^folders:\n\s*- type: folder/m)
    const other = text.replaceAll('sales', 'sales_again').replace(stored.uuid, '20000000-0000-4000-8000-000000000001')
    const bundle = zip({ ...Object.fromEntries(files), [path]: other }, 'dataset_export/')
    const answer = await upload(admin, 'dataset', bundle)
    expect([answer.statusCode, answer.body]).toEqual([200, expect.stringContaining('OK')])
    const made = await fixture.context.store.datasets.getByUuid('20000000-0000-4000-8000-000000000001')
    const { folders, columns } = await get(made?.id)
    expect(print(folders)).toBe('Time(date Inner(count))')
    const date = columns.find(({ column_name }: { column_name: string }) => column_name === 'date')
    expect(folders[0].children[0].uuid).toBe(date.uuid)
    expect(date.uuid).not.toBe(column('date').uuid)
  })

  it('restores folders with an earlier version', async () => {
    // Saves within ten minutes are one version.
    for (const folders of [[folder('Before', [column('date')])], [folder('After')]]) {
      fixture.now += 660_000
      await put({ folders })
    }
    const { result } = (await admin.get(`/api/v1/dataset/${stored.id}/history/`)).json()
    const earlier = result[1]?.id
    expect((await admin.post(`/api/v1/dataset/${stored.id}/history/${earlier}/restore`, {})).statusCode).toBe(200)
    expect(print((await get()).folders)).toBe('Before(date)')
  })
})
