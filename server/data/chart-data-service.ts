import type { Database } from '#core/entity/database.ts'
import { LRUCache } from 'lru-cache'
import { requireQueryWithinLimits } from '#core/query/bounds.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { columnsResponse, grainsResponse } from '#server/dataset/catalogue.ts'
import { columnMasks } from '#server/dataset/column-masks.ts'
import { maskedDataset } from '#server/sql/column-masks.ts'
import { loadDataset } from '#server/dataset/load-dataset.ts'
import { rangesOf } from '#server/dataset/time-ranges.ts'
import { Sources } from '#server/dataset/sources.ts'
import { timeoutOf } from '#server/dataset/timeouts.ts'
import { withCaller } from '#server/engines/engine-caller.ts'
import { unlessAborted, withDeadline } from '#server/engines/query-deadline.ts'
import { loadHolidays } from '#server/holidays/holidays.ts'
import { Templating } from '#server/templates/templating.ts'
import { ResultFormatterPool } from './result/result-formatter-pool.ts'
import type { CachedResult } from '#server/shared/cached-result.ts'
import { LabelRanks } from './cache/label-ranks.ts'
import { logQuery } from './log/query-log-entry.ts'
import type { ChartDataRequest, QueryRequest } from './plan/query-request.ts'
import { isEntry, type Result } from './result/result-entry.ts'
import { runnableQuery } from './plan/runnable-query.ts'
import { resolveSavedChart } from './plan/saved-chart.ts'
import { QueryQuota } from './query-quota.ts'
import { Scheduler } from './scheduler.ts'
import { createPipelines } from './stages/index.ts'
import { toClientError } from './errors/to-client-error.ts'
import type { ChartDataOptions, ServiceDependencies } from './dependencies.ts'

/** Number of queries whose duration is remembered. */
const REMEMBERED = 2000

/** The single entry point to data for charts, filters, samples and exports. */
export class ChartDataService {
  readonly sources: Sources
  readonly templates: Templating
  /** The concurrent queries of users with a quota. */
  readonly queryQuota = new QueryQuota()
  readonly #dependencies: ServiceDependencies
  readonly #ways: ReturnType<typeof createPipelines>
  /** By database. */
  readonly #schedulers = new Map<number, Scheduler>()
  readonly #ending = new AbortController()

  constructor(options: ChartDataOptions) {
    const {
      directory,
      dataDirectories,
      extensions,
      objectStores,
      processes,
      store,
      now,
      templates = true,
      access = {},
      secretKey,
      ownership,
      maskKey,
      log,
    } = options
    const storage = {
      directory,
      dataDirectories,
      extensions,
      objectStores,
      ...(processes === undefined ? {} : { processes }),
    }
    const findDatabase = (id: number) => store.databases.get(id)
    this.sources = new Sources(storage, secretKey, { ownership, maskKey, findDatabase, log })
    this.templates = new Templating({ store, sources: this.sources, now, access, enabled: templates })
    const { results } = options.shared
    const defaultTimeout = timeoutOf({ setting: options.cacheTimeout })
    const runAuxiliaryQuery = (key: string, queryRequest: QueryRequest): Promise<CachedResult> =>
      this.#ways.answer({ ...queryRequest, key, timeout: defaultTimeout }).then(({ cachedResult }) => cachedResult)
    this.#dependencies = {
      options,
      sources: this.sources,
      templates: this.templates,
      layouts: new ResultFormatterPool(options.timeoutMs),
      ranks: new LabelRanks({
        store,
        now,
        secretKey,
        answer: runAuxiliaryQuery,
        findCached: (key) => results.findNow(key, defaultTimeout)?.cachedResult,
      }),
      expected: new LRUCache<string, number>({ max: REMEMBERED }),
      ending: this.#ending.signal,
      queryQuota: this.queryQuota,
      scheduler: (database) => this.scheduler(database),
      ask: (dataRequest) => this.ask(dataRequest),
      runAuxiliaryQuery,
    }
    this.#ways = createPipelines(this.#dependencies)
  }

  /**
   * Runs one query of a context and returns its result. Throws errors for the caller; an abort rejects with the reason
   * of the signal.
   */
  ask(request: ChartDataRequest): Promise<Result> {
    const { user, dashboardId: dashboard } = request
    return withCaller({ username: user.isAnonymous ? null : user.username, dashboard }, () =>
      withDeadline(this.#dependencies.options.timeoutMs, (deadline) => this.#askBefore(deadline, request)),
    )
  }

  async #askBefore(deadline: AbortSignal, request: ChartDataRequest): Promise<Result> {
    const began = performance.now()
    const { options } = this.#dependencies
    let dataRequest = request
    try {
      const standing = await resolveSavedChart(request, options)
      dataRequest = standing.dataRequest
      const result = await unlessAborted(this.#ask(dataRequest, began), deadline)
      const { chart } = standing
      return chart && isEntry(result) ? { ...result, head: { ...result.head, saved_chart: chart } } : result
    } catch (caught) {
      const isLate = deadline.aborted && caught === deadline.reason
      const error = isLate ? new ApiError('query-timeout', { args: [options.timeoutMs / 1000] }) : caught
      const code = dataRequest.signal.aborted ? 'abort' : error instanceof ApiError ? error.code : 'internal'
      if (code !== 'cache-lost') logQuery(options, dataRequest, began, { error: code })
      throw await toClientError(this.#dependencies, error, dataRequest)
    }
  }

  async #ask(dataRequest: ChartDataRequest, began: number): Promise<Result> {
    const { context, index, user } = dataRequest
    const { store, access, now } = this.#dependencies.options
    requireQueryWithinLimits(context.queries[index])
    const datasource = context.queries[index]?.datasource ?? context.datasource
    const found = await loadDataset(store, user, datasource, access)
    const masks = await columnMasks(store, user, found.dataset)
    const loaded = { ...found, dataset: maskedDataset(found.dataset, masks) }
    // Before the cache lookup: another home may have replaced the data.
    await this.sources.requireHeld(loaded.database)
    const question = runnableQuery(context, index, loaded.dataset, user.quota?.max_rows)
    await loadHolidays(question.query)
    if (question.type === 'columns') return { data: columnsResponse(loaded.dataset) }
    if (question.type === 'timegrains') {
      return { data: await this.sources.use(loaded.database, async ({ engine }) => grainsResponse(engine.dialect)) }
    }
    const ranges = rangesOf({}, now())
    return this.#ways.ask({
      dataRequest,
      startedAt: began,
      loaded,
      queryObject: question,
      rules: [],
      masks,
      tables: [],
      ranges,
      read: [],
      keys: [],
    })
  }

  /** Interrupts running queries and closes the databases. */
  async close(): Promise<void> {
    this.#ending.abort(new ApiError('unavailable'))
    this.templates.close()
    this.#dependencies.layouts.close()
    await this.sources.close()
    await this.#dependencies.options.queryLog?.write()
  }

  /** Returns the scheduler of a database: it runs as many queries at a time as the database has connections, if it says so. */
  scheduler(database: Database): Scheduler {
    const slots = this.sources.poolSize(database) ?? this.#dependencies.options.slots
    const known = this.#schedulers.get(database.id) ?? new Scheduler(slots)
    known.resize(slots)
    this.#schedulers.set(database.id, known)
    return known
  }

  /** Returns the position of a signal's query in the queue of a database, from 1; null if it is not waiting. */
  queuePosition(database: number, signal: AbortSignal): number | null {
    return this.#schedulers.get(database)?.position(signal) ?? null
  }
}
