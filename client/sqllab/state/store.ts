import { createContext, useContext, useState } from 'react'
import { createStore, type StoreApi, useStore } from 'zustand'
import type { QueryStateJson, RequestedQuery, SqlLabJson, SqlPreviewJson, TabStateJson } from '#core/rest/sqllab.ts'
import { t } from '#core/text/t.ts'

export type SqlDatabase = SqlLabJson['databases'][string]

/** How a tab of the page relates to its copy on the server. `conflict`: another window saved it later. */
export type SaveState = 'saved' | 'unsaved' | 'failed' | 'conflict'

/** The dataset whose SQL a tab was opened with; `null` when it is unknown or not readable. */
export type TabSource = RequestedQuery['dataset']

/** A tab of the editor. */
export interface EditorTab {
  /** Identifies the tab in this page; the server assigns an id when the tab is created there. */
  readonly key: string
  readonly id: number | null
  readonly label: string
  readonly databaseId: number | null
  readonly schema: string | null
  readonly sql: string
  readonly queryLimit: number
  readonly templateParams: string | null
  /** Client id of the latest run. */
  readonly latestQueryId: string | null
  /** Client id of the latest run that the server has accepted; it finds the run after a reload. */
  readonly submittedQueryId: string | null
  /** False until the text has been fetched from the server. */
  readonly isLoaded: boolean
  readonly saveState: SaveState
  /** The dataset of `source` as the server names it, such as `3__table`. */
  readonly datasourceKey: string | null
  /** Absent in a tab without a source. */
  readonly source?: TabSource | undefined
  readonly savedQuery?: { readonly id: number; readonly label: string | null } | null
}

/** A tab without the fields that change with each key press. */
export type TabSummary = Omit<EditorTab, 'sql' | 'saveState'>

/** The preview of a tab. */
export interface SqlPreview {
  readonly sql: string
  /** The CTE whose rows it has; absent for the statement at the cursor. */
  readonly cte?: string | undefined
  /** `outdated`: the text has changed; `skipped`: there is nothing to preview at the cursor. */
  readonly state: 'outdated' | 'skipped' | 'running' | 'shown' | 'failed'
  /** The latest rows, which may be those of an earlier text. */
  readonly result?: SqlPreviewJson | undefined
  readonly milliseconds?: number | undefined
  /** Why there are no new rows. */
  readonly message?: string | undefined
  /** True if the request got no response. */
  readonly hasNoResponse?: boolean | undefined
  /** The latest run of the tab when the text changed. */
  readonly after: string | null
  /** How many previews of CTEs the user has opened. */
  readonly opened: number
}

export interface SqlLabState {
  readonly databases: Readonly<Record<string, SqlDatabase>>
  readonly tabs: readonly EditorTab[]
  readonly activeKey: string | null
  /** Runs by client id. */
  readonly queries: Readonly<Record<string, QueryStateJson>>
  /** Offsets of the SQL of a run in the text of its tab, by client id; unknown after a reload. */
  readonly offsets: Readonly<Record<string, number>>
  /** True if text is selected in the editor. */
  readonly hasSelection: boolean
  /** Previews by the key of their tab. */
  readonly previews: Readonly<Record<string, SqlPreview>>
  /** True if statements are previewed while they are typed. */
  readonly isPreviewOn: boolean
}

export type SqlLabStore = StoreApi<SqlLabState>

const QUERY_LIMITS = [100, 1000, 10_000, 100_000] as const

/** Returns the selectable row limits of a tab, ascending: up to the maximum of the server, and the current one. */
export function queryLimits(current: number, max: number): readonly number[] {
  const limits = [...QUERY_LIMITS, max].filter((limit) => limit <= max)
  return [...new Set([...limits, current])].toSorted((a, b) => a - b)
}

const DEFAULT_QUERY_LIMIT = 1000

const ACTIVE_STATES = new Set(['pending', 'scheduled', 'running'])

/** True if a run is in progress. */
export const isActive = (query: QueryStateJson | undefined): boolean =>
  query !== undefined && ACTIVE_STATES.has(query.state)

/** The maximum length of SQL that a browser sends while it closes the page: it limits such requests to 64 KB. */
const MAX_CLOSING_SQL = 16_000

/** True if a browser can send the SQL of a tab while it closes the page. */
export const canSendOnClose = ({ sql }: EditorTab): boolean => sql.length <= MAX_CLOSING_SQL

/** True if the text of a tab is on this page only, and leaving the page would lose it. */
export const hasUnsavedText = ({ saveState }: EditorTab): boolean => saveState === 'failed' || saveState === 'conflict'

let lastKey = 0

export function newKey(): string {
  lastKey += 1
  return `tab${lastKey}`
}

/** Returns a tab with defaults for missing fields. */
export function makeTab(fields: Partial<EditorTab>): EditorTab {
  return {
    key: newKey(),
    id: null,
    label: t('Untitled query'),
    databaseId: null,
    schema: null,
    sql: '',
    queryLimit: DEFAULT_QUERY_LIMIT,
    templateParams: null,
    datasourceKey: null,
    latestQueryId: null,
    submittedQueryId: null,
    isLoaded: true,
    saveState: 'unsaved',
    ...fields,
  }
}

/** Returns the fields of a tab from the server's response. */
export function editorTabFromResponse(tab: TabStateJson): Omit<EditorTab, 'key'> {
  return {
    id: tab.id,
    label: tab.label ?? t('Untitled query'),
    databaseId: tab.database_id,
    schema: tab.schema,
    sql: tab.sql ?? '',
    queryLimit: tab.query_limit ?? DEFAULT_QUERY_LIMIT,
    templateParams: tab.template_params,
    latestQueryId: tab.latest_query?.id ?? null,
    submittedQueryId: tab.latest_query?.id ?? null,
    isLoaded: true,
    saveState: 'saved',
    savedQuery: tab.saved_query,
    datasourceKey: tab.datasource_key,
    source: tab.datasource_key === null ? undefined : tab.source,
  }
}

