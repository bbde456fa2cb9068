import type { CurrentUser } from '#core/access/current-user.ts'
import type { RuleOptions } from '#core/access/rules.ts'
import type { Database } from '#core/entity/database.ts'
import type { Dataset } from '#core/entity/dataset.ts'
import type { QueryContext, QueryObject } from '#core/query/query-object.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { engineNamed } from '#server/engines/index.ts'
import type { RowRule, TableWithRules } from '#server/sql/rules.ts'
import type { MacroContext, MacroLookup } from './macro-task.ts'
import { isTemplate, Macros } from './macros.ts'
import type { Store } from '#server/store/store.ts'
import type { LoadedDataset } from '#server/dataset/load-dataset.ts'
import { loadHolidays } from '#server/holidays/holidays.ts'
import { type Ranges, rangesOf } from '#server/dataset/time-ranges.ts'
import { hiddenTables } from '#server/dataset/hidden-tables.ts'
import { type DatasetWithRules, tablesWithRules, datasetsWithRules } from '#server/dataset/row-rules.ts'
import type { Sources } from '#server/dataset/sources.ts'
import { hashRules, type RuleReader, type RulesSnapshot, timeOfHash } from './rules-hash.ts'
import { resolveLookup } from './template-lookups.ts'
import { templateContextOf } from './template-context.ts'
import { type RenderedTemplateSource, renderQuery, renderText, renderedRule } from './templates.ts'

/** The dependencies of templating; with `enabled: false` templates are not rendered. */
export interface TemplatingOptions {
  readonly store: Store
  readonly sources: Sources
  readonly now: () => number
  readonly access: RuleOptions
  readonly enabled: boolean
}

/** A query with templates, and its user. */
export interface TemplatedQuery {
  readonly user: CurrentUser
  readonly context: Pick<QueryContext, 'form_data'>
  readonly loaded: LoadedDataset
  readonly query: QueryObject
  readonly rules: readonly RowRule[]
  readonly ranges: Ranges
  /** Aborted when no caller waits for the result; absent: never. */
  readonly signal?: AbortSignal | undefined
}

/** SQL of a dataset that is being created or previewed, and its user. */
export interface TemplatedSql {
  readonly user: CurrentUser
  readonly database: Database
  readonly sql: string
  readonly template_params?: string | null
}

/** The clause of a row-level security rule for a dataset, and the user it is rendered for. */
export interface RuleClause {
  readonly user: CurrentUser
  readonly database: Database
  readonly dataset: Dataset
  readonly clause: string
}

/** A query with rendered templates, and the row-level security rules of other datasets for the tables it may read. */
export interface RenderedQuery extends RenderedTemplateSource {
  readonly tables: readonly TableWithRules[]
}

/** Renders the templates in queries and datasets with the permissions of the user. */
export class Templating {
  readonly #options: TemplatingOptions
  readonly #macros = new Macros()

  constructor(options: TemplatingOptions) {
    this.#options = options
  }

