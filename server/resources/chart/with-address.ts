import type { QueryContext } from '#core/query/query-object.ts'

/** Parts of an address that are no parameters of a chart. */
const RESERVED = ['form_data', 'dashboard_id', 'force', 'standalone', 'edit', 'q', 'format', 'type']

/** The context with the parameters of the address of the call, which win over those the chart was sent with. */
export function withAddress(context: QueryContext, address: Readonly<Record<string, string>>): QueryContext {
  const own = Object.fromEntries(Object.entries(address).filter(([name]) => !RESERVED.includes(name)))
  if (Object.keys(own).length === 0) return context
  const queries = context.queries.map((query) => ({ ...query, url_params: { ...query.url_params, ...own } }))
  return { ...context, queries }
}
