import { ApiResponseError, errorMessage } from '#calls/call.ts'
import { previewSql } from '#calls/sqllab.ts'
import { browserStorage } from '#client/session/storage.ts'
import { readErrorBody } from '#core/rest/read-error.ts'
import type { SqlPreviewResponse } from '#core/rest/sqllab.ts'
import { t } from '#core/text/t.ts'
import type { CodeRange } from '#ui/input/code/pane.ts'
import { previewedStatement } from '../preview-sql.ts'
import { type EditorTab, isActive, type SqlLabStore, type SqlPreview, tabOf } from './store.ts'
import { isLost, queryOf } from './runner.ts'

/** Milliseconds without a key press before a statement is previewed. */
const TYPING_PAUSE_MS = 400
/** Ids of the users who have switched the preview off in this browser. */
const KEY = 'facet.sqllab.preview-off'

const switchedOff = (): readonly string[] => (browserStorage()?.getItem(KEY) ?? '').split(',').filter(Boolean)

/** Returns whether the user previews statements while typing; the default is true. */
const isPreviewOn = (userId: number | null): boolean => !switchedOff().includes(String(userId))

interface Parts {
  readonly store: SqlLabStore
  readonly userId: number | null
  /** Returns the selection of the visible editor. */
  readonly selection: () => CodeRange
  readonly now?: () => number
}

/** Returns why a statement has no preview, in the current language. */
const textOf = (error: SqlPreviewResponse['error']): string | undefined =>
  error === null ? undefined : errorMessage(readErrorBody({ errors: [error] }))

/** Previews the statement at the cursor while the user types, and CTEs. A new preview cancels the previous one. */
export class PreviewRunner {
  readonly #parts: Parts
  #timer: ReturnType<typeof setTimeout> | undefined
  #request: AbortController | undefined

  constructor(parts: Parts) {
    this.#parts = parts
    parts.store.setState({ isPreviewOn: isPreviewOn(parts.userId) })
  }

  /** Switches previews while typing on or off for the user, in this browser. */
  switch(isOn: boolean): void {
    const { store, userId } = this.#parts
    const others = switchedOff().filter((id) => id !== String(userId))
    try {
      browserStorage()?.setItem(KEY, (isOn ? others : [...others, String(userId)]).join(','))
    } catch {
      // Without storage, the choice lasts as long as the page.
    }
    store.setState({ isPreviewOn: isOn })
    if (isOn) this.#previewStatement(store.getState().activeKey)
    else this.dispose()
  }

  /** Handles a change of the text of the active tab. */
  readonly typed = (): void => {
    this.dispose()
    const { activeKey: key, previews, isPreviewOn: isOn } = this.#parts.store.getState()
    const before = key === null ? undefined : previews[key]
    // Set once, so that the results are not rendered again for each key press.
    if (key !== null && before && !(before.state === 'outdated' && before.message === undefined))
      this.#put(key, { ...before, state: 'outdated', message: undefined, hasNoResponse: false })
    if (!isOn) return
    const latest = this.#activeTab()?.latestQueryId
    // A run that started meanwhile shows its own rows.
    const previewUnlessRun = () => this.#activeTab()?.latestQueryId === latest && this.#previewStatement(key)
    this.#timer = setTimeout(previewUnlessRun, TYPING_PAUSE_MS)
  }

  /** Shows the rows of a CTE of the active tab. */
  readonly previewCte = (sql: string, name: string): void => {
    this.dispose()
    const tab = this.#activeTab()
    if (!tab) return
    const opened = (this.#parts.store.getState().previews[tab.key]?.opened ?? 0) + 1
    void this.#run(tab, { sql, cte: name, opened })
  }

  /** Sends the preview of the active tab again. */
  readonly retry = (): void => {
    this.dispose()
    const tab = this.#activeTab()
    if (!tab) return
    const preview = this.#parts.store.getState().previews[tab.key]
    if (preview?.hasNoResponse) void this.#run(tab, { sql: preview.sql, cte: preview.cte, opened: preview.opened })
  }

  /** Cancels the preview in progress. */
  dispose(): void {
    clearTimeout(this.#timer)
    this.#request?.abort()
    this.#request = undefined
  }

  #activeTab(): EditorTab | undefined {
    const state = this.#parts.store.getState()
    return tabOf(state, state.activeKey)
  }

  #previewStatement(key: string | null): void {
    const { store, selection } = this.#parts
    const tab = this.#activeTab()
    // The database answers the run of the user first.
    if (!tab?.isLoaded || tab.key !== key || tab.databaseId === null || isActive(queryOf(store, key))) return
    const before = store.getState().previews[tab.key]
    const opened = before?.opened ?? 0
    const sql = previewedStatement(tab.sql, selection().to)
    if (sql !== undefined) void this.#run(tab, { sql, opened })
    else {
      const message = tab.sql.trim() === '' ? undefined : t('Only complete SELECT statements are previewed.')
      const after = tab.latestQueryId
      this.#put(tab.key, { sql: '', ...before, state: 'skipped', message, hasNoResponse: false, after, opened })
    }
  }

  async #run(tab: EditorTab, part: Pick<SqlPreview, 'sql' | 'cte' | 'opened'>): Promise<void> {
    const { store, now = () => performance.now() } = this.#parts
    const { key, databaseId, schema, templateParams } = tab
    if (databaseId === null) return
    const request = new AbortController()
    this.#request = request
    const { result, milliseconds } = store.getState().previews[key] ?? {}
    const begun: SqlPreview = { ...part, result, milliseconds, state: 'running', after: tab.latestQueryId }
    this.#put(key, begun)
    const start = now()
    try {
      const body = { database_id: databaseId, schema, sql: part.sql, templateParams }
      const { result: rows, error } = await previewSql(body, request.signal)
      if (request.signal.aborted) return
      if (rows) this.#put(key, { ...begun, state: 'shown', result: rows, milliseconds: Math.round(now() - start) })
      else this.#put(key, { ...begun, state: 'failed', message: textOf(error) })
    } catch (error) {
      if (request.signal.aborted) return
      // Rows are not shown to a user who may no longer read them.
      const isDenied = error instanceof ApiResponseError && (error.status === 401 || error.status === 403)
      const message = error instanceof Error ? error.message : String(error)
      this.#put(key, {
        ...begun,
        ...(isDenied && { result: undefined }),
        state: 'failed',
        message,
        hasNoResponse: isLost(error),
      })
    }
  }

  #put(key: string, preview: SqlPreview): void {
    this.#parts.store.setState(({ previews }) => ({ previews: { ...previews, [key]: preview } }))
  }
}
