import { callerKey } from '#core/access/current-user.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { rangesOf } from '#server/dataset/time-ranges.ts'
import { withWeekStart } from '#server/dataset/week-start.ts'
import { rowRules } from '#server/dataset/row-rules.ts'
import { withAnnotations } from '../annotations.ts'
import { planQuery } from '../result/run-query.ts'
import { totalsOfSheet, withTotalsOfShares } from '../auxiliary-queries.ts'
import type { Step } from '../pipeline.ts'
import { headingsOf, type QueryRequest, planningInputOf } from '../plan/query-request.ts'
import { isEntry, type Result } from '../result/result-entry.ts'
import { displayedEntry } from '../result/displayed-entry.ts'
import { toClientError } from '../errors/to-client-error.ts'
import type { ServiceDependencies } from '../dependencies.ts'
import { renderTemplates } from './render-templates.ts'

type QueryStage = (services: ServiceDependencies) => Step<QueryRequest, Result>

/** A query with result type `query` is not run; an error in it is part of the response. */
export const sqlPreviewStage: QueryStage = (services) => async (queryRequest, next) => {
  if (queryRequest.queryObject.type !== 'query') return next(queryRequest)
  try {
    const plain = await renderTemplates(services, await withRules(services, queryRequest))
    const { shown } = await services.sources.use(plain.loaded.database, (source) =>
      planQuery(plain.queryObject.query, planningInputOf(plain), source),
    )
    return { language: 'sql', query: shown }
  } catch (error) {
    const reported = await toClientError(services, error, queryRequest.dataRequest)
    if (reported instanceof ApiError) return { language: 'sql', error: reported.message }
    throw error
  }
}

/** Adds the row rules of the caller and the resolved time ranges. */
export const rowSecurityStage: QueryStage = (services) => async (queryRequest, next) =>
  next(await withRules(services, queryRequest))

async function withRules({ options }: ServiceDependencies, queryRequest: QueryRequest): Promise<QueryRequest> {
  const { dataRequest, loaded, queryObject: question } = queryRequest
  const rules = await rowRules(options.store, dataRequest.user, loaded.dataset)
  const at = dataRequest.at ?? options.now()
  const ranges = rangesOf(question.query, at, [dataRequest.calendar, loaded.dataset.extra])
  const query = withWeekStart(question.query, ranges.weekStart)
  return { ...queryRequest, rules, ranges, queryObject: { ...question, query } }
}

/** Adds the totals for shares of all rows from another query of the context. */
export const shareTotalsStage: QueryStage = (services) => async (queryRequest, next) => {
  const { dataRequest, queryObject: question } = queryRequest
  const query = await withTotalsOfShares((other) => services.ask(other), dataRequest, question.query)
  return next({ ...queryRequest, queryObject: { ...question, query } })
}

/** Returns the complete result in the form of its chart, if requested. */
export const postProcessedStage: QueryStage = (services) => async (queryRequest, next) => {
  const { dataRequest, queryObject: question, loaded } = queryRequest
  if (question.type !== 'post_processed') return next(queryRequest)
  const whole = { ...question, type: 'full' as const }
  const entry = await next({ ...queryRequest, queryObject: whole, dataRequest: { ...dataRequest, format: 'columns' } })
  if (!isEntry(entry)) return entry
  const { format, signal, context, user } = dataRequest
  const totals = await totalsOfSheet((other) => services.ask(other), dataRequest)
  const showing = { form: context.form_data, format, headings: headingsOf(loaded), totals }
  return displayedEntry(entry, showing, (task) => services.layouts.show(task, { person: callerKey(user), signal }))
}

/** Adds the data of the query's annotation layers to the result. */
export const annotationStage: QueryStage = (services) => async (queryRequest, next) => {
  const answer = await next(queryRequest)
  if (queryRequest.queryObject.type === 'post_processed') return answer
  const { store, access = {} } = services.options
  return withAnnotations(answer, queryRequest.dataRequest, { store, access, ask: (other) => services.ask(other) })
}
