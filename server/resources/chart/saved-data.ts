import type { Chart } from '#core/entity/chart.ts'
import type { ResultFormat, ResultType } from '#core/query/query-object.ts'
import { Fault } from '#core/rest/fault.ts'
import type { Answer, Asked } from '#server/resources/resource.ts'
import { answerContext, readContext, unlessGone } from './data.ts'

/** `GET /api/v1/chart/{id}/data/`: the questions saved with a chart. `format`, `type` and `force` of the query count. */
export async function getSavedData(asked: Asked): Promise<Answer> {
  const id = Number(asked.params.id)
  const chart = Number.isInteger(id) ? await asked.context.store.charts.get(id) : undefined
  if (!chart) throw new Fault('not-found')
  if (!chart.query_context) throw new Fault('chart-unsaved-query')
  const { format = 'json', type = 'full', force } = asked.query
  const context = readContext(savedContext(chart.query_context))
  const own = context.queries.map(({ result_type: _type, ...query }) => query)
  const answer = await unlessGone(
    asked,
    answerContext(
      {
        ...context,
        ...(type === 'post_processed' ? { form_data: savedForm(chart) } : {}),
        queries: own,
        result_format: format as ResultFormat,
        result_type: type as ResultType,
        force: force === 'true',
      },
      asked,
      { sliceId: chart.id },
    ),
  )
  const { etag } = answer.headers ?? {}
  const known = etag !== undefined && asked.headers['if-none-match'] === etag
  return known ? { status: 304, headers: { etag } } : answer
}

/** What the chart was saved with says how it is shown. */
function savedForm({ params, viz_type }: Chart): Record<string, unknown> {
  try {
    return { ...(JSON.parse(params || '{}') as Record<string, unknown>), viz_type }
  } catch {
    return { viz_type }
  }
}

function savedContext(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Fault('chart-unsaved-query')
  }
}
