import { baseQuery } from '#core/form/base-query.ts'
import type { FormData } from '#core/form/form-data.ts'
import { asMetric } from '#core/form/query-fields.ts'
import type { QueryMetric, QueryObject } from '#core/query/query-object.ts'
import type { Entry } from '#server/data/result/result-entry.ts'
import type { RouteRequest } from '#server/route/route.ts'
import { runLegacyEntry, columnsOf } from './run-legacy-query.ts'

/** Number of options, unless all values are searched. */
const OPTIONS = 1000
const ALL_OPTIONS = 10_000

interface Item {
  readonly column: string
  readonly metric: QueryMetric | undefined
  readonly ascending: boolean
  readonly limit: number
}

/** One option of a filter box. */
interface Option {
  readonly id: unknown
  readonly text: unknown
  readonly metric?: unknown
}

/** The options of a filter box, and the results they come from. */
export interface FilterBox {
  readonly data: Readonly<Record<string, readonly Option[]>>
  readonly entries: readonly Entry[]
}

/**
 * Returns the options of each column of a filter box under the conditions of the form: the values with their metric,
 * sorted by it, else by value.
 */
export async function runFilterBox(
  form: FormData,
  datasetId: number,
  request: RouteRequest,
  force: boolean,
): Promise<FilterBox> {
  const items = itemsOf(form)
  const entries = await Promise.all(
    items.map((item) =>
      runLegacyEntry(request, { datasetId, query: queryOf(item, form), format: 'columns', force, formData: form }),
    ),
  )
  const cells = await Promise.all(entries.map(columnsOf))
  const data = items.map(({ column, metric }, index) => {
    const [values = [], metrics = []] = cells[index] ?? []
    const option = (id: unknown, row: number) => ({ id, text: id, ...(metric ? { metric: metrics[row] ?? null } : {}) })
    return [column, values.map(option)] as const
  })
  return { data: Object.fromEntries(data), entries }
}

function itemsOf(form: FormData): readonly Item[] {
  const configs = Array.isArray(form['filter_configs']) ? (form['filter_configs'] as Record<string, unknown>[]) : []
  return configs.flatMap((config) => {
    const column = config['column']
    if (typeof column !== 'string' || column === '') return []
    return [
      {
        column,
        metric: asMetric(config['metric']) ?? asMetric(form.metric),
        ascending: Boolean(config['asc']),
        limit: config['searchAllOptions'] === true ? ALL_OPTIONS : OPTIONS,
      },
    ]
  })
}

function queryOf({ column, metric, ascending, limit }: Item, form: FormData): QueryObject {
  const { orderby: _order, series_limit: _limit, series_limit_metric: _by, ...base } = baseQuery(form)
  return {
    ...base,
    columns: [column],
    metrics: metric ? [metric] : [],
    orderby: [[metric ?? column, ascending]],
    row_limit: limit,
    row_offset: 0,
  }
}
