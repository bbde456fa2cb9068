import type * as z from 'zod'
import { type Dataset, type DatasetMetric, datasetMetricFields } from '#core/entity/dataset.ts'
import { selectEntityFields } from '#core/entity/entity-definition.ts'
import { type JoinedMetric, joinedMetrics } from '#core/query/join-metrics.ts'
import type { JoinedColumn } from '#core/query/join-sql.ts'
import type { QuoteMark } from '#core/query/quote-mark.ts'
import type { joinResponse } from '#core/rest/dataset-shapes.ts'
import { countMetric } from '#server/resources/shared/source-columns.ts'

type JoinResult = z.output<typeof joinResponse>['result']

/**
 * Returns the metrics of joined datasets in the result, and those that would be wrong in it. `counts` is the row of
 * `joinCountSql`; undefined if nothing was counted.
 */
export function joinMetrics(
  datasets: readonly Dataset[],
  columns: readonly JoinedColumn[],
  counts: readonly number[] | undefined,
  mark: QuoteMark,
): Pick<JoinResult, 'metrics' | 'refused_metrics'> {
  const [total] = counts ?? []
  const sides = datasets.map(({ table_name, metrics, columns: all }, index) => {
    const [, matched, used] = counts?.slice(1 + 3 * index, 4 + 3 * index) ?? []
    const isCounted = total !== undefined && matched !== undefined && used !== undefined
    return {
      name: table_name,
      metrics,
      columns: all.map(({ column_name }) => column_name),
      repeated: isCounted ? used - matched : null,
      added: isCounted ? total - used : null,
    }
  })
  const { metrics, refused } = joinedMetrics(sides, columns, { taken: [countMetric.metric_name], mark })
  return {
    metrics: metrics.map(fieldsOf),
    refused_metrics: refused.map(({ side, metric_name, reason }) => ({ dataset: side, metric_name, reason })),
  }
}

type JoinMetric = JoinResult['metrics'][number]

const fieldsOf = ({ side, ...metric }: JoinedMetric<DatasetMetric>): JoinMetric =>
  ({ dataset: side, ...selectEntityFields({ fields: datasetMetricFields }, metric) }) as JoinMetric
