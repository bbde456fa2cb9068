import type { QueryRequest } from '../plan/query-request.ts'
import type { ServiceDependencies } from '../dependencies.ts'

/** The question with its templates rendered for who asks. */
export async function renderTemplates({ templates }: ServiceDependencies, parcel: QueryRequest): Promise<QueryRequest> {
  const { asking, loaded, question, rules, ranges } = parcel
  const { user, context, signal } = asking
  const { query } = question
  const plain = await templates.question({ user, context, loaded, query, rules, ranges, signal })
  return {
    ...parcel,
    loaded: { ...loaded, dataset: plain.dataset },
    question: { ...question, query: plain.query },
    rules: plain.rules,
    tables: plain.tables,
    read: plain.read,
    keys: plain.keys,
  }
}
