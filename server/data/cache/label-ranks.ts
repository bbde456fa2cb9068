import { createHmac, randomBytes } from 'node:crypto'
import { type LabelValue, type LabelPlaces, labelKey } from '#core/color/place.ts'
import { columnLabel, type QueryObject } from '#core/query/query-object.ts'
import { engineNamed } from '#server/engines/index.ts'
import { isTemplate } from '#server/templates/macros.ts'
import type { Store } from '#server/store/store.ts'
import type { CachedResult } from '#server/shared/cached-result.ts'
import { isFileFormat } from '#server/files/lay-out.ts'
import type { Loaded } from '#server/dataset/load.ts'
import { labelsIn } from '#server/data/result/present-labels.ts'
import { keyOf, type QueryRequest } from '#server/data/plan/query-request.ts'
import { rangesOf } from '#server/dataset/ranges.ts'

/** Values of a dimension that have a place of their own. */
const MAX_RANKED_VALUES = 1000

/** What places are counted with. */
export interface RankHost {
  readonly store: Pick<Store, 'rowRules' | 'datasets'>
  /** Orders the values that somebody may not see; another one for each process when absent. */
  readonly secretKey: string | undefined
  readonly now: () => number
  /** The answer to a question: the one that is kept, else a new one. */
  readonly answer: (key: string, queryRequest: QueryRequest) => Promise<CachedResult>
  /** The answer that is kept now. */
  readonly kept: (key: string) => CachedResult | undefined
}

/** The places of all values of some dimensions. They stay on the server: an answer says those of its own labels. */
export interface Ranks {
  /** The places of the labels that this answer contains. */
  placesIn(sealed: CachedResult): Promise<LabelPlaces>
  /** Whether they are still the ones to be said. */
  isCurrent(): boolean
}

/** The dimensions of a question by which colours are told apart, and whether some readers see some of its rows only. */
interface Asked {
  readonly dimensions: readonly string[]
  readonly isRuled: boolean
}

/** Counts the values of dimensions, so that each has its place in the order of colours whatever is filtered. */
export class LabelRanks {
  readonly #host: RankHost
  readonly #salt: string | Buffer
  readonly #ranked = new WeakMap<
    CachedResult,
    { readonly isRuled: boolean; readonly places: ReadonlyMap<string, number> }
  >()
  readonly #labels = new WeakMap<CachedResult, Map<string, ReadonlySet<string>>>()

  constructor(host: RankHost) {
    this.#host = host
    this.#salt = host.secretKey ?? randomBytes(32)
  }

  /**
   * Places for a question whose context asks for them, as it is `written` and with its templates rendered. `none`: labels go by their hash,
   * because the values cannot be counted for all readers alike, or not cheaply. `failed`: they could not be counted now.
   */
  async of(written: QueryRequest, plain: QueryRequest): Promise<Ranks | 'none' | 'failed'> {
    const { dataRequest } = written
    try {
      const asked = await this.#asked(written)
      if (!asked) return 'none'
      const { dimensions, isRuled } = asked
      const question = rankQuestion(written, dimensions, this.#host.now())
      const key = keyOf(question)
      const [sealed, seen] = await Promise.all([
        this.#host.answer(key, question),
        isRuled && this.#seen(question, plain),
      ])
      const all = await this.#placesOf(sealed, written, asked)
      const places = seen ? new Map([...all].filter(([label]) => seen.has(label))) : all
      return {
        placesIn: async (answer) =>
          placesIn(await this.#labelsIn(answer, dataRequest.format, dimensions), places, asked),
        isCurrent: () => this.#host.kept(key) === sealed,
      }
    } catch {
      // No chart fails for its colours.
      return 'failed'
    }
  }

  async #asked({ dataRequest, loaded, question }: QueryRequest): Promise<Asked | undefined> {
    const { context, index, format } = dataRequest
    const dimensions = context.color_columns ?? []
    if (dimensions.length === 0 || index > 0 || question.type !== 'full' || isFileFormat(format)) return undefined
    if (!isCounted(loaded, question.query, dimensions)) return undefined
    const isRuled = await hasRules(this.#host.store, loaded)
    // With SQL of somebody's own, how many values there are would tell what rows that they may not see hold.
    if (isRuled && !isPlain(loaded, dimensions)) return undefined
    return { dimensions, isRuled }
  }

  /**
   * The values the caller may see. Steps and labels of a question can write any text into an answer: having a place would
   * tell that it is a value of a row that they may not see.
   */
  async #seen(question: QueryRequest, { rules, tables, read, keys }: QueryRequest): Promise<ReadonlySet<string>> {
    const own = { ...question, rules, tables, read, keys }
    const sealed = await this.#host.answer(keyOf(own), own)
    return new Set(await keysOf(sealed, question.question.query.columns?.length ?? 0))
  }

  async #placesOf(
    sealed: CachedResult,
    { loaded }: QueryRequest,
    { dimensions, isRuled }: Asked,
  ): Promise<ReadonlyMap<string, number>> {
    const known = this.#ranked.get(sealed)
    if (known?.isRuled === isRuled) return known.places
    const keys = await keysOf(sealed, dimensions.length)
    const ordered = isRuled ? this.#salted(keys, loaded, dimensions) : keys.slice(0, MAX_RANKED_VALUES)
    const places = new Map([...new Set(ordered)].map((key, at) => [key, at]))
    this.#ranked.set(sealed, { isRuled, places })
    return places
  }

