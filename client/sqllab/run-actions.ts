import type { ExplainRequest, TableCreation } from '#calls/sqllab.ts'
import { session } from '#client/session/session.ts'
import { APPLICATION, hasPermission } from '#core/access/ability.ts'
import type { QueryStateJson, StatementState } from '#core/rest/sqllab.ts'
import { statementAt } from '#core/sql/statements.ts'
import { t } from '#core/text/t.ts'
import { toast } from '#ui/overlay/toast.ts'
import type { SqlLabServices } from './sql-lab-services.ts'
import type { SqlRange } from './state/runner.ts'
import { queryOf } from './state/runner.ts'
import { type EditorTab, isActive, type SqlDatabase, type SqlLabStore, tabOf } from './state/store.ts'

/** Returns whether the user may estimate the cost of SQL on a database. */
export const mayEstimate = (database: SqlDatabase | undefined): boolean =>
  database?.allows_cost_estimate === true &&
  mayRunSql() &&
  hasPermission(session().user, 'can_estimate_query_cost', 'SQL Lab')

/** Returns why the user may not run SQL; undefined if the user may. */
export function noRunReason(): string | undefined {
  const { user } = session()
  if (user.viewAs)
    return t('You view Facet as %s, where no SQL can be run. Stop viewing to run it as yourself.', user.viewAs.name)
  return hasPermission(user, 'can_sql_json', APPLICATION) ? undefined : t('You do not have permission to run SQL.')
}

/** Returns whether the user may run SQL. */
export const mayRunSql = (): boolean => noRunReason() === undefined

/** Returns the range of the selected SQL, or of the whole text without a selection. */
export function selectedRange(text: string, { from, to }: { readonly from: number; readonly to: number }): SqlRange {
  const selected = text.slice(from, to)
  return selected.trim() === '' ? { sql: text, start: 0 } : { sql: selected, start: from }
}

/** Returns the range of the statement at the cursor. */
export function statementRange(text: string, offset: number): SqlRange | undefined {
  const statement = statementAt(text, offset)
  return statement && { sql: statement.text, start: statement.start }
}

/** Returns the active tab if it can run SQL on a database now, by default its own; otherwise reports why not. */
function runnableTab(store: SqlLabStore, databaseId?: number): EditorTab | undefined {
  const state = store.getState()
  const tab = tabOf(state, state.activeKey)
  const reason = noRunReason()
  if (reason !== undefined) toast.show({ text: reason, tone: 'warn' })
  else if (!tab?.isLoaded || isActive(queryOf(store, tab.key))) return undefined
  else if ((databaseId ?? tab.databaseId) === null) toast.show({ text: t('Select a database first.'), tone: 'warn' })
  else return tab
  return undefined
}

/** Runs a part of the active tab; does nothing while its previous run is in progress. */
export function runActive(
  store: SqlLabStore,
  services: SqlLabServices,
  part: 'selection' | 'statement',
  creation?: TableCreation,
): void {
  services.editor.current?.closeCompletions()
  const tab = runnableTab(store)
  if (!tab) return
  const selection = services.editor.current?.selection() ?? { from: 0, to: 0 }
  const range = part === 'selection' ? selectedRange(tab.sql, selection) : statementRange(tab.sql, selection.to)
  if (!range || range.sql.trim() === '') {
    toast.show({ text: t('There is no SQL to run.'), tone: 'warn' })
    return
  }
  void services.runner.run(tab, range, creation)
}

/** Runs a statement of an earlier run again, on its database; does nothing while a run of the tab is in progress. */
export function runAgain(
  store: SqlLabStore,
  services: SqlLabServices,
  { dbId, schema }: Pick<QueryStateJson, 'dbId' | 'schema'>,
  { sql }: Pick<StatementState, 'sql'>,
): void {
  const tab = runnableTab(store, dbId)
  if (!tab) return
  const start = Math.max(0, tab.sql.indexOf(sql))
  void services.runner.run({ ...tab, databaseId: dbId, schema }, { sql, start })
}

/** Sends a run again whose request got no response; does nothing while a run of the tab is in progress. */
export function sendAgain(store: SqlLabStore, services: SqlLabServices, query: QueryStateJson): void {
  const tab = runnableTab(store, query.dbId)
  if (tab) void services.runner.sendAgain(tab.key, query)
}

/** Returns the request for the plan of the selection, or of the statement at the cursor; reports why there is none. */
export function explainRequest(store: SqlLabStore, services: SqlLabServices): ExplainRequest | undefined {
  const state = store.getState()
  const tab = tabOf(state, state.activeKey)
  if (!tab?.isLoaded) return undefined
  const selection = services.editor.current?.selection() ?? { from: 0, to: 0 }
  const { sql = '' } =
    selection.from === selection.to ? (statementRange(tab.sql, selection.to) ?? {}) : selectedRange(tab.sql, selection)
  if (tab.databaseId === null) toast.show({ text: t('Select a database first.'), tone: 'warn' })
  else if (sql.trim() === '') toast.show({ text: t('There is no SQL to explain.'), tone: 'warn' })
  else return { database_id: tab.databaseId, schema: tab.schema, sql, templateParams: tab.templateParams }
  return undefined
}

/** Returns the request for the cost of the selection, or of all statements; reports why there is none. */
export function estimateRequest(store: SqlLabStore, services: SqlLabServices): ExplainRequest | undefined {
  const state = store.getState()
  const tab = tabOf(state, state.activeKey)
  if (!tab?.isLoaded || tab.databaseId === null) return undefined
  const { sql } = selectedRange(tab.sql, services.editor.current?.selection() ?? { from: 0, to: 0 })
  if (sql.trim() !== '')
    return { database_id: tab.databaseId, schema: tab.schema, sql, templateParams: tab.templateParams }
  toast.show({ text: t('There is no SQL to estimate.'), tone: 'warn' })
  return undefined
}

/** Stops the run of the active tab. Returns whether there was one. */
export function stopActive(store: SqlLabStore, services: SqlLabServices): boolean {
  const query = queryOf(store, store.getState().activeKey)
  if (!query || !isActive(query)) return false
  services.runner.stop(query.id).catch((error: Error) => {
    toast.show({ text: t('The query could not be stopped: %s', error.message), tone: 'danger' })
  })
  return true
}
