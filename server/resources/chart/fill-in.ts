import { chartType, savedQueryContext } from '#charts/index.ts'
import type { FormData } from '#core/form/form-data.ts'
import type { Chart } from '#core/entity/chart.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { formDataOf } from '#server/resources/shared/slice.ts'

const FILLED = ['query_context', 'query_context_generation']

/**
 * Whether a body only gives a chart the questions it was saved without: pages of charts saved long ago do so, whoever
 * looks at them. A chart that has its questions is its owners' to change.
 */
export function fillsInQuestion(body: object, { query_context }: Pick<Chart, 'query_context'>): boolean {
  return !query_context && 'query_context' in body && Object.keys(body).every((key) => FILLED.includes(key))
}

/**
 * The questions a saved chart asks, as JSON text: made of its form alone, so that whoever fills them in has no say in
 * what others will be answered. `forbidden` where they do not follow from the form.
 */
export function questionOf(chart: Chart): string {
  const type = chartType(chart.viz_type)
  if (!type || chart.datasource_type !== 'table') throw new ApiError('forbidden')
  const form = formDataOf(chart) as unknown as FormData
  try {
    return JSON.stringify(savedQueryContext(type, form, { id: chart.datasource_id, type: 'table' }))
  } catch (cause) {
    // A form that its own kind of chart cannot read.
    throw new ApiError('forbidden', { cause })
  }
}