  async question(queryObject: TemplatedQuery): Promise<RenderedQuery> {
    const { loaded, query, rules } = queryObject
    // The dataset's own rules are passed separately; those of other datasets on its table apply as well.
    const tableRules = (await this.#ruled(queryObject)).filter(({ dataset }) => dataset.id !== loaded.dataset.id)
    const tables = await this.#tables(tableRules, queryObject)
    const written = { dataset: loaded.dataset, query, rules }
    if (!this.#options.enabled) return { ...written, tables, read: [], keys: [] }
    const macroContext = () => this.#macroContext(queryObject)
    const answer = (need: MacroLookup) => this.#answer(need, queryObject, macroContext())
    const plain = await renderQuery(written, {
      macros: this.#macros,
      signal: queryObject.signal,
      macroContext,
      answer,
    })
    return { ...plain, tables, keys: tableRules.some(hasTemplates) ? [...plain.keys, tables] : plain.keys }
  }

  /** Returns the rules for tables in any SQL of this user. `now` is the current time in rules, in epoch milliseconds. */
  async tables(user: CurrentUser, database: Database, now?: number): Promise<readonly TableWithRules[]> {
    const query = this.#outside(user, database, {}, now)
    return this.#tables(await this.#ruled(query), query)
  }

  /** Returns the row rules and masks of a user in a database; `now` is the current time in rules. */
  async rulesSnapshot(user: CurrentUser, database: Database, now = this.#options.now()): Promise<RulesSnapshot> {
    const { dialect } = engineOf(database)
    const { store } = this.#options
    const restricted = (await datasetsWithRules(store, user, database)).filter(({ dataset }) => dataset.sql)
    const reader = restricted.some(hasTemplates) ? await ruleReader(store, user) : null
    return {
      now,
      tables: await this.tables(user, database, now),
      virtualDatasets: restricted.map((each) => {
        const { dataset, rules, masks } = each
        return { id: dataset.id, rules, masks, reader: hasTemplates(each) ? reader : null }
      }),
      fold: (name) => dialect.fold(name),
    }
  }

  /**
   * Returns a text that changes when the row rules, masks or attributes change that restrict what a user reads in a
   * database. Templates in rules are not rendered.
   */
  async restrictions(user: CurrentUser, database: Database): Promise<string> {
    const { store } = this.#options
    const restricted = await datasetsWithRules(store, user, database)
    const reader = restricted.some(hasTemplates) ? await ruleReader(store, user) : null
    return JSON.stringify([restricted.map(({ dataset, rules, masks }) => [dataset.id, rules, masks]), reader])
  }

  /**
   * Returns the current hash of the row rules and masks of a user; see `hashRules`. `earlier` is a hash whose time is
   * used again: the result equals it if the rules are the same, even if they contain the current time.
   */
  async rulesHash(
    user: CurrentUser,
    database: Database,
    earlier: string | null = null,
    readTables: readonly string[] | null = null,
  ): Promise<string | null> {
    return hashRules(await this.rulesSnapshot(user, database, timeOfHash(earlier)), readTables)
  }

  /** Renders the SELECT of a virtual dataset outside of a query: without filters and time range. */
  async sql({ user, database, sql, template_params = null }: TemplatedSql): Promise<string> {
    if (!this.#options.enabled || !isTemplate(sql)) return sql
    const query = this.#outside(user, database, { sql, template_params })
    const macroContext = this.#macroContext(query)
    const answer = (need: MacroLookup) => this.#answer(need, query, macroContext)
    const { text, reads } = await renderText(sql, 'virtual-template', macroContext, { macros: this.#macros, answer })
    if (reads.missing.length > 0) throw new ApiError('attribute-missing', { args: [reads.missing.join(', ')] })
    return text
  }

  /** Renders the clause of a row-level security rule and the SQL of its dataset for the user, outside of a query. */
  async ruleClause({ user, database, dataset, clause }: RuleClause): Promise<{ sql: string | null; text: string }> {
    const { sql: written, template_params } = dataset
    const sql = written ? await this.sql({ user, database, sql: written, template_params }) : null
    if (!this.#options.enabled || !isTemplate(clause)) return { sql, text: clause }
    const query = this.#outside(user, database, dataset)
    const macroContext = this.#macroContext(query)
    const answer = (need: MacroLookup) => this.#answer(need, query, macroContext)
    const rendering = { macros: this.#macros, answer }
    return { sql, text: renderedRule(await renderText(clause, 'rules-template', macroContext, rendering)) }
  }

  close(): void {
    this.#macros.close()
  }

  /** Returns an empty query of a dataset that is not stored. */
  #outside(
    user: CurrentUser,
    database: Database,
    parts: Partial<Dataset> = {},
    now = this.#options.now(),
  ): TemplatedQuery {
    const dataset = { id: 0, table_name: '', columns: [], metrics: [], template_params: null, ...parts } as unknown
    const ranges = rangesOf({}, now)
    return { user, context: {}, loaded: { dataset: dataset as Dataset, database }, query: {}, rules: [], ranges }
  }

  #ruled({ user, loaded }: TemplatedQuery): Promise<readonly DatasetWithRules[]> {
    return tablesWithRules(this.#options.store, user, loaded.database)
  }

  async #tables(datasetRules: readonly DatasetWithRules[], query: TemplatedQuery): Promise<readonly TableWithRules[]> {
    const { user, loaded } = query
    const { dialect } = engineOf(loaded.database)
    const tables = [...(await hiddenTables(this.#options.store, user, loaded.database, dialect))]
    for (const each of datasetRules) {
      const { schema, table_name: name } = each.dataset
      const own = { schema: schema || null, name, rules: await this.#rules(each, query) }
      tables.push(each.masks.length > 0 ? { ...own, masks: each.masks } : own)
    }
    return tables
  }

  /** Templates of a rule refer to the dataset of the rule, never to one whose SQL reads its table. */
  async #rules(datasetRules: DatasetWithRules, query: TemplatedQuery): Promise<readonly RowRule[]> {
    const { rules } = datasetRules
    if (!this.#options.enabled || !hasTemplates(datasetRules)) return rules
    const { id } = datasetRules.dataset
    const dataset = await this.#options.store.datasets.get(id)
    if (!dataset) throw new ApiError('not-found')
    const own = { ...query, loaded: { ...query.loaded, dataset } }
    const macroContext = this.#macroContext(own)
    const rendering = {
      macros: this.#macros,
      signal: query.signal,
      answer: (need: MacroLookup) => this.#answer(need, own, macroContext),
    }
    const rendered: RowRule[] = []
    for (const rule of rules) {
      const clauses: string[] = []
      for (const clause of rule)
        clauses.push(renderedRule(await renderText(clause, 'rules-template', macroContext, rendering)))
      rendered.push(clauses)
    }
    return rendered
  }

  #macroContext({ user, loaded, query, context, ranges }: TemplatedQuery): MacroContext {
    const { dialect } = engineOf(loaded.database)
    return templateContextOf({ user, dataset: loaded.dataset, query, context, ranges, dialect })
  }

  async #answer(need: MacroLookup, query: TemplatedQuery, macroContext: MacroContext): Promise<unknown> {
    const { user, loaded, ranges, signal } = query
    if (need.macro === 'time') await loadHolidays(need.range)
    const { store, sources, access } = this.#options
    const { dialect } = engineOf(loaded.database)
    return resolveLookup(need, {
      ...loaded,
      store,
      access,
      user,
      ranges,
      dialect,
      macroContext,
      macros: this.#macros,
      signal,
      guarded: (work) => sources.use(loaded.database, ({ guard }) => work(guard)),
    })
  }
}

async function ruleReader(store: Store, { userId, username, email, roles }: CurrentUser): Promise<RuleReader> {
  const row = userId === null ? undefined : await store.users.get(userId)
  return { username, email, roles: Object.keys(roles).toSorted(), attributes: row?.attributes ?? null }
}

function hasTemplates({ rules }: DatasetWithRules): boolean {
  return rules.flat().some(isTemplate)
}

function engineOf({ backend }: Database) {
  const engine = engineNamed(backend)
  if (!engine) throw new ApiError('engine-unknown', { args: [backend] })
  return engine
}
