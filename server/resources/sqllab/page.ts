import { allowed } from '#core/access/can.ts'
import type { RequestedQuery } from '#core/rest/sqllab.ts'
import { isObject } from '#core/rest/json.ts'
import { clientPage } from '#server/route/page.ts'
import type { Answer, Asked } from '#server/route/route.ts'
import { ruleOptions } from '#server/resources/shared/rule-options.ts'

/**
 * `POST /superset/sqllab/`: the SQL editor, opened with a dataset and SQL by a form field `form_data`, JSON of
 * `datasourceKey` and `sql`. Nothing is run. What cannot be read is ignored, and the editor opens as it is.
 */
export async function openEditor(asked: Asked): Promise<Answer> {
  const requestedQuery = await requestedOf(asked, (asked.body as Record<string, unknown> | undefined)?.['form_data'])
  return clientPage(asked, { module: 'SqlLabPage', ...(requestedQuery ? { requestedQuery } : {}) })
}

async function requestedOf(asked: Asked, text: unknown): Promise<RequestedQuery | undefined> {
  const sent = parsed(text)
  if (!sent || typeof sent['sql'] !== 'string') return undefined
  const key = sent['datasourceKey']
  const datasourceKey = typeof key === 'string' ? key : ''
  const dataset = await datasetOf(asked, datasourceKey)
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

async function datasetOf(asked: Asked, key: string): Promise<RequestedQuery['dataset']> {
  const id = /^(\d{1,15})__table$/.exec(key)?.[1]
  if (id === undefined) return null
  const rule = allowed(asked.user, 'read', 'Dataset', ruleOptions(asked))
  const found = await asked.context.store.datasets.find({ and: [{ col: 'id', op: 'eq', value: Number(id) }, rule] })
  if (!found) return null
  const { table_name: name, schema, database_id: databaseId, columns } = found
  return { id: found.id, name, schema, databaseId, columns: columns.map(({ column_name }) => column_name) }
}
