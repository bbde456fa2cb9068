import type { CurrentUser } from '#core/access/current-user.ts'
import type { Database } from '#core/entity/database.ts'
import type { Dataset } from '#core/entity/dataset.ts'
import type { QueryContext, QueryObject } from '#core/query/query-object.ts'
import { Fault } from '#core/rest/fault.ts'
import { engineNamed } from '#server/engines/index.ts'
import type { RowRule } from '#server/sql/environment.ts'
import type { MacroFacts, Need } from '#server/sql/macro-task.ts'
import { isTemplate, Macros } from '#server/sql/macros.ts'
import type { Store } from '#server/store/store.ts'
import type { Loaded } from './load.ts'
import { type Ranges, rangesOf } from './ranges.ts'
import type { Sources } from './sources.ts'
import { answerNeed } from './template-answers.ts'
import { factsOf } from './template-facts.ts'
import { type Plain, plainQuestion, renderText } from './templates.ts'

/** What templates are rendered among; `enabled` false leaves them as they are. */
export interface TemplatingOptions {
  readonly store: Store
  readonly sources: Sources
  readonly now: () => number
  readonly enabled: boolean
}

/** A question with templates, and who asks it. */
export interface TemplatedQuestion {
  readonly user: CurrentUser
  readonly context: Pick<QueryContext, 'form_data'>
  readonly loaded: Loaded
  readonly query: QueryObject
  readonly rules: readonly RowRule[]
  readonly ranges: Ranges
}

/** SQL of a dataset that is being made or looked at, and who does so. */
export interface TemplatedSql {
  readonly user: CurrentUser
  readonly database: Database
  readonly sql: string
  readonly template_params?: string | null
}

/** Renders the templates in questions and datasets as the user may have them. */
export class Templating {
  readonly #options: TemplatingOptions
  readonly #macros = new Macros()

  constructor(options: TemplatingOptions) {
    this.#options = options
  }

  async question(asked: TemplatedQuestion): Promise<Plain> {
    const { loaded, query, rules } = asked
    const written = { dataset: loaded.dataset, query, rules }
    if (!this.#options.enabled) return { ...written, read: [], keys: [] }
    const facts = () => this.#facts(asked)
    const answer = (need: Need) => this.#answer(need, asked, facts())
    return plainQuestion(written, { macros: this.#macros, facts, answer })
  }

  /** The SELECT of a virtual dataset outside of any question: nothing is filtered, no time range is set. */
  async sql({ user, database, sql, template_params = null }: TemplatedSql): Promise<string> {
    if (!this.#options.enabled || !isTemplate(sql)) return sql
    const dataset = { id: 0, table_name: '', sql, template_params, columns: [], metrics: [] } as unknown as Dataset
    const ranges = rangesOf({}, this.#options.now())
    const asked = { user, context: {}, loaded: { dataset, database }, query: {}, rules: [], ranges }
    const facts = this.#facts(asked)
    const answer = (need: Need) => this.#answer(need, asked, facts)
    return (await renderText(sql, 'virtual-template', facts, { macros: this.#macros, answer })).text
  }

  close(): Promise<void> {
    return this.#macros.close()
  }

  #facts({ user, loaded, query, context, ranges }: TemplatedQuestion): MacroFacts {
    const { dialect } = engineOf(loaded.database)
    return factsOf({ user, dataset: loaded.dataset, query, context, ranges, dialect })
  }

  #answer(need: Need, { user, loaded, ranges }: TemplatedQuestion, facts: MacroFacts): Promise<unknown> {
    const { store, sources } = this.#options
    const { dialect } = engineOf(loaded.database)
    return answerNeed(need, {
      ...loaded,
      store,
      user,
      ranges,
      dialect,
      facts,
      macros: this.#macros,
      guarded: (work) => sources.use(loaded.database, ({ guard }) => work(guard)),
    })
  }
}

function engineOf({ backend }: Database) {
  const engine = engineNamed(backend)
  if (!engine) throw new Fault('engine-unknown', { args: [backend] })
  return engine
}
