import { ApiResponseError } from '#calls/call.ts'
import { activateTab, createTab, deleteTab, fetchTab, restoreTab, saveTab, type TabFields } from '#calls/sqllab.ts'
import {
  actions,
  type EditorTab,
  editorTabFromResponse,
  uniqueLabel,
  canSendOnClose,
  makeTab,
  newKey,
  type SqlLabStore,
  tabOf,
} from './store.ts'

/** Milliseconds between the last change of a tab and its save. */
const SAVE_DELAY = 600
/** Milliseconds after which a failed save is tried again. */
const RETRY_DELAY = 5000

/** The last known copy of a tab on the server. */
interface Copy {
  fields: TabFields
  etag: string | undefined
}

function fieldsOf(tab: EditorTab): TabFields {
  return {
    label: tab.label,
    database_id: tab.databaseId,
    schema: tab.schema,
    sql: tab.sql,
    query_limit: tab.queryLimit,
    latest_query_id: tab.submittedQueryId,
    template_params: tab.templateParams,
    saved_query_id: tab.savedQuery?.id ?? null,
    datasource_key: tab.datasourceKey,
  }
}

/** Returns the fields that differ from the copy on the server. */
function changesOf(fields: TabFields, copy: TabFields): Partial<TabFields> {
  const names = Object.keys(fields) as (keyof TabFields)[]
  return Object.fromEntries(names.filter((name) => fields[name] !== copy[name]).map((name) => [name, fields[name]]))
}

const differs = (fields: TabFields, copy: TabFields) => Object.keys(changesOf(fields, copy)).length > 0

const isStatus = (error: unknown, ...statuses: readonly number[]) =>
  error instanceof ApiResponseError && statuses.includes(error.status)

/**
 * Syncs the tabs of a page with their copies on the server. A change is saved shortly after the last one, with the
 * version it is based on. If another window has saved in between, both versions stay and the conflict is marked.
 * If read-only, it fetches tabs, and changes stay on the page.
 */
export class TabSync {
  readonly #store: SqlLabStore
  readonly #isReadOnly: boolean
  readonly #copies = new Map<string, Copy>()
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>()
  readonly #saving = new Map<string, Promise<void>>()
  readonly #loading = new Map<string, Promise<void>>()
  readonly #closed = new Set<string>()
  #creation: Promise<void> = Promise.resolve()
  #unsubscribe: () => void = () => undefined

  constructor(store: SqlLabStore, { isReadOnly = false }: { readonly isReadOnly?: boolean } = {}) {
    this.#store = store
    this.#isReadOnly = isReadOnly
  }

  /** Starts saving changes. */
  start(): void {
    if (this.#isReadOnly) return
    this.#unsubscribe = this.#store.subscribe(({ tabs }, before) => {
      if (tabs === before.tabs) return
      for (const each of tabs) {
        const was = tabOf(before, each.key)
        // A change of the save state alone is not saved.
        if (!was || (was !== each && differs(fieldsOf(each), fieldsOf(was)))) this.#check(each)
      }
    })
    for (const each of this.#store.getState().tabs) this.#check(each)
  }

