import { ApiResponseError } from '#calls/call.ts'
import { executeSql, fetchUpdatedQueries, type RunRequest, stopQuery, type TableCreation } from '#calls/sqllab.ts'
import { browserErrors } from '#core/rest/browser-errors.ts'
import { readErrorBody } from '#core/rest/read-error.ts'
import type { QueryStateJson } from '#core/rest/sqllab.ts'
import { t } from '#core/text/t.ts'
import { actions, type EditorTab, isActive, type SqlLabStore, tabOf } from './store.ts'

/** Milliseconds between two polls: short at first, because most runs end within a second. */
const POLL_DELAYS = [200, 300, 500, 800, 1000]
/** Milliseconds before the start of the oldest run from which changes are polled, because timestamps are rounded. */
const POLL_MARGIN = 2000

/** SQL to run, with its offset in the text of the editor. */
export interface SqlRange {
  readonly sql: string
  readonly start: number
}

const SIGNS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** Returns a new client id: 11 random letters and digits. */
export function newClientId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(11)), (byte) => SIGNS[byte % SIGNS.length]).join('')
}

/** Returns the run as shown until the server has answered. */
function startedQuery(tab: EditorTab, id: string, sql: string, now: number): QueryStateJson {
  return {
    id,
    queryId: 0,
    dbId: tab.databaseId ?? 0,
    db: null,
    schema: tab.schema,
    sql,
    executedSql: null,
    state: 'pending',
    progress: 0,
    rows: null,
    limit: tab.queryLimit,
    limitingFactor: 'UNKNOWN',
    resultsKey: null,
    errorMessage: null,
    startDttm: now,
    endDttm: null,
    changed_on: '',
    tab: tab.label,
    sqlEditorId: tab.id === null ? null : String(tab.id),
    ctas: false,
    tempTable: null,
    tempSchema: null,
    userId: null,
    user: null,
    trackingUrl: null,
    serverId: 0,
    extra: {},
  }
}

/** Returns when a run started or last changed, by the server's clock: epoch milliseconds. */
function startOf({ startDttm, changed_on: changedOn }: QueryStateJson): number | undefined {
  if (startDttm !== null) return startDttm
  const changed = Date.parse(/(Z|[+-]\d\d:?\d\d)$/.test(changedOn) ? changedOn : `${changedOn}Z`)
  return Number.isNaN(changed) ? undefined : changed
}

/** True if a request got no response. */
export const isLost = (error: unknown): error is ApiResponseError =>
  error instanceof ApiResponseError && error.kind === 'network'

/** Returns the run as failed by a rejected request. */
function failedQuery(query: QueryStateJson, error: unknown, now: number): QueryStateJson {
  const message = error instanceof Error ? error.message : t('The query could not be started.')
  const read = error instanceof ApiResponseError && error.kind === 'answer' ? readErrorBody(error.body).errors : []
  const errors = read.map((each) => ({
    message: each.message,
    error_type: each.error_type ?? '',
    level: 'error',
    extra: (each.extra ?? {}) as { line?: number; column?: number },
  }))
  if (isLost(error)) errors.push({ message, error_type: browserErrors.network.type, level: 'error', extra: {} })
  return { ...query, state: 'failed', errorMessage: message, endDttm: now, extra: { errors } }
}

/** True if the request that starts the run got no response. */
export const hasNoResponse = ({ extra }: Pick<QueryStateJson, 'extra'>): boolean =>
  extra.errors?.some((error) => error.error_type === browserErrors.network.type) === true

/** Starts, stops and polls runs until they end. */
export class StatementRunner {
  readonly #store: SqlLabStore
  readonly #now: () => number
  /** Requests without a response, by client id. */
  readonly #lost = new Map<string, RunRequest>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #polls = 0
  #isDisposed = false

  constructor(store: SqlLabStore, now: () => number = Date.now) {
    this.#store = store
    this.#now = now
  }

  /** Runs SQL in a tab. With `creation`, its last SELECT creates a table or view. */
  async run(tab: EditorTab, { sql, start }: SqlRange, creation?: TableCreation): Promise<void> {
    const id = newClientId()
    this.#store.setState(({ offsets }) => ({ offsets: { ...offsets, [id]: start } }))
    await this.#send(tab.key, startedQuery(tab, id, sql, this.#now()), {
      database_id: tab.databaseId ?? 0,
      sql,
      client_id: id,
      schema: tab.schema,
      queryLimit: tab.queryLimit,
      sql_editor_id: String(tab.id ?? tab.key),
      tab: tab.label,
      start,
      templateParams: tab.templateParams,
      ...(creation && { creation }),
    })
  }

  /** Sends a request again that got no response. The server starts the run of a client id only once. */
  async sendAgain(tabKey: string, query: QueryStateJson): Promise<void> {
    const request = this.#lost.get(query.id)
    if (!request) return
    const started = { state: 'pending', errorMessage: null, startDttm: this.#now(), endDttm: null, extra: {} }
    await this.#send(tabKey, { ...query, ...started }, request)
  }

  async #send(tabKey: string, query: QueryStateJson, request: RunRequest): Promise<void> {
    const { id } = query
    actions.putQueries(this.#store, [query])
    actions.changeTab(this.#store, tabKey, { latestQueryId: id })
    this.#lost.delete(id)
    try {
      const answer = await executeSql(request)
      actions.putQueries(this.#store, [answer])
      actions.changeTab(this.#store, tabKey, { submittedQueryId: id })
    } catch (error) {
      if (isLost(error)) this.#lost.set(id, request)
      actions.putQueries(this.#store, [failedQuery(query, error, this.#now())])
    }
    this.resume()
  }

  async stop(clientId: string): Promise<void> {
    await stopQuery(clientId)
    this.resume()
  }

  /** Polls the runs in progress, such as those found after a reload. */
  readonly resume = (): void => {
    this.#isDisposed = false
    this.#polls = 0
    this.#schedule()
  }

  dispose(): void {
    this.#isDisposed = true
    clearTimeout(this.#timer)
  }

  #active(): readonly QueryStateJson[] {
    return Object.values(this.#store.getState().queries).filter(isActive)
  }

  #schedule(): void {
    clearTimeout(this.#timer)
    if (this.#isDisposed || this.#active().length === 0) return
    const delay = POLL_DELAYS[Math.min(this.#polls, POLL_DELAYS.length - 1)]
    this.#timer = setTimeout(() => void this.#poll(), delay)
    this.#polls += 1
  }

  async #poll(): Promise<void> {
    const active = this.#active()
    const since = Math.min(...active.map((query) => startOf(query) ?? this.#now())) - POLL_MARGIN
    try {
      const changed = await fetchUpdatedQueries(Math.max(0, Math.floor(since)))
      const { queries } = this.#store.getState()
      // A run that has ended is not overwritten.
      actions.putQueries(
        this.#store,
        changed.filter(({ id }) => isActive(queries[id])),
      )
    } catch {
      // The next poll retries; a lost connection does not end the run.
    }
    this.#schedule()
  }
}

/** Returns the run that a tab shows. */
export function queryOf(store: SqlLabStore, key: string | null): QueryStateJson | undefined {
  const state = store.getState()
  const id = tabOf(state, key)?.latestQueryId
  return id === null || id === undefined ? undefined : state.queries[id]
}
