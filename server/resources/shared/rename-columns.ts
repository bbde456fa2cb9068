import * as z from 'zod'
import { chartType, savedQueryContext } from '#charts/index.ts'
import type { Chart } from '#core/entity/chart.ts'
import type { Dataset, DatasetColumnDraft } from '#core/entity/dataset.ts'
import type { FormData } from '#core/form/form-data.ts'
import { replaceNameInForm } from '#core/form/replace-name-in-form.ts'
import type { QuoteMark } from '#core/query/quote-mark.ts'
import { replaceNameInSql } from '#core/query/replace-name-in-sql.ts'
import { isObject, parseJson } from '#core/rest/json.ts'

/** Maximum columns renamed at once. */
const MAX_RENAMES = 100

/** New column names by old ones, as sent. */
export const renamedSchema = z
  .record(z.string(), z.string())
  .refine((names) => Object.keys(names).length <= MAX_RENAMES, `At most ${MAX_RENAMES} columns are renamed at once`)

/** New names by old ones. No new name is also an old one. */
export type Renames = ReadonlyMap<string, string>

/**
 * Returns a chart with the new names in its form data and its stored query context; undefined if it contains no old
 * name.
 */
export function renamedChart(chart: Chart, renames: Renames, mark: QuoteMark): Chart | undefined {
  const form = formOf(chart.params)
  if (!form) return undefined
  let next: FormData = form
  for (const [name, right] of renames)
    next = replaceNameInForm(next, { mistake: { kind: 'column', name, candidates: [] }, right, mark }) ?? next
  if (next === form) return undefined
  return { ...chart, params: JSON.stringify(next), query_context: contextOf(chart, next) }
}

function formOf(params: string | null): FormData | undefined {
  try {
    const form: unknown = parseJson(params ?? '{}')
    return isObject(form) ? (form as FormData) : undefined
  } catch {
    return undefined
  }
}

/**
 * Returns the stored query context rebuilt from the form data, if the chart has one; null, as if none was stored, if
 * the form data is invalid.
 */
function contextOf({ viz_type, query_context, datasource_id: id }: Chart, form: FormData): string | null {
  const type = chartType(viz_type)
  if (query_context === null || !type) return query_context
  try {
    return JSON.stringify(savedQueryContext(type, { ...form, viz_type }, { id, type: 'table' }))
  } catch {
    return null
  }
}

/** Returns the parts of a dataset that name columns, with the new names. Edits of a renamed column are kept. */
export function renamedParts(dataset: Dataset, renames: Renames, mark: QuoteMark) {
  const inSql = <Sql extends string | null>(sql: Sql): Sql => {
    let text: string | null = sql
    for (const [wrong, right] of renames)
      text = text === null ? null : replaceNameInSql(text, { wrong, right, use: 'read' }, mark)
    return text as Sql
  }
  const targets = new Set(renames.values())
  const named = new Set(dataset.columns.map(({ column_name }) => column_name))
  // If columns of both names exist, the column with the new name wins.
  const columns = dataset.columns.map((column): DatasetColumnDraft => {
    const to = renames.get(column.column_name)
    const expression = inSql(column.expression)
    return to === undefined || named.has(to) ? { ...column, expression } : { ...column, column_name: to, expression }
  })
  const main = dataset.main_dttm_col
  if (targets.size === 0) return { columns }
  return {
    columns,
    metrics: dataset.metrics.map((metric) => ({ ...metric, expression: inSql(metric.expression) })),
    main_dttm_col: main === null ? null : (renames.get(main) ?? main),
    fetch_values_predicate: inSql(dataset.fetch_values_predicate),
  }
}