/** Creates the store of a page from the server's response; other tabs than the active one load when they are shown. */
export function createSqlLabStore({
  active_tab: active,
  tab_state_ids: ids,
  databases,
  queries,
}: SqlLabJson): SqlLabStore {
  const tabs = ids.map(({ id, label }) =>
    makeTab({ id, label: label ?? t('Untitled query'), isLoaded: false, saveState: 'saved' }),
  )
  const activeTab = tabs.find(({ id }) => id === active?.id) ?? tabs[0]
  return createStore<SqlLabState>()(() => ({
    databases,
    tabs,
    activeKey: activeTab?.key ?? null,
    queries: active?.latest_query ? { ...queries, [active.latest_query.id]: active.latest_query } : queries,
    offsets: {},
    hasSelection: false,
    previews: {},
    isPreviewOn: true,
  }))
}

export const tabOf = (state: SqlLabState, key: string | null): EditorTab | undefined =>
  state.tabs.find((tab) => tab.key === key)

/** Returns the initial database of a new tab: that of the active tab, else the first by name. */
export function defaultDatabase(state: SqlLabState): number | null {
  const active = tabOf(state, state.activeKey)?.databaseId
  if (active !== undefined && active !== null) return active
  const [first] = Object.values(state.databases).toSorted((a, b) => a.database_name.localeCompare(b.database_name))
  return first?.id ?? null
}

/** Returns a label that no tab has: `label`, else `label 2`, `label 3` and so on. */
export function uniqueLabel(tabs: readonly EditorTab[], label: string): string {
  const taken = new Set(tabs.map((tab) => tab.label))
  if (!taken.has(label)) return label
  let number = 2
  while (taken.has(`${label} ${number}`)) number++
  return `${label} ${number}`
}

export const actions = {
  changeTab(store: SqlLabStore, key: string, change: Partial<EditorTab>): void {
    store.setState(({ tabs }) => ({ tabs: tabs.map((tab) => (tab.key === key ? { ...tab, ...change } : tab)) }))
  },
  activate(store: SqlLabStore, key: string): void {
    if (store.getState().activeKey !== key) store.setState({ activeKey: key })
  },
  /** Adds a tab at the end, or after another one, and shows it. */
  addTab(store: SqlLabStore, tab: EditorTab, afterKey?: string): void {
    store.setState(({ tabs }) => {
      const at = tabs.findIndex(({ key }) => key === afterKey)
      return { tabs: tabs.toSpliced(at < 0 ? tabs.length : at + 1, 0, tab), activeKey: tab.key }
    })
  },
  /** Removes a tab; the one to its right becomes active, else the one to its left. */
  removeTab(store: SqlLabStore, key: string): void {
    store.setState(({ tabs, activeKey }) => {
      const at = tabs.findIndex((tab) => tab.key === key)
      const rest = tabs.filter((tab) => tab.key !== key)
      return { tabs: rest, activeKey: activeKey === key ? ((rest[at] ?? rest[at - 1])?.key ?? null) : activeKey }
    })
  },
  insertTab(store: SqlLabStore, tab: EditorTab, at: number): void {
    store.setState(({ tabs }) => ({ tabs: tabs.toSpliced(at, 0, tab), activeKey: tab.key }))
  },
  putQueries(store: SqlLabStore, changed: readonly QueryStateJson[]): void {
    if (changed.length === 0) return
    store.setState(({ queries }) => ({
      queries: { ...queries, ...Object.fromEntries(changed.map((query) => [query.id, query])) },
    }))
  },
}

export const SqlLabContext = createContext<SqlLabStore | null>(null)

export function useSqlLabStore(): SqlLabStore {
  const store = useContext(SqlLabContext)
  if (!store) throw new Error('No SQL editor around this component.')
  return store
}

export function useSqlLab<T>(select: (state: SqlLabState) => T): T {
  return useStore(useSqlLabStore(), select)
}

/** True if two lists of tabs differ only in fields that change with each key press. */
function isSameSummary(tabs: readonly EditorTab[], others: readonly EditorTab[]): boolean {
  const isSame = (tab: EditorTab, other: EditorTab) => {
    const { sql: _, saveState: __, ...summary } = tab
    return Object.entries(summary).every(([name, value]) => other[name as keyof TabSummary] === value)
  }
  return tabs.length === others.length && tabs.every((tab, at) => isSame(tab, others[at] as EditorTab))
}

/** Returns a selector of the tabs that returns the same list until a field other than the text changes. */
function summarySelector() {
  let last: readonly EditorTab[] = []
  return ({ tabs }: SqlLabState): readonly TabSummary[] => {
    if (!isSameSummary(tabs, last)) last = tabs
    return last
  }
}

/** Returns the tabs. Unlike a selector of `tabs` it does not render the component for each key press. */
export function useTabSummaries(): readonly TabSummary[] {
  const [select] = useState(summarySelector)
  return useSqlLab(select)
}

/** Returns the active tab; does not render the component for each key press. */
export function useActiveTabSummary(): TabSummary | undefined {
  const tabs = useTabSummaries()
  const activeKey = useSqlLab((state) => state.activeKey)
  return tabs.find(({ key }) => key === activeKey)
}

/** Returns the active tab with its text; renders the component for each key press. */
export const useActiveTab = (): EditorTab | undefined => useSqlLab((state) => tabOf(state, state.activeKey))
