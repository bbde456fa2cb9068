import { expect } from 'vitest'
import type { Client, TestApp } from '#testing/app.ts'

export const FOLDER_URL = '/api/v1/folder/'
export const GRANTS_URL = '/api/v1/security/grants/'

/** The response to a request. */
export type FolderResponse = Awaited<ReturnType<Client['get']>>

let objects = 0

/** Returns functions that create folders, contents and users, and read what users may do with them. */
export function folderHelpers(app: () => TestApp) {
  const idOf = (client: Client) => client.user?.userId as number
  const newUser = async (...roles: readonly string[]) =>
    app().signedIn(await app().user(`member ${++objects}`, roles.length === 0 ? ['Gamma'] : roles))
  /** A user with the permission to write datasets, who reads none of them. */
  const newEditor = async () => {
    const { id, name } = await app().context.store.roles.create({ name: `Editors ${++objects}` }, null)
    await app().context.store.roles.setPairs(id, [['can_write', 'Dataset']])
    return newUser('Gamma', name)
  }
  const created = async (client: Client, body: object, url = FOLDER_URL): Promise<number> => {
    const answer = await client.post(url, body)
    expect(answer.statusCode, answer.body).toBe(201)
    return answer.json().id
  }
  const newFolder = (client: Client, values: object = {}) => created(client, { name: `Folder ${++objects}`, ...values })
  const give = (client: Client, folder: number, subject: object, level: string) =>
    created(client, { folder, ...subject, level }, GRANTS_URL)
  const newDataset = (values: object = {}) => app().dataset({ table_name: `prices ${++objects}`, ...values })
  const newChart = (values: object = {}) => app().chart({ slice_name: `Prices ${++objects}`, ...values })
  const newBoard = (values: object = {}) =>
    app().dashboard({ dashboard_title: `Board ${++objects}`, published: false, ...values })
  const errorOf = ({ statusCode, headers }: FolderResponse) => [
    statusCode,
    (headers as Record<string, unknown>)['x-facet-error'],
  ]
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
  return {
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
  }
}