  /** An order that says nothing of how often a value occurs; nor is one of so many values, for its being so is a rank. */
  #salted(keys: readonly string[], { dataset }: Loaded, dimensions: readonly string[]): readonly string[] {
    if (keys.length > MAX_RANKED_VALUES) return []
    const hashed = (key: string): string =>
      createHmac('sha256', this.#salt)
        .update(JSON.stringify([dataset.uuid, dimensions, key]))
        .digest('hex')
    const order = new Map(keys.map((key) => [key, hashed(key)]))
    return keys.toSorted((a, b) => ((order.get(a) ?? '') < (order.get(b) ?? '') ? -1 : 1))
  }

  async #labelsIn(
    sealed: CachedResult,
    format: QueryRequest['dataRequest']['format'],
    dimensions: readonly string[],
  ): Promise<ReadonlySet<string>> {
    const byDimensions = this.#labels.get(sealed) ?? new Map<string, ReadonlySet<string>>()
    this.#labels.set(sealed, byDimensions)
    const by = JSON.stringify(dimensions)
    const labels = byDimensions.get(by) ?? labelsIn(sealed, await sealed.data.plain(), format, dimensions)
    byDimensions.set(by, labels)
    return labels
  }
}

/** The labels of an answer to `rankQuestion`, in its order. */
async function keysOf(sealed: CachedResult, count: number): Promise<readonly string[]> {
  const cells = JSON.parse(new TextDecoder().decode(await sealed.data.plain())) as readonly (readonly LabelValue[])[]
  const columns = cells.slice(0, count)
  return Array.from({ length: sealed.rowCount }, (_, row) => labelKey(columns.map((column) => column[row])))
}

function placesIn(
  labels: ReadonlySet<string>,
  places: ReadonlyMap<string, number>,
  { dimensions }: Asked,
): LabelPlaces {
  const found = [...labels].flatMap((label): [string, number][] => {
    const place = places.get(label)
    return place === undefined ? [] : [[label, place]]
  })
  return { columns: dimensions, places: Object.fromEntries(found) }
}

/**
 * Whether values can be counted: columns of the dataset by name, in an engine of our own, where counting costs nobody
 * else, and the same for everybody.
 */
function isCounted({ dataset, database }: Loaded, query: QueryObject, dimensions: readonly string[]): boolean {
  if (engineNamed(database.backend)?.isOwn !== true || isTemplate(dataset.sql)) return false
  const asked = (query.columns ?? []).filter((column) => typeof column === 'string')
  return dimensions.every((name) => {
    const column = dataset.columns.find((each) => each.column_name === name)
    return column !== undefined && asked.map(columnLabel).includes(name) && !isTemplate(column.expression)
  })
}

/** Whether the dimensions are columns of a table as they are. */
function isPlain({ dataset }: Loaded, dimensions: readonly string[]): boolean {
  const named = dataset.columns.filter(({ column_name }) => dimensions.includes(column_name))
  return !dataset.sql && named.every(({ expression }) => !expression)
}

/** Whether there is a rule for rows of the dataset, of its table, or of any table that its SQL may name. */
async function hasRules(store: RankHost['store'], { dataset, database }: Loaded): Promise<boolean> {
  const own = { col: 'database_id', op: 'eq', value: database.id } as const
  const { rows } = await store.rowRules.list({ where: { some: 'tables', where: own } })
  if (rows.length === 0 || dataset.sql) return rows.length > 0
  const ids = [...new Set(rows.flatMap(({ tables }) => tables))]
  if (ids.includes(dataset.id)) return true
  const ruled = await store.datasets.list({ where: { and: [own, { col: 'id', op: 'in', value: ids }] } })
  const folded = dataset.table_name.toLowerCase()
  return ruled.rows.some(({ sql, table_name }) => !sql && table_name.toLowerCase() === folded)
}

/** All values by how often they occur, whoever asks: without filters, time and rules. One more than have a place. */
function rankQuestion(queryRequest: QueryRequest, dimensions: readonly string[], now: number): QueryRequest {
  const { dataRequest, loaded, began } = queryRequest
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
    began,
    loaded,
    question: { query, type: 'full', limits: { rows: MAX_RANKED_VALUES + 1, max: MAX_RANKED_VALUES + 1 } },
    rules: [],
    tables: [],
    ranges: rangesOf(query, now, [dataRequest.calendar, loaded.dataset.extra]),
    read: [],
    keys: [],
  }
}