  stop(): void {
    this.#unsubscribe()
    for (const timer of this.#timers.values()) clearTimeout(timer)
  }

  /** Fetches a tab that is not loaded yet. */
  load(key: string): Promise<void> {
    const tab = this.#tab(key)
    if (!tab || tab.id === null || tab.isLoaded) return Promise.resolve()
    const cached = this.#loading.get(key)
    if (cached) return cached
    const next = this.#read(key, tab.id).finally(() => this.#loading.delete(key))
    this.#loading.set(key, next)
    return next
  }

  activate(key: string): void {
    actions.activate(this.#store, key)
    this.#activateOnServer(key)
  }

  #activateOnServer(key: string): void {
    const id = this.#tab(key)?.id
    // The active tab only matters for the next visit, so a failure is ignored.
    if (id !== null && id !== undefined && !this.#isReadOnly) activateTab(id).catch(() => undefined)
  }

  /** Deletes the tab; the server keeps it for a while. Returns an undo function. */
  close(key: string): { readonly undo: () => void; readonly done: Promise<void> } {
    const tab = this.#tab(key)
    const at = this.#store.getState().tabs.findIndex((each) => each.key === key)
    if (!tab) return { undo: () => undefined, done: Promise.resolve() }
    clearTimeout(this.#timers.get(key))
    this.#closed.add(key)
    actions.removeTab(this.#store, key)
    const done = this.#delete(tab)
    return { undo: () => this.#restore(tab, at, done), done }
  }

  /** Overwrites the version of another window with the one of this page. */
  async overwrite(key: string): Promise<void> {
    const tab = this.#tab(key)
    const copy = this.#copies.get(key)
    if (!tab || tab.id === null || !copy) return
    copy.etag = (await fetchTab(tab.id)).etag
    this.#mark(key, 'unsaved')
    await this.#save(key)
  }

  /** Shows the version of another window; the one of this page moves to a new tab. */
  async takeOther(key: string): Promise<void> {
    const tab = this.#tab(key)
    if (!tab || tab.id === null) return
    await this.#read(key, tab.id)
    const label = uniqueLabel(this.#store.getState().tabs, tab.label)
    actions.addTab(this.#store, makeTab({ ...tab, key: newKey(), id: null, label, saveState: 'unsaved' }), key)
  }

  /** Sends all unsaved changes now, even while the page unloads. */
  readonly flush = (): void => {
    if (this.#isReadOnly) return
    for (const tab of this.#store.getState().tabs) {
      if (tab.saveState !== 'unsaved' && tab.saveState !== 'failed') continue
      clearTimeout(this.#timers.get(tab.key))
      this.#update(tab, canSendOnClose(tab)).catch(() => undefined)
    }
  }

  #tab(key: string): EditorTab | undefined {
    return tabOf(this.#store.getState(), key)
  }

  #mark(key: string, saveState: EditorTab['saveState']): void {
    const tab = this.#tab(key)
    if (tab && tab.saveState !== saveState) actions.changeTab(this.#store, key, { saveState })
  }

  #schedule(key: string, delay: number): void {
    clearTimeout(this.#timers.get(key))
    this.#timers.set(
      key,
      setTimeout(() => void this.#save(key), delay),
    )
  }

  /** Schedules a save of a tab that differs from its copy. */
  #check(tab: EditorTab): void {
    const { key } = tab
    if (!tab.isLoaded || tab.saveState === 'conflict') return
    const copy = this.#copies.get(key)
    const isCreating = !copy && (tab.id !== null || this.#saving.has(key))
    if (isCreating || (copy && !differs(fieldsOf(tab), copy.fields))) return
    this.#mark(key, 'unsaved')
    if (copy) this.#schedule(key, SAVE_DELAY)
    else void this.#save(key)
  }

  /** Saves of one tab run in sequence: each needs the version that the previous one created. */
  #save(key: string): Promise<void> {
    clearTimeout(this.#timers.get(key))
    this.#timers.delete(key)
    const next = (this.#saving.get(key) ?? Promise.resolve()).then(() => this.#saveOnce(key))
    this.#saving.set(key, next)
    return next
  }

  async #saveOnce(key: string): Promise<void> {
    const tab = this.#tab(key)
    if (!tab?.isLoaded || tab.saveState === 'conflict') return
    try {
      await (tab.id === null ? this.#create(tab) : this.#update(tab))
    } catch (error) {
      if (isStatus(error, 412)) return this.#mark(key, 'conflict')
      this.#mark(key, 'failed')
      // If the server rejected the tab, only a change can help.
      if (!isStatus(error, 400, 403, 404, 422)) this.#schedule(key, RETRY_DELAY)
      return
    }
    const after = this.#tab(key)
    const copy = this.#copies.get(key)
    if (!after || !copy) return
    if (differs(fieldsOf(after), copy.fields)) this.#schedule(key, SAVE_DELAY)
    else this.#mark(key, 'saved')
  }

  /** Creates tabs one after the other: the server activates each, so that the last one is active after a reload. */
  #create(tab: EditorTab): Promise<void> {
    const next = this.#creation.then(() => this.#createOnce(tab))
    this.#creation = next.catch(() => undefined)
    return next
  }

  async #createOnce(tab: EditorTab): Promise<void> {
    const fields = fieldsOf(tab)
    const { id, etag } = await createTab(fields)
    // The request that creates a tab accepts neither of these fields: they are saved next.
    this.#copies.set(tab.key, { fields: { ...fields, latest_query_id: null, saved_query_id: null }, etag })
    actions.changeTab(this.#store, tab.key, { id })
    if (this.#closed.has(tab.key)) await deleteTab(id)
    const { activeKey } = this.#store.getState()
    if (activeKey !== null && activeKey !== tab.key) this.#activateOnServer(activeKey)
  }

  async #update(tab: EditorTab, keepalive = false): Promise<void> {
    const copy = this.#copies.get(tab.key)
    if (tab.id === null || !copy) return
    const fields = fieldsOf(tab)
    const changes = changesOf(fields, copy.fields)
    if (Object.keys(changes).length === 0) return
    copy.etag = await saveTab(tab.id, changes, { etag: copy.etag, keepalive })
    copy.fields = fields
  }

  async #read(key: string, id: number): Promise<void> {
    const { tab: answer, etag } = await fetchTab(id)
    const tab = makeTab({ ...editorTabFromResponse(answer), key })
    this.#copies.set(key, { fields: fieldsOf(tab), etag })
    if (answer.latest_query) actions.putQueries(this.#store, [answer.latest_query])
    actions.changeTab(this.#store, key, tab)
  }

  /** Saves pending changes before the tab is deleted, so that the server can restore all of it. */
  async #delete(tab: EditorTab): Promise<void> {
    if (this.#isReadOnly) return
    await this.#saving.get(tab.key)
    if (tab.id === null) return
    if (tab.saveState !== 'saved') await this.#update(tab).catch(() => undefined)
    await deleteTab(tab.id)
  }

  #restore(tab: EditorTab, at: number, deleted: Promise<void>): void {
    const { key, id } = tab
    this.#closed.delete(key)
    actions.insertTab(this.#store, tab, at)
    if (id === null || this.#isReadOnly) return
    deleted
      .then(() => restoreTab(id))
      .then(() => this.#schedule(key, 0))
      .catch(() => this.#mark(key, 'failed'))
  }
}
