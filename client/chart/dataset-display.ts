import { readCurrency, withCurrency } from '#core/format/currency.ts'
import type { DatasetMetadata } from '#charts/chart.ts'
import { withoutInheritedNames } from '#core/rest/json.ts'
import type { DatasetResponse } from '#core/rest/responses.ts'

const emptyMetadata: DatasetMetadata = {
  verbose_map: withoutInheritedNames([]),
  column_formats: withoutInheritedNames([]),
}
const metadataCache = new WeakMap<DatasetResponse, DatasetMetadata>()

/** Returns the column labels and metric formats of a dataset. Returns the same object each time. */
export function datasetDisplayOf(dataset: DatasetResponse | undefined): DatasetMetadata {
  if (!dataset) return emptyMetadata
  const found = metadataCache.get(dataset)
  if (found) return found
  const named = [
    ...(dataset.columns ?? []).map((column) => [column.column_name, column.verbose_name] as const),
    ...(dataset.metrics ?? []).map((metric) => [metric.metric_name, metric.verbose_name] as const),
  ]
  const details: DatasetMetadata = {
    verbose_map: withoutInheritedNames(named.flatMap(([name, verbose]) => (verbose ? [[name, verbose]] : []))),
    column_formats: withoutInheritedNames(
      (dataset.metrics ?? []).flatMap((metric) => {
        const format = withCurrency(metric.d3format ?? '', readCurrency(metric.currency))
        return format ? [[metric.metric_name, format]] : []
      }),
    ),
  }
  metadataCache.set(dataset, details)
  return details
}
