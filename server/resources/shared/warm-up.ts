import * as z from 'zod'
import { chartType, toQueryContext } from '#charts/index.ts'
import { allowedRows } from '#core/access/can.ts'
import type { Condition } from '#core/access/condition.ts'
import type { Chart } from '#core/entity/chart.ts'
import type { FormData } from '#core/form/form-data.ts'
import { int, jsonText, readBody } from '#core/rest/body.ts'
import { parseJson } from '#core/rest/json.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { t } from '#core/text/t.ts'
import { runAllQueries } from '#server/data/run-all-queries.ts'
import { formDataOf } from '#server/resources/shared/present-slice.ts'
import { ruleOptions } from '#server/resources/shared/rule-options.ts'
import { asApiError } from '#server/store/as-api-error.ts'
import type { RouteRequest } from '#server/route/route.ts'

/** The outcome of querying a chart anew: `viz_error` is null on success. */
export interface WarmUpResult {
  readonly chart_id: number
  readonly viz_error: string | null
  readonly viz_status: 'success' | 'failed'
}

/** The context in which a chart is queried. */
export interface WarmUpContext {
  readonly dashboardId?: number | undefined
  /** JSON text of legacy filters, as a dashboard sends them. */
  readonly extraFilters?: string | null | undefined
}

const filtersText = z.string().refine((text) => text === '' || jsonText.safeParse(text).success, 'JSON not valid')

/** The fields of every warm-up body. */
export const warmUpBody = { dashboard_id: int.nullish(), extra_filters: filtersText.nullish() }

/** Parses the body of a request by its schema. */
export function readWarmUpBody<Schema extends z.ZodType>(schema: Schema, request: RouteRequest): z.output<Schema> {
  if (typeof request.body !== 'object' || request.body === null) throw new ApiError('not-json')
  const read = readBody(schema, request.body)
  if ('errors' in read) throw new ApiError('fields-wrong', { fields: read.errors })
  return read.ok
}

/**
 * Queries charts anew, one after the other, and caches the results, so that they open at once. Charts the caller may
 * not see are not found.
 */
export async function warmUp(
  request: RouteRequest,
  where: Condition,
  extra: WarmUpContext = {},
): Promise<readonly WarmUpResult[]> {
  const visible = allowedRows(request.user, 'read', 'Chart', ruleOptions(request))
  const order = [{ column: 'id', direction: 'asc' as const }]
  const { rows } = await request.context.store.charts.list({ where: { and: [where, visible] }, order })
  if (rows.length === 0) throw new ApiError('not-found')
  const done: WarmUpResult[] = []
  for (const chart of rows) {
    request.signal.throwIfAborted()
    const problem = await problemOf(request, chart, extra)
    done.push({ chart_id: chart.id, viz_error: problem, viz_status: problem === null ? 'success' : 'failed' })
  }
  return done
}

/** Returns the error of a chart; null if there is none. */
async function problemOf(
  request: RouteRequest,
  chart: Chart,
  { dashboardId, extraFilters }: WarmUpContext,
): Promise<string | null> {
  const type = chartType(chart.viz_type)
  if (!type) return t('This visualization type is not supported.')
  try {
    const extra = extraFilters ? { extra_filters: parseJson(extraFilters) } : {}
    const form = { ...formDataOf(chart), ...extra } as unknown as FormData
    const context = toQueryContext(type, form, { id: chart.datasource_id, type: chart.datasource_type })
    await runAllQueries(request.context, {
      context: { ...context, force: true },
      user: request.user,
      format: 'columns',
      priority: 'background',
      signal: request.signal,
      sliceId: chart.id,
      dashboardId,
    })
    return null
  } catch (error) {
    if (request.signal.aborted) throw error
    const apiError = asApiError(error)
    if (!apiError) throw error
    return apiError.message
  }
}
