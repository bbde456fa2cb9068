import type { DatasetResponse, DatasetColumnResponse, DatasetMetricResponse } from '#core/rest/responses.ts'
import { currencySign, readCurrency } from '#core/format/currency.ts'
import { BOOLEAN, type GenericType, NUMERIC, TEMPORAL } from '#core/table/table.ts'

/** The type of an item: a saved metric, a calculated column, or a column by its data type. */
export type ItemKind = 'metric' | 'calculated' | 'number' | 'text' | 'time' | 'boolean'

/** A metric or column of the dataset panel. */
export interface SourceItem {
  readonly kind: ItemKind
  readonly name: string
  readonly label: string
  /** The type of a column, the expression of a metric. */
  readonly detail: string
  readonly description: string
  /** The certifier and the details; empty if not certified. */
  readonly certified: string
  readonly warning: string
  /** The currency symbol of a metric; empty for none. */
  readonly currency: string
}

type DatasetField = DatasetColumnResponse | DatasetMetricResponse

function details(part: DatasetField): Pick<SourceItem, 'description' | 'certified' | 'warning' | 'currency'> {
  const { certified_by, certification_details, warning_markdown } = part
  const currency = 'currency' in part ? readCurrency(part.currency) : undefined
  const old = 'warning_text' in part ? part.warning_text : null
  return {
    description: part.description ?? '',
    certified: [certified_by, certification_details].filter(Boolean).join(': '),
    warning: warning_markdown || old || '',
    currency: currency ? currencySign(currency) : '',
  }
}

function kindOf(type: GenericType, expression: string | null | undefined): ItemKind {
  if (expression) return 'calculated'
  if (type === TEMPORAL) return 'time'
  if (type === NUMERIC) return 'number'
  return type === BOOLEAN ? 'boolean' : 'text'
}

/** True if name, label, expression or description contain the text. */
function containsText(wanted: string, name: string, part: DatasetField): boolean {
  const texts = [name, part.verbose_name, part.expression, part.description]
  return wanted === '' || texts.some((text) => text?.toLowerCase().includes(wanted))
}

const certifiedFirst = (a: SourceItem, b: SourceItem) => Number(b.certified !== '') - Number(a.certified !== '')
const timeFirst = (a: SourceItem, b: SourceItem) => Number(b.kind === 'time') - Number(a.kind === 'time')

/** Returns the items of the dataset panel that match a search: certified metrics first, time columns first. */
export function sourceItems(
  dataset: Pick<DatasetResponse, 'columns' | 'metrics'>,
  search: string,
): { readonly metrics: readonly SourceItem[]; readonly columns: readonly SourceItem[] } {
  const searchText = search.trim().toLowerCase()
  const metrics = (dataset.metrics ?? [])
    .filter((metric) => containsText(searchText, metric.metric_name, metric))
    .map((metric): SourceItem => {
      const { metric_name: name, expression } = metric
      return { kind: 'metric', name, label: metric.verbose_name || name, detail: expression, ...details(metric) }
    })
  const columns = (dataset.columns ?? [])
    .filter((column) => containsText(searchText, column.column_name, column))
    .map((column): SourceItem => {
      const { column_name: name, type_generic, expression } = column
      const kind = column.is_dttm && !expression ? 'time' : kindOf(type_generic, expression)
      return { kind, name, label: column.verbose_name || name, detail: column.type ?? '', ...details(column) }
    })
  return {
    metrics: metrics.toSorted(certifiedFirst),
    columns: columns.toSorted((a, b) => timeFirst(a, b) || certifiedFirst(a, b)),
  }
}
