import type { TabStateJson } from '#core/rest/sqllab.ts'
import { ownQuery } from '#server/resources/shared/own-queries.ts'
import { presentQuery } from '#server/resources/shared/query-state.ts'
import { savedQueryRule } from '#server/resources/shared/tagged-types.ts'
import { tabSource } from '#server/resources/shared/tab-source.ts'
import type { RouteRequest } from '#server/route/route.ts'
import type { TabState } from '#server/store/sql-editor.ts'

/** Returns a tab in the form of the SQL editor. A saved query that is deleted or another user's is left out. */
export async function tabJson(request: RouteRequest, tab: TabState): Promise<TabStateJson> {
  const { store } = request.context
  const tables = await store.tabStates.tables(tab.id)
  const latest = tab.latest_query_id === null ? undefined : await ownQuery(request, tab.latest_query_id)
  const { id, user_id, label, active, database_id, schema, sql, query_limit } = tab
  return {
    id,
    user_id,
    label,
    active,
    database_id,
    schema,
    table_schemas: tables.map(({ description, ...table }) => ({
      ...table,
      dbId: table.database_id,
      description: description === null ? null : (JSON.parse(description) as unknown),
    })),
    sql,
    query_limit,
    latest_query: latest ? await presentQuery(request, latest) : null,
    autorun: tab.autorun,
    template_params: tab.template_params,
    hide_left_bar: tab.hide_left_bar,
    saved_query: await savedOf(request, tab),
    datasource_key: tab.datasource_key,
    source: tab.datasource_key === null ? null : await tabSource(request, tab.datasource_key),
  }
}

async function savedOf(request: RouteRequest, { saved_query_id }: TabState): Promise<TabStateJson['saved_query']> {
  if (saved_query_id === null) return null
  const rule = savedQueryRule(request.user, 'read')
  const row = await request.context.store.savedQueries.find({
    and: [{ col: 'id', op: 'eq', value: saved_query_id }, rule],
  })
  return row ? { id: row.id, label: row.label } : null
}
