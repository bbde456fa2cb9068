import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { RuleOptions } from '#core/access/rules.ts'
import type { QueryRecord } from '#core/entity/query-record.ts'
import { requireQuestionWithin } from '#core/query/bounds.ts'
import { Fault } from '#core/rest/fault.ts'
import { Flights } from '#server/cache/flights.ts'
import { engineNamed } from '#server/engines/index.ts'
import { RESULT_BYTES } from '#server/engines/too-large.ts'
import type { Store } from '#server/store/store.ts'
import { AnswerWork } from './answer-work.ts'
import { type Made, planQuestion, runQuestion } from './answer.ts'
import { withAnnotations } from './annotations.ts'
import { totalsOfPivot, withTotalsOfShares } from './beside.ts'
import { columnsAnswer, grainsAnswer } from '#server/dataset/catalogue.ts'
import { holidaysReady } from '#server/holidays/holidays.ts'
import { type Found, type KeepOptions, KeptAnswers } from './kept-answers.ts'
import { isFileFormat } from '#server/files/lay-out.ts'
import { LabelRanks, type Ranks } from './label-ranks.ts'
import { openPeriodOf } from './last-period.ts'
import { loadDataset } from '#server/dataset/load.ts'
import { type Entry, headOf, isEntry, type Result, unappliedBy } from './present.ts'
import type { QueryLog } from './query-log.ts'
import { questionOf } from './question.ts'
import { rangesOf } from '#server/dataset/ranges.ts'
import { letRepeat } from './repeat.ts'
import { type Asking, headingsOf, keyOf, planningOf, type Prepared, readByTemplates, timeoutsOf } from './prepared.ts'
import { rowRules } from '#server/dataset/row-rules.ts'
import { Scheduler } from './scheduler.ts'
import { shownEntry } from './shown-entry.ts'
import { SealedData } from './sealed-data.ts'
import { Sources } from '#server/dataset/sources.ts'
import { answeredTimes } from '#server/dataset/stored-times.ts'
import { Templating } from '#server/templates/templating.ts'
import { MISNAMED, namesFor, withMistake } from './mistake.ts'
import { toldTo } from './told.ts'
import { timeoutOf } from '#server/dataset/timeouts.ts'

/** What the road is made of. `directory` holds databases of our own. */
export interface RoadOptions extends KeepOptions {
  /** Told of every question that was put to data. */
  readonly queryLog?: QueryLog
  readonly store: Store
  readonly directory: string
  /** Heavy queries at a time, of one database. */
  readonly places: number
  /** Processes of engines at a time; see `Place`. */
  readonly processes?: number
  /** Seconds answers are kept where nobody else says so; a day when absent. */
  readonly cacheTimeout?: number
  /** Milliseconds after which a query is given up. */
  readonly timeoutMs: number
  /** The most bytes of one answer; 256 MiB when absent. */
  readonly resultBytes?: number
  /** What access to datasets depends on beside user and row. */
  readonly access?: RuleOptions
  /** Opens the passwords of databases, which are kept sealed. */
  readonly secretKey?: string
  /** Whether templates in SQL are rendered; they are when absent. */
  readonly templates?: boolean
}

/** Questions whose time is remembered. */
const REMEMBERED = 2000

/** Seconds the answer of a job is there for whoever waits for it. */
const KEPT_FOR_JOBS = 600

/** A question with a kept answer that may be given again. */
interface Repeating {
  readonly key: string
  readonly timeout: number | null
  readonly prepared: Prepared
  readonly cached: 'hit' | 'miss' | 'stale'
  readonly ranks: Ranks | 'none' | undefined
}

/** The one road to data: every chart, filter, sample and export asks here. */
export class Road {
  readonly sources: Sources
  readonly templates: Templating
  readonly #options: RoadOptions
  readonly #answers: KeptAnswers
  readonly #flights = new Flights<Made>()
  /** By database. */
  readonly #schedulers = new Map<number, Scheduler>()
  readonly #work: AnswerWork
  readonly #ranks: LabelRanks
  /** Milliseconds by the hash of what was run. */
  readonly #expected = new LRUCache<string, number>({ max: REMEMBERED })
  readonly #ending = new AbortController()

