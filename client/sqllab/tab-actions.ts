import { t } from '#core/text/t.ts'
import { toast } from '#ui/overlay/toast.ts'
import type { SqlLabServices } from './sql-lab-services.ts'
import {
  actions,
  defaultDatabase,
  type EditorTab,
  makeTab,
  type SqlLabStore,
  tabOf,
  type TabSummary,
  uniqueLabel,
} from './state/store.ts'

/** Opens a new tab and activates it. Its database is that of the active tab unless `fields` name one. */
export function openTab(store: SqlLabStore, fields: Partial<EditorTab>): void {
  const state = store.getState()
  const active = state.tabs.find(({ key }) => key === state.activeKey)
  const databaseId = fields.databaseId === undefined ? defaultDatabase(state) : fields.databaseId
  const schema = active !== undefined && active.databaseId === databaseId ? active.schema : null
  const label = uniqueLabel(state.tabs, fields.label ?? t('Untitled query'))
  actions.addTab(store, makeTab({ schema, ...fields, databaseId, label }))
}

/** Opens a tab with the same SQL, database and limit after a tab. */
export function duplicateTab(store: SqlLabStore, key: string): void {
  const tab = tabOf(store.getState(), key)
  if (!tab) return
  const { databaseId, schema, sql, queryLimit, templateParams, datasourceKey, source, isLoaded } = tab
  if (!isLoaded) return
  const label = uniqueLabel(store.getState().tabs, t('Copy of %s', tab.label))
  const copy = { databaseId, schema, sql, queryLimit, templateParams, datasourceKey, source, label }
  actions.addTab(store, makeTab(copy), tab.key)
}

/** Closes a tab, reports it and offers undo. The last tab is replaced by an empty one. */
export function closeTab(store: SqlLabStore, { sync }: SqlLabServices, tab: TabSummary): void {
  const { undo, done } = sync.close(tab.key)
  done.catch((error: Error) => {
    toast.show({ text: t('%s could not be closed on the server: %s', tab.label, error.message), tone: 'danger' })
  })
  if (store.getState().tabs.length === 0) openTab(store, { databaseId: tab.databaseId, schema: tab.schema })
  toast.show({ text: t('Closed: %s', tab.label), action: { label: t('Undo'), onPress: undo } })
}
