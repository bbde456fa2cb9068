import { createHmac, randomBytes } from 'node:crypto'
import { type LabelValue, type LabelPositions, labelKey } from '#core/color/label-positions.ts'
import { columnLabel, type QueryObject } from '#core/query/query-object.ts'
import { currentKey, type SecretKeys } from '#server/base/secret-keys.ts'
import { engineNamed } from '#server/engines/index.ts'
import { isTemplate } from '#server/templates/macros.ts'
import type { Store } from '#server/store/store.ts'
import type { CachedResult } from '#server/shared/cached-result.ts'
import { isFileFormat } from '#server/files/encode-table.ts'
import type { LoadedDataset } from '#server/dataset/load-dataset.ts'
import { labelsIn } from '#server/data/result/present-labels.ts'
import { keyOf, type QueryRequest } from '#server/data/plan/query-request.ts'
import { rangesOf } from '#server/dataset/time-ranges.ts'

/** Maximum number of dimension values with their own position. */
const MAX_RANKED_VALUES = 1000

/** The dependencies of label ranking. */
export interface RankHost {
  readonly store: Pick<Store, 'rowRules' | 'datasets' | 'columnMasks'>
  /** The key that orders values which some users may not see; if absent, a random one per process. */
  readonly secretKey: SecretKeys | undefined
  readonly now: () => number
  /** Returns the cached result of a query, or a new one. */
  readonly answer: (key: string, queryRequest: QueryRequest) => Promise<CachedResult>
  /** Returns the currently cached result. */
  readonly findCached: (key: string) => CachedResult | undefined
}

/**
 * The positions of all values of some dimensions. They stay on the server: a result contains only those of its own
 * labels.
 */
export interface DimensionRanks {
  /** Returns the positions of the labels in this result. */
  positionsIn(cachedResult: CachedResult): Promise<LabelPositions>
  /** True if the positions are still valid. */
  isCurrent(): boolean
}

/** The color dimensions of a query, and whether row rules restrict some readers. */
interface RankQuery {
  readonly dimensions: readonly string[]
  readonly isRuled: boolean
}

/**
 * Ranks the values of dimensions by their row counts, so that each has the same position in the color order regardless
 * of filters.
 */
export class LabelRanks {
  readonly #host: RankHost
  readonly #salt: string | Buffer
  readonly #ranked = new WeakMap<
    CachedResult,
    { readonly isRuled: boolean; readonly positions: ReadonlyMap<string, number> }
  >()
  readonly #labels = new WeakMap<CachedResult, Map<string, ReadonlySet<string>>>()

  constructor(host: RankHost) {
    this.#host = host
    this.#salt = host.secretKey === undefined ? randomBytes(32) : currentKey(host.secretKey)
  }

