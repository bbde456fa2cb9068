import { metricLabel, type PostProcessing, type QueryMetric } from '#core/query/query-object.ts'

/** Returns the step that adds percentage columns, named `%` and the label. */
export function shareSteps(metrics: readonly QueryMetric[]): readonly PostProcessing[] {
  const columns = [...new Set(metrics.map(metricLabel))]
  if (columns.length === 0) return []
  const rename_columns = columns.map((label) => `%${label}`)
  return [{ operation: 'contribution', options: { columns, rename_columns } }]
}
