import type { RequestedQuery } from '#core/rest/sqllab.ts'
import { isObject } from '#core/rest/json.ts'
import { clientPage } from '#server/route/page.ts'
import type { RouteResponse, RouteRequest } from '#server/route/route.ts'
import { MAX_DATASOURCE_KEY, tabSource } from '#server/resources/shared/tab-source.ts'

/**
 * `POST /superset/sqllab/`: opens the SQL editor with a dataset and SQL from the form field `form_data`, JSON of
 * `datasourceKey` and `sql`. Nothing is executed. Invalid values are ignored.
 */
export async function openEditor(request: RouteRequest): Promise<RouteResponse> {
  const requestedQuery = await requestedOf(
    request,
    (request.body as Record<string, unknown> | undefined)?.['form_data'],
  )
  return clientPage(request, { module: 'SqlLabPage', ...(requestedQuery ? { requestedQuery } : {}) })
}

async function requestedOf(request: RouteRequest, text: unknown): Promise<RequestedQuery | undefined> {
  const sent = parsed(text)
  if (!sent || typeof sent['sql'] !== 'string') return undefined
  const key = sent['datasourceKey']
  const datasourceKey = typeof key === 'string' && key.length <= MAX_DATASOURCE_KEY ? key : ''
  const dataset = await tabSource(request, datasourceKey)
  return { datasourceKey, sql: sent['sql'], databaseId: dataset?.databaseId ?? null, dataset }
}

function parsed(text: unknown): Record<string, unknown> | undefined {
  if (typeof text !== 'string') return undefined
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