  /**
   * Returns positions for a query whose context requests them; `written` is the query before and `plain` after its
   * templates are rendered. `none`: labels use their hash, because the values cannot be counted equally for all readers
   * or at low cost. `failed`: they could not be counted now.
   */
  async of(written: QueryRequest, plain: QueryRequest): Promise<DimensionRanks | 'none' | 'failed'> {
    const { dataRequest } = written
    try {
      const requested = await this.#rankQuery(written)
      if (!requested) return 'none'
      const { dimensions, isRuled } = requested
      const question = rankedValuesQuery(written, dimensions, this.#host.now())
      const key = keyOf(question)
      const [cachedResult, seen] = await Promise.all([
        this.#host.answer(key, question),
        isRuled && this.#seen(question, plain),
      ])
      const all = await this.#positionsOf(cachedResult, written, requested)
      const positions = seen ? new Map([...all].filter(([label]) => seen.has(label))) : all
      return {
        positionsIn: async (answer) =>
          positionsIn(await this.#labelsIn(answer, dataRequest.format, dimensions), positions, requested),
        isCurrent: () => this.#host.findCached(key) === cachedResult,
      }
    } catch {
      // Colors must never make a chart fail.
      return 'failed'
    }
  }

  async #rankQuery({ dataRequest, loaded, queryObject: question }: QueryRequest): Promise<RankQuery | undefined> {
    const { context, index, format } = dataRequest
    const dimensions = context.color_columns ?? []
    if (dimensions.length === 0 || index > 0 || question.type !== 'full' || isFileFormat(format)) return undefined
    if (!isCounted(loaded, question.query, dimensions)) return undefined
    // Positions are those of the values themselves, which masks hide.
    if ((await this.#host.store.columnMasks.ofDatabase(loaded.database.id)).length > 0) return undefined
    // The rules of a guest are in the token, not among the stored ones.
    if (dataRequest.user.guest && dataRequest.user.guest.rules.length > 0) return undefined
    const isRuled = await hasRules(this.#host.store, loaded)
    // With a SQL source or expression, the number of values could reveal rows that the user may not see.
    if (isRuled && !isPlain(loaded, dimensions)) return undefined
    return { dimensions, isRuled }
  }

  /**
   * Returns the values that the caller may see. Post-processing and labels of a query can put any text into a result: a
   * position would reveal that the text is a value in a row that the caller may not see.
   */
  async #seen(question: QueryRequest, { rules, tables, read, keys }: QueryRequest): Promise<ReadonlySet<string>> {
    const own = { ...question, rules, tables, read, keys }
    const cachedResult = await this.#host.answer(keyOf(own), own)
    return new Set(await keysOf(cachedResult, question.queryObject.query.columns?.length ?? 0))
  }

  async #positionsOf(
    cachedResult: CachedResult,
    { loaded }: QueryRequest,
    { dimensions, isRuled }: RankQuery,
  ): Promise<ReadonlyMap<string, number>> {
    const cached = this.#ranked.get(cachedResult)
    if (cached?.isRuled === isRuled) return cached.positions
    const keys = await keysOf(cachedResult, dimensions.length)
    const ordered = isRuled ? this.#salted(keys, loaded, dimensions) : keys.slice(0, MAX_RANKED_VALUES)
    const positions = new Map([...new Set(ordered)].map((key, index) => [key, index]))
    this.#ranked.set(cachedResult, { isRuled, positions })
    return positions
  }

  /**
   * Returns an order that does not reveal how often a value occurs. With too many values it is empty, because inclusion
   * would reveal the rank.
   */
  #salted(keys: readonly string[], { dataset }: LoadedDataset, dimensions: readonly string[]): readonly string[] {
    if (keys.length > MAX_RANKED_VALUES) return []
    const hashed = (key: string): string =>
      createHmac('sha256', this.#salt)
        .update(JSON.stringify([dataset.uuid, dimensions, key]))
        .digest('hex')
    const order = new Map(keys.map((key) => [key, hashed(key)]))
    return keys.toSorted((a, b) => ((order.get(a) ?? '') < (order.get(b) ?? '') ? -1 : 1))
  }

  async #labelsIn(
    cachedResult: CachedResult,
    format: QueryRequest['dataRequest']['format'],
    dimensions: readonly string[],
  ): Promise<ReadonlySet<string>> {
    const byDimensions = this.#labels.get(cachedResult) ?? new Map<string, ReadonlySet<string>>()
    this.#labels.set(cachedResult, byDimensions)
    const by = JSON.stringify(dimensions)
    const labels = byDimensions.get(by) ?? labelsIn(cachedResult, await cachedResult.data.plain(), format, dimensions)
    byDimensions.set(by, labels)
    return labels
  }
}

/** Returns the labels in the result of `rankedValuesQuery`, in its order. */
async function keysOf(cachedResult: CachedResult, count: number): Promise<readonly string[]> {
  const cells = JSON.parse(
    new TextDecoder().decode(await cachedResult.data.plain()),
  ) as readonly (readonly LabelValue[])[]
  const columns = cells.slice(0, count)
  return Array.from({ length: cachedResult.rowCount }, (_, row) => labelKey(columns.map((column) => column[row])))
}

function positionsIn(
  labels: ReadonlySet<string>,
  positions: ReadonlyMap<string, number>,
  { dimensions }: RankQuery,
): LabelPositions {
  const found = [...labels].flatMap((label): [string, number][] => {
    const position = positions.get(label)
    return position === undefined ? [] : [[label, position]]
  })
  return { columns: dimensions, places: Object.fromEntries(found) }
}

/**
 * True if the values can be counted: the dimensions are dataset columns by name, equal for all users, in an embedded
 * engine, where counting does not affect other systems.
 */
function isCounted({ dataset, database }: LoadedDataset, query: QueryObject, dimensions: readonly string[]): boolean {
  if (engineNamed(database.backend)?.isOwn !== true || isTemplate(dataset.sql)) return false
  const requested = (query.columns ?? []).filter((column) => typeof column === 'string')
  return dimensions.every((name) => {
    const column = dataset.columns.find((each) => each.column_name === name)
    return column !== undefined && requested.map(columnLabel).includes(name) && !isTemplate(column.expression)
  })
}

/** True if the dimensions are unchanged columns of a table. */
function isPlain({ dataset }: LoadedDataset, dimensions: readonly string[]): boolean {
  const named = dataset.columns.filter(({ column_name }) => dimensions.includes(column_name))
  return !dataset.sql && named.every(({ expression }) => !expression)
}

/** True if a row rule exists for the dataset, its table, or any table that its SQL may use. */
async function hasRules(store: RankHost['store'], { dataset, database }: LoadedDataset): Promise<boolean> {
  const own = { col: 'database_id', op: 'eq', value: database.id } as const
  const { rows } = await store.rowRules.list({ where: { some: 'tables', where: own } })
  if (rows.length === 0 || dataset.sql) return rows.length > 0
  const ids = [...new Set(rows.flatMap(({ tables }) => tables))]
  if (ids.includes(dataset.id)) return true
  const tableRules = await store.datasets.list({ where: { and: [own, { col: 'id', op: 'in', value: ids }] } })
  const folded = dataset.table_name.toLowerCase()
  return tableRules.rows.some(({ sql, table_name }) => !sql && table_name.toLowerCase() === folded)
}

/**
 * Returns the query for all values by row count, independent of the caller: without filters, time range and row rules.
 * Its limit is one more than the number of positions.
 */
function rankedValuesQuery(queryRequest: QueryRequest, dimensions: readonly string[], now: number): QueryRequest {
  const { dataRequest, loaded, startedAt: began } = queryRequest
  const count = { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: '__count' } as const
  const query: QueryObject = {
    columns: dimensions,
    metrics: [count],
    orderby: [[count, false], ...dimensions.map((name) => [name, true] as const)],
    row_limit: MAX_RANKED_VALUES + 1,
  }
  const context = { datasource: { id: loaded.dataset.id, type: 'table' }, queries: [query] }
  const { user, priority, signal } = dataRequest
  return {
    dataRequest: { context, index: 0, user, priority, signal, format: 'columns' },
    startedAt: began,
    loaded,
    queryObject: { query, type: 'full', limits: { rows: MAX_RANKED_VALUES + 1, max: MAX_RANKED_VALUES + 1 } },
    rules: [],
    masks: [],
    tables: [],
    ranges: rangesOf(query, now, [dataRequest.calendar, loaded.dataset.extra]),
    read: [],
    keys: [],
  }
}
