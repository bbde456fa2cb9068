import { expect, type Page } from '@playwright/test'
import type { Facet } from './facet.ts'

/** The API, called with the session of a page. */
export interface Calls {
  get<T>(path: string): Promise<T>
  /** Sends a POST that only reads. */
  ask<T>(path: string, body: object): Promise<T>
  post(path: string, body: object): Promise<{ id: number }>
  put(path: string, body: object): Promise<void>
  remove(path: string): Promise<void>
}

export async function callsOf(page: Page, facet: Facet): Promise<Calls> {
  const token = await page.request.get(`${facet.url}/api/v1/security/csrf_token/`)
  const { result } = (await token.json()) as { result: string }
  const headers = { 'x-csrftoken': result, referer: `${facet.url}/` }
  return {
    get: async <T>(path: string) => {
      const answer = await page.request.get(`${facet.url}${path}`)
      expect(answer.status()).toBe(200)
      return (await answer.json()) as T
    },
    ask: async <T>(path: string, data: object) => {
      const answer = await page.request.post(`${facet.url}${path}`, { data, headers })
      expect(answer.status(), await answer.text()).toBe(200)
      return (await answer.json()) as T
    },
    post: async (path, data) => {
      const made = await page.request.post(`${facet.url}${path}`, { data, headers })
      expect(made.status(), await made.text()).toBe(201)
      return (await made.json()) as { id: number }
    },
    put: async (path, data) => {
      const changed = await page.request.put(`${facet.url}${path}`, { data, headers })
      expect(changed.status(), await changed.text()).toBe(200)
    },
    remove: async (path) => {
      expect((await page.request.delete(`${facet.url}${path}`, { headers })).status()).toBe(200)
    },
  }
}

/** Returns the id of the dataset with this name. */
export async function datasetNamed(calls: Calls, name: string): Promise<number> {
  const { result } = await calls.get<{ result: { id: number }[] }>(
    `/api/v1/dataset/?q=(filters:!((col:table_name,opr:eq,value:'${name}')))`,
  )
  return result[0]?.id ?? 0
}

/** Creates a virtual dataset in the examples database. */
export async function datasetOfSql(calls: Calls, table_name: string, sql: string): Promise<number> {
  const { result } = await calls.get<{ result: { id: number; database_name: string }[] }>('/api/v1/database/')
  const database = result.find((each) => each.database_name === 'examples')?.id
  return (await calls.post('/api/v1/dataset/', { database, schema: 'main', table_name, sql })).id
}

/** Saves a chart of a dataset; its type is in its form data. */
export const saveChart = (
  calls: Calls,
  dataset: number,
  slice_name: string,
  form: { readonly viz_type?: unknown; readonly [key: string]: unknown },
  dashboards: readonly number[] = [],
): Promise<{ id: number }> =>
  calls.post('/api/v1/chart/', {
    slice_name,
    viz_type: form.viz_type,
    datasource_id: dataset,
    datasource_type: 'table',
    params: JSON.stringify({ datasource: `${dataset}__table`, ...form }),
    ...(dashboards.length > 0 ? { dashboards } : {}),
  })
