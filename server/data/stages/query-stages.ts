import { callerKey } from '#core/access/current-user.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { rangesOf } from '#server/dataset/ranges.ts'
import { withWeekStart } from '#server/dataset/week-start.ts'
import { rowRules } from '#server/dataset/row-rules.ts'
import { withAnnotations } from '../annotations.ts'
import { planQuestion } from '../result/run-query.ts'
import { totalsOfSheet, withTotalsOfShares } from '../auxiliary-queries.ts'
import type { Step } from '../pipeline.ts'
import { headingsOf, type QueryRequest, planningOf } from '../plan/query-request.ts'
import { isEntry, type Result } from '../result/present.ts'
import { shownEntry } from '../result/shown-entry.ts'
import { toClientError } from '../errors/to-client-error.ts'
import type { ServiceDependencies } from '../dependencies.ts'
import { renderTemplates } from './render-templates.ts'

type QuestionStep = (works: ServiceDependencies) => Step<QueryRequest, Result>

/** A question of which only the statement is wanted is not run; what is wrong with it is part of the answer. */
export const sqlPreviewStage: QuestionStep = (works) => async (parcel, next) => {
  if (parcel.question.type !== 'query') return next(parcel)
  try {
    const plain = await renderTemplates(works, await withRules(works, parcel))
    const { shown } = await works.sources.use(plain.loaded.database, (source) =>
      planQuestion(plain.question.query, planningOf(plain), source),
    )
    return { language: 'sql', query: shown }
  } catch (error) {
    const told = await toClientError(works, error, parcel.asking)
    if (told instanceof ApiError) return { language: 'sql', error: told.message }
    throw error
  }
}

/** Which rows the caller may see, and between which moments. */
export const rowSecurityStage: QuestionStep = (works) => async (parcel, next) => next(await withRules(works, parcel))

async function withRules({ options }: ServiceDependencies, parcel: QueryRequest): Promise<QueryRequest> {
  const { asking, loaded, question } = parcel
  const rules = await rowRules(options.store, asking.user, loaded.dataset)
  const at = asking.at ?? options.now()
  const ranges = rangesOf(question.query, at, [asking.calendar, loaded.dataset.extra])
  const query = withWeekStart(question.query, ranges.weekStart)
  return { ...parcel, rules, ranges, question: { ...question, query } }
}

/** Shares are shares of all rows, which another question of the context asks for. */
export const shareTotalsStage: QuestionStep = (works) => async (parcel, next) => {
  const { asking, question } = parcel
  const query = await withTotalsOfShares((other) => works.ask(other), asking, question.query)
  return next({ ...parcel, question: { ...question, query } })
}

/** The whole answer as its chart shows it, where that is wanted. */
export const postProcessedStage: QuestionStep = (works) => async (parcel, next) => {
  const { asking, question, loaded } = parcel
  if (question.type !== 'post_processed') return next(parcel)
  const whole = { ...question, type: 'full' as const }
  const entry = await next({ ...parcel, question: whole, asking: { ...asking, format: 'columns' } })
  if (!isEntry(entry)) return entry
  const { format, signal, context, user } = asking
  const totals = await totalsOfSheet((other) => works.ask(other), asking)
  const showing = { form: context.form_data, format, headings: headingsOf(loaded), totals }
  return shownEntry(entry, showing, (task) => works.layouts.show(task, { person: callerKey(user), signal }))
}

/** What the layers of the question hold goes beside its answer. */
export const annotationStage: QuestionStep = (works) => async (parcel, next) => {
  const answer = await next(parcel)
  if (parcel.question.type === 'post_processed') return answer
  const { store, access = {} } = works.options
  return withAnnotations(answer, parcel.asking, { store, access, ask: (other) => works.ask(other) })
}
