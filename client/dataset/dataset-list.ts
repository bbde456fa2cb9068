import { type ListQuery, listResource } from '#calls/resources.ts'
import type { DatasetResponse, ListBody } from '#core/rest/responses.ts'

/** Rows per page of the dialog. */
export const PAGE_SIZE = 25

/** Returns a query for a page of datasets whose names contain the text, last changed first. `page` counts from zero. */
export function datasetQuery(search: string, page: number): ListQuery {
  const text = search.trim()
  return {
    order_column: 'changed_on_delta_humanized',
    order_direction: 'desc',
    page,
    page_size: PAGE_SIZE,
    ...(text ? { filters: [{ col: 'table_name', opr: 'ct', value: text }] } : {}),
  }
}

export function listDatasets(search: string, page: number, signal?: AbortSignal): Promise<ListBody<DatasetResponse>> {
  return listResource<DatasetResponse>('dataset', datasetQuery(search, page), signal)
}