  constructor(options: RoadOptions) {
    this.#options = options
    const { directory, processes } = options
    const place = { directory, ...(processes === undefined ? {} : { processes }) }
    this.sources = new Sources(place, options.secretKey)
    const { store, now, templates = true, access = {} } = options
    this.templates = new Templating({ store, sources: this.sources, now, access, enabled: templates })
    this.#answers = new KeptAnswers(options)
    this.#work = new AnswerWork(options.timeoutMs)
    const held = timeoutOf({ setting: options.cacheTimeout })
    this.#ranks = new LabelRanks({
      store,
      now,
      secretKey: options.secretKey,
      answer: this.#answerBeside,
      kept: (key) => this.#answers.findNow(key, held)?.made,
    })
  }

  /** Answers one question of a context. Faults say what is wrong; an abort rejects with the signal's reason. */
  async ask(asking: Asking): Promise<Result> {
    const began = performance.now()
    try {
      return await this.#ask(asking, began)
    } catch (error) {
      const code = asking.signal.aborted ? 'abort' : error instanceof Fault ? error.code : 'internal'
      if (code !== 'cache-lost') this.#note(asking, began, { error: code })
      throw await this.#told(error, asking)
    }
  }

  /** Answers are shared by who asks the same; what is told of a failure depends on the person. */
  async #told(error: unknown, { user, context, index }: Asking): Promise<unknown> {
    if (!(error instanceof Fault) || !MISNAMED.includes(error.code)) return error
    const { store, access } = this.#options
    const datasource = context.queries[index]?.datasource ?? context.datasource
    const loaded = await loadDataset(store, user, datasource, access)
    const told = await toldTo(error, { user, ...loaded }, store)
    const dialect = engineNamed(loaded.database.backend)?.dialect
    return told instanceof Fault ? withMistake(told, await namesFor({ user, dialect, ...loaded }, store)) : told
  }

  async #ask(asking: Asking, began: number): Promise<Result> {
    const { context, index, user } = asking
    const { store, now } = this.#options
    requireQuestionWithin(context.queries[index])
    const datasource = context.queries[index]?.datasource ?? context.datasource
    const loaded = await loadDataset(store, user, datasource, this.#options.access)
    const question = questionOf(context, index, loaded.dataset)
    await holidaysReady(question.query)
    const prepare = async (): Promise<Prepared> => ({
      asking,
      began,
      loaded,
      question,
      rules: await rowRules(store, user, loaded.dataset),
      tables: [],
      ranges: rangesOf(question.query, asking.at ?? now(), [asking.calendar, loaded.dataset.extra]),
      read: [],
      keys: [],
    })
    if (question.type === 'columns') return { data: columnsAnswer(loaded.dataset) }
    if (question.type === 'timegrains') {
      return { data: await this.sources.use(loaded.database, async ({ engine }) => grainsAnswer(engine.dialect)) }
    }
    if (question.type === 'query') return this.#statement(prepare, asking)
    const plain = await prepare()
    const query = await withTotalsOfShares((other) => this.ask(other), asking, question.query)
    const prepared = { ...plain, question: { ...question, query } }
    if (question.type === 'post_processed') return this.#shown(prepared)
    return withAnnotations(await this.#data(prepared), asking, {
      store,
      access: this.#options.access ?? {},
      ask: (other) => this.ask(other),
    })
  }

  /** The whole answer as its chart shows it. */
  async #shown(prepared: Prepared): Promise<Result> {
    const { asking, question, loaded } = prepared
    const whole = { ...prepared, question: { ...question, type: 'full' as const } }
    const entry = await this.#data({ ...whole, asking: { ...asking, format: 'columns' } })
    if (!isEntry(entry)) return entry
    const { format, signal, context, user } = asking
    const totals = await totalsOfPivot((other) => this.ask(other), asking)
    const showing = { form: context.form_data, format, headings: headingsOf(loaded), totals }
    return shownEntry(entry, showing, (task) => this.#work.show(task, { person: user.userId, signal }))
  }

  /** Interrupts what runs and closes the databases. */
  async close(): Promise<void> {
    this.#ending.abort(new Fault('unavailable'))
    this.templates.close()
    this.#work.close()
    await this.sources.close()
    await this.#answers.close()
    await this.#options.queryLog?.write()
  }

  /** The statement without running it; what is wrong with the question is part of the answer. */
  async #statement(prepare: () => Promise<Prepared>, asking: Asking): Promise<Result> {
    try {
      const prepared = await this.#plain(await prepare())
      const { shown } = await this.sources.use(prepared.loaded.database, (source) =>
        planQuestion(prepared.question.query, planningOf(prepared), source),
      )
      return { language: 'sql', query: shown }
    } catch (error) {
      const told = await this.#told(error, asking)
      if (told instanceof Fault) return { language: 'sql', error: told.message }
      throw error
    }
  }

  async #data(written: Prepared): Promise<Result> {
    const prepared = await this.#plain(written)
    const { asking, question } = prepared
    const { now } = this.#options
    const key = keyOf(prepared)
    const timeout = timeoutOf({ ...timeoutsOf(prepared), setting: this.#options.cacheTimeout })
    const kept = await this.#kept(key, asking, timeout)
    if (!kept && asking.from) throw new Fault('cache-lost')
    if (kept?.stale) this.#refresh(key, prepared, timeout)
    // In flight beside the question itself, and by its words: what templates become differs from one person to the next.
    const ranking = asking.context.color_columns && this.#ranks.of(written, prepared)
    const ending = asking.context.last_period && openPeriodOf(written, prepared, this.#answerBeside, now())
    const made = kept?.made ?? (await this.#make(key, prepared, timeout))
    const [ranks, openPeriod] = await Promise.all([ranking, ending || undefined])
    const cached = kept ? (kept.stale ? 'stale' : 'hit') : 'miss'
    const unapplied = unappliedBy(asking.context.form_data)
    const colors = typeof ranks === 'object' ? await ranks.placesIn(made) : undefined
    const times = answeredTimes(question.query, prepared.loaded.dataset, made.columns)
    const head = headOf(made, { key, cached, timeout, unapplied, times, colors, openPeriod })
    this.#note(asking, prepared.began, {
      row_count: made.rowCount,
      cached: kept !== undefined,
      data_age: kept ? Math.max(0, now() - made.madeAt) : null,
    })
    const { colnames, coltypes, rowcount, sql_rowcount, time_formats } = head
    const formats = time_formats ? { time_formats } : {}
    const few = { colnames, coltypes, rowcount, sql_rowcount, ...formats } as Entry['head']
    const shown = question.type === 'results' ? few : head
    const entry: Entry = {
      head: shown,
      format: asking.format,
      data: made.data,
      columns: made.columns,
      stamp: `${key}-${made.madeAt}-${unapplied.map(({ column }) => column).join()}`,
    }
    if (ranks !== 'failed') this.#repeat(entry, made, { key, timeout, prepared, cached, ranks })
    return entry
  }

  /**
   * Whoever asks the same needs no more than the time and the kept answer, as long as nothing stored is written:
   * dataset, rules and rights are then what they were, and so is the key.
   */
  #repeat(entry: Entry, made: Made, { key, timeout, prepared, cached, ranks }: Repeating): void {
    const { asking, ranges, read, keys } = prepared
    // What templates read is not known here, nor what a job was told.
    if (asking.from || asking.at !== undefined || read.length + keys.length > 0) return
    const { now, queryLog } = this.#options
    const kept = cached !== 'miss'
    const record = { ...this.#record(asking), row_count: made.rowCount, cached: kept }
    const { since, until } = ranges
    const isCurrent = () => typeof ranks !== 'object' || ranks.isCurrent()
    const find = () => (isCurrent() ? this.#answers.findNow(key, timeout) : undefined)
    const note = (at: number, age: number, duration: number) =>
      queryLog?.record({ ...record, at, data_age: kept ? age : null, duration })
    const { bodies } = this.#answers
    letRepeat(entry, made, cached === 'hit', { now, since, until, find, note, bodies })
  }

  /** The answer to a question that goes beside one of a chart, kept as long as the server is set to. */
  readonly #answerBeside = async (key: string, prepared: Prepared): Promise<Made> => {
    const timeout = timeoutOf({ setting: this.#options.cacheTimeout })
    const kept = await this.#answers.find(key, timeout)
    if (kept?.stale) this.#refresh(key, prepared, timeout)
    return kept?.made ?? this.#make(key, prepared, timeout)
  }

  async #kept(key: string, { context, from }: Asking, timeout: number | null): Promise<Found | undefined> {
    if (from !== 'job') return context.force ? undefined : this.#answers.find(key, timeout)
    const made = await this.#answers.findAny(key)
    return made && { made, stale: false }
  }

  /** Makes a stale answer anew when nobody is kept waiting by it. */
  #refresh(key: string, prepared: Prepared, timeout: number | null): void {
    const { signal } = new AbortController()
    const asking = { ...prepared.asking, signal, priority: 'background' } as const
    // Whoever asks when it no longer holds is told what is wrong.
    this.#make(key, { ...prepared, asking }, timeout).catch(() => {})
  }

  /** The question with its templates rendered for who asks. */
  async #plain(prepared: Prepared): Promise<Prepared> {
    const { asking, loaded, question, rules, ranges } = prepared
    const { user, context, signal } = asking
    const { query } = question
    const plain = await this.templates.question({ user, context, loaded, query, rules, ranges, signal })
    return {
      ...prepared,
      loaded: { ...loaded, dataset: plain.dataset },
      question: { ...question, query: plain.query },
      rules: plain.rules,
      tables: plain.tables,
      read: plain.read,
      keys: plain.keys,
    }
  }

  #make(key: string, prepared: Prepared, timeout: number | null): Promise<Made> {
    const { timeoutMs } = this.#options
    return this.#flights.join(key, prepared.asking.signal, async (left) => {
      const limit = AbortSignal.timeout(timeoutMs)
      try {
        const made = await this.#run(prepared, AbortSignal.any([left, limit, this.#ending.signal]))
        void this.#answers.keep(key, made, timeout, prepared.asking.keep ? KEPT_FOR_JOBS : 0)
        return made
      } catch (error) {
        if (limit.aborted && !left.aborted) throw new Fault('query-timeout', { args: [timeoutMs / 1000] })
        throw error
      }
    })
  }

  #run(prepared: Prepared, signal: AbortSignal): Promise<Made> {
    const { asking, loaded, question } = prepared
    const started = performance.now()
    return this.sources.use(loaded.database, async (source) => {
      const planned = await planQuestion(question.query, planningOf(prepared), source)
      const plan = performance.now() - started
      const shape = createHash('sha256').update(`${loaded.database.id} ${planned.sql.text}`).digest('base64')
      const ticket = {
        priority: asking.priority,
        expected: this.#expected.get(shape) ?? Number.POSITIVE_INFINITY,
        user: asking.user.userId,
        signal,
      }
      return this.#scheduler(loaded.database.id).run(ticket, async () => {
        const queue = performance.now() - started - plan
        const headings = isFileFormat(asking.format) ? headingsOf(loaded) : { names: {}, formats: {} }
        const author = asking.user.userId
        const ran = await runQuestion(question.query, planned, {
          format: asking.format,
          headings,
          source,
          run: { signal, author, maxBytes: this.#options.resultBytes ?? RESULT_BYTES },
          work: this.#work,
        })
        this.#expected.set(shape, ran.engine)
        const { engine, post, serialise, ...data } = ran
        return {
          ...data,
          data: SealedData.of(data.data),
          query: planned.shown,
          from: planned.plan.bounds.from,
          to: planned.plan.bounds.to,
          ...readByTemplates(planned.plan, prepared.read),
          rowLimit: planned.plan.rowLimit,
          legs: { queue, plan, engine, post, serialise },
          madeAt: this.#options.now(),
        }
      })
    })
  }

  #scheduler(database: number): Scheduler {
    const known = this.#schedulers.get(database) ?? new Scheduler(this.#options.places)
    this.#schedulers.set(database, known)
    return known
  }

  /** What a job made was noted when it made it. */
  #note(asking: Asking, began: number, facts: Partial<QueryRecord>): void {
    const { queryLog } = this.#options
    if (!queryLog || asking.from === 'job') return
    queryLog.record({ ...this.#record(asking), duration: Math.round(performance.now() - began), ...facts })
  }

  /** What is noted of a question whatever becomes of it. */
  #record(asking: Asking): QueryRecord {
    const { context, index, user, chartId = null, dashboardId = null } = asking
    return {
      at: this.#options.now(),
      user_id: user.userId,
      dataset_id: (context.queries[index]?.datasource ?? context.datasource).id,
      chart_id: chartId,
      dashboard_id: dashboardId,
      duration: 0,
      data_age: null,
      row_count: null,
      cached: false,
      error: null,
    }
  }
}
