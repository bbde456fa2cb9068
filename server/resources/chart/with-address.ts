import type { QueryContext } from '#core/query/query-object.ts'

/** Query parameters of a URL that are not URL parameters of a chart. */
const RESERVED = ['form_data', 'dashboard_id', 'force', 'standalone', 'edit', 'q', 'format', 'type']

/** Returns the context with the parameters of the request URL, which win over those sent with the chart. */
export function withAddress(context: QueryContext, address: Readonly<Record<string, string>>): QueryContext {
  const own = Object.fromEntries(Object.entries(address).filter(([name]) => !RESERVED.includes(name)))
  if (Object.keys(own).length === 0) return context
  const queries = context.queries.map((query) => ({ ...query, url_params: { ...query.url_params, ...own } }))
  return { ...context, queries }
}
