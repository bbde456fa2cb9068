import { chartType, savedQueryContext } from '#charts/index.ts'
import type { FormData } from '#core/form/form-data.ts'
import type { Chart } from '#core/entity/chart.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { formDataOf } from '#server/resources/shared/present-slice.ts'

const FILLED = ['query_context', 'query_context_generation']

/**
 * True if a body only adds the query context that a saved chart lacks. The page of an old chart sends one for any
 * viewer. If the chart has a query context, only its owners may change it.
 */
export function addsQueryContext(body: object, { query_context }: Pick<Chart, 'query_context'>): boolean {
  return !query_context && 'query_context' in body && Object.keys(body).every((key) => FILLED.includes(key))
}

/**
 * Returns the query context of a saved chart as JSON text. It is computed from the form data alone, so the sender
 * cannot influence the results of others. Throws `forbidden` if it cannot be computed.
 */
export function queryContextText(chart: Chart): string {
  const type = chartType(chart.viz_type)
  if (!type || chart.datasource_type !== 'table') throw new ApiError('forbidden')
  const form = formDataOf(chart) as unknown as FormData
  try {
    return JSON.stringify(savedQueryContext(type, form, { id: chart.datasource_id, type: 'table' }))
  } catch (cause) {
    // The chart type cannot read the form data.
    throw new ApiError('forbidden', { cause })
  }
}
