import type { QueryRequest } from '../plan/query-request.ts'
import type { ServiceDependencies } from '../dependencies.ts'

/** Returns the query with its templates rendered for the caller. */
export async function renderTemplates(
  { templates }: ServiceDependencies,
  queryRequest: QueryRequest,
): Promise<QueryRequest> {
  const { dataRequest, loaded, queryObject: question, rules, ranges } = queryRequest
  const { user, context, signal } = dataRequest
  const { query } = question
  const plain = await templates.question({ user, context, loaded, query, rules, ranges, signal })
  return {
    ...queryRequest,
    loaded: { ...loaded, dataset: plain.dataset },
    queryObject: { ...question, query: plain.query },
    rules: plain.rules,
    tables: plain.tables,
    read: plain.read,
    keys: plain.keys,
  }
}
