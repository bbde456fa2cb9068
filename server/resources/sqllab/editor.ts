import { ownerId } from '#core/access/ability.ts'
import { allowedRows } from '#core/access/can.ts'
import { hasFullDatabaseAccess } from '#core/access/database-access.ts'
import type { Database } from '#core/entity/database.ts'
import type { SqlLabJson } from '#core/rest/sqllab.ts'
import { type EngineSwitch, supportsSwitch } from '#server/engines/switches.ts'
import { hasCostEstimate } from '#server/resources/shared/cost-estimates.ts'
import { ownQueries } from '#server/resources/shared/own-queries.ts'
import { presentQueries } from '#server/resources/shared/query-state.ts'
import { ruleOptions } from '#server/resources/shared/rule-options.ts'
import { tabJson } from '#server/resources/shared/tab-json.ts'
import type { RouteResponse, RouteRequest } from '#server/route/route.ts'

/** The editor starts with runs of this many hours. */
const RECENT_HOURS = 24

/** `GET /api/v1/sqllab/`: returns the tabs of the caller, the databases they may run SQL on, and their recent runs. */
export async function editorState(request: RouteRequest): Promise<RouteResponse> {
  const { user, context } = request
  const owner = ownerId(user)
  const tabs = owner === null ? [] : await context.store.tabStates.ofUser(owner)
  const active = tabs.find((tab) => tab.active) ?? tabs.at(-1)
  const since = context.now() - RECENT_HOURS * 3_600_000
  const recent = await presentQueries(
    request,
    await ownQueries(request, { col: 'start_time', op: 'gte', value: since }),
  )
  const result: SqlLabJson = {
    active_tab: active ? await tabJson(request, active) : null,
    tab_state_ids: tabs.map(({ id, label }) => ({ id, label })),
    databases: Object.fromEntries((await openDatabases(request)).map((each) => [each.id, databaseJson(each)])),
    queries: Object.fromEntries(recent.map((query) => [query.id, query])),
  }
  return { status: 200, json: { result } }
}

async function openDatabases(request: RouteRequest): Promise<readonly Database[]> {
  const { rows } = await request.context.store.databases.list({
    where: {
      and: [
        allowedRows(request.user, 'read', 'Database', ruleOptions(request)),
        { col: 'expose_in_sqllab', op: 'eq', value: true },
      ],
    },
    order: [{ column: 'database_name', direction: 'asc' }],
  })
  return rows.filter((database) => hasFullDatabaseAccess(request.user, database))
}

function databaseJson(database: Database): SqlLabJson['databases'][string] {
  const { id, database_name, backend, allow_run_async } = database
  const isOn = (name: EngineSwitch) => database[name] && supportsSwitch(backend, name)
  return {
    id,
    database_name,
    backend,
    allow_ctas: isOn('allow_ctas'),
    allow_cvas: isOn('allow_cvas'),
    allow_dml: isOn('allow_dml'),
    allow_run_async,
    allow_file_upload: isOn('allow_file_upload'),
    allows_cost_estimate: hasCostEstimate(database),
    expose_in_sqllab: database.expose_in_sqllab,
  }
}
