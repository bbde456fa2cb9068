import type { SourceColumn } from '#calls/datasets.ts'
import { calendarErrors } from '#core/time/calendar-settings.ts'
import { allFolders, type DatasetFolder } from '#core/rest/dataset-folders.ts'
import type {
  DatasetResponse,
  DatasetColumnResponse,
  DatasetMetricResponse,
  TagReference,
} from '#core/rest/responses.ts'
import { withoutMissingFields } from './folder-edit.ts'

/** A dataset as input of the editor. */
export interface EditableDataset extends DatasetResponse {
  readonly default_endpoint?: string | null
  readonly cache_timeout?: number | null
  readonly offset?: number | null
  readonly filter_select_enabled?: boolean
  readonly fetch_values_predicate?: string | null
  readonly template_params?: string | null
}

/** A column being edited; `key` identifies it while it has no id. */
export type EditColumn = Partial<DatasetColumnResponse> & { readonly key: string; readonly column_name: string }

/** A metric being edited. */
export type EditMetric = Partial<DatasetMetricResponse> & {
  readonly key: string
  readonly metric_name: string
  readonly expression: string
}

/** The editable fields of a dataset. Empty texts mean no value. */
export interface DatasetEdit {
  readonly table_name: string
  readonly schema: string
  /** Null for a table. */
  readonly sql: string | null
  readonly description: string
  readonly default_endpoint: string
  readonly cache_timeout: number | undefined
  /** Hours. */
  readonly offset: number | undefined
  readonly filter_select_enabled: boolean
  readonly fetch_values_predicate: string
  readonly template_params: string
  /** JSON text. */
  readonly extra: string
  readonly main_dttm_col: string | null
  readonly owners: readonly number[]
  /** Absent in drafts from before datasets had tags: the tags stay unchanged then. */
  readonly tags?: readonly TagReference[]
  /** Absent in drafts from before datasets had folders: the folders stay unchanged then. */
  readonly folders?: readonly DatasetFolder[]
  readonly columns: readonly EditColumn[]
  readonly metrics: readonly EditMetric[]
}

/** Returns the initial state of the dataset editor. */
export function startEdit(dataset: EditableDataset): DatasetEdit {
  return {
    table_name: dataset.table_name,
    schema: dataset.schema ?? '',
    sql: dataset.sql || null,
    description: dataset.description ?? '',
    default_endpoint: dataset.default_endpoint ?? '',
    cache_timeout: dataset.cache_timeout ?? undefined,
    offset: dataset.offset ?? undefined,
    filter_select_enabled: dataset.filter_select_enabled ?? false,
    fetch_values_predicate: dataset.fetch_values_predicate ?? '',
    template_params: dataset.template_params ?? '',
    extra: dataset.extra ?? '',
    main_dttm_col: dataset.main_dttm_col ?? null,
    owners: (dataset.owners ?? []).map(({ id }) => id),
    ...(dataset.tags ? { tags: dataset.tags.map(({ id, name }) => ({ id, name })) } : {}),
    ...(dataset.folders ? { folders: dataset.folders } : {}),
    columns: (dataset.columns ?? []).map((column, index) => ({
      ...column,
      expression: column.expression || null,
      key: `column-${index}`,
    })),
    metrics: (dataset.metrics ?? []).map((metric, index) => ({ ...metric, key: `metric-${index}` })),
  }
}

/**
 * Returns the request body that saves an edit: fields, then metrics and columns with `extra` as JSON text, then kind
 * and owners.
 */
export function savedData(id: number, edit: DatasetEdit): Readonly<Record<string, unknown>> {
  const { columns, metrics, owners, tags, folders, schema, ...fields } = edit
  const texts = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, value === '' || value === undefined ? null : value]),
  )
  return {
    id,
    ...texts,
    ...(tags ? { tags: tags.map(({ id: tag }) => tag) } : {}),
    ...(folders
      ? { folders: withoutMissingFields(folders, new Set([...columns, ...metrics].map(({ uuid }) => uuid ?? ''))) }
      : {}),
    table_name: edit.table_name.trim(),
    offset: edit.offset ?? 0,
    schema: schema || null,
    metrics: metrics.map(toSavedField),
    columns: columns.map(toSavedField),
    type: 'table',
    owners,
  }
}

function toSavedField<P extends { readonly key: string; readonly extra?: string | null | undefined }>(value: P) {
  const { key: _, ...rest } = value
  return { ...rest, extra: value.extra || '{}' }
}

const duplicateNames = (names: readonly string[]) => [
  ...new Set(names.filter((name, at) => names.indexOf(name) !== at)),
]

/** An error that prevents saving an edit. */
export type EditProblem =
  | { readonly kind: 'name' | 'sql' | 'extra' | 'template_params' }
  | { readonly kind: 'columns' | 'metrics' | 'calendar'; readonly names: readonly string[] }
  | { readonly kind: 'column-name' | 'metric-name' | 'folder-name' }
  | { readonly kind: 'expression'; readonly names: readonly string[] }

/**
 * Returns the validation errors of an edit; an empty list can be saved. `calculated` refers to columns without a
 * source.
 */
export function checkEdit(edit: DatasetEdit): readonly EditProblem[] {
  const problems: EditProblem[] = []
  if (edit.table_name.trim() === '') problems.push({ kind: 'name' })
  if (edit.sql !== null && edit.sql.trim() === '') problems.push({ kind: 'sql' })
  if (!isJsonObject(edit.extra)) problems.push({ kind: 'extra' })
  const calendarProblems = calendarErrors(edit.extra)
  if (calendarProblems.length > 0) problems.push({ kind: 'calendar', names: calendarProblems })
  if (!isJsonObject(edit.template_params)) problems.push({ kind: 'template_params' })
  const columns = edit.columns.map(({ column_name }) => column_name.trim())
  const metrics = edit.metrics.map(({ metric_name }) => metric_name.trim())
  if (columns.includes('')) problems.push({ kind: 'column-name' })
  if (metrics.includes('')) problems.push({ kind: 'metric-name' })
  if (allFolders(edit.folders ?? []).some(({ name }) => name.trim() === '')) problems.push({ kind: 'folder-name' })
  if (duplicateNames(columns).length > 0) problems.push({ kind: 'columns', names: duplicateNames(columns) })
  if (duplicateNames(metrics).length > 0) problems.push({ kind: 'metrics', names: duplicateNames(metrics) })
  const empty = [
    ...edit.columns.filter((each) => isCalculated(each) && !each.expression?.trim()).map((each) => each.column_name),
    ...edit.metrics.filter(({ expression }) => expression.trim() === '').map(({ metric_name }) => metric_name),
  ]
  if (empty.length > 0) problems.push({ kind: 'expression', names: empty })
  return problems
}

/** True if a column is calculated: it has an expression, even an empty one. */
export function isCalculated(column: Pick<EditColumn, 'expression'>): boolean {
  return column.expression !== null && column.expression !== undefined
}

function isJsonObject(text: string): boolean {
  if (text.trim() === '') return true
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

/** The result of syncing columns from the source. */
export interface SyncResult {
  readonly columns: readonly EditColumn[]
  readonly added: readonly string[]
  readonly removed: readonly string[]
  readonly modified: readonly string[]
}

/**
 * Syncs columns with the source: adds new ones, removes missing ones and updates types. Edits and calculated columns
 * stay.
 */
export function syncWithSource(columns: readonly EditColumn[], found: readonly SourceColumn[]): SyncResult {
  const calculatedColumns = columns.filter(isCalculated)
  const own = new Map(columns.filter((each) => !isCalculated(each)).map((each) => [each.column_name, each]))
  const names = new Set(found.map(({ name }) => name))
  const calculatedNames = new Set(calculatedColumns.map(({ column_name }) => column_name))
  const physicalColumns = found.filter(({ name }) => !calculatedNames.has(name))
  const next = physicalColumns.map(({ name, type, is_dttm }): EditColumn => {
    const existing = own.get(name)
    if (existing) return existing.type === type ? existing : { ...existing, type, is_dttm: existing.is_dttm || is_dttm }
    return { key: `source-${name}`, column_name: name, type, is_dttm, groupby: true, filterable: true }
  })
  return {
    columns: [...next, ...calculatedColumns],
    added: physicalColumns.filter(({ name }) => !own.has(name)).map(({ name }) => name),
    removed: [...own.keys()].filter((name) => !names.has(name)),
    modified: physicalColumns
      .filter(({ name, type }) => own.has(name) && own.get(name)?.type !== type)
      .map(({ name }) => name),
  }
}

/** Returns the columns after a sync; a renamed column keeps its id and its edits. */
export function renamedEdit(
  columns: readonly EditColumn[],
  before: readonly EditColumn[],
  renamed: Readonly<Record<string, string>>,
): readonly EditColumn[] {
  const oldNames = new Map(Object.entries(renamed).map(([from, to]) => [to, from]))
  return columns.map((column) => {
    const old = before.find(({ column_name }) => column_name === oldNames.get(column.column_name))
    if (!old || column.id !== undefined) return column
    const { column_name, type, is_dttm } = column
    return { ...old, column_name, type: type ?? null, is_dttm: old.is_dttm || is_dttm || false }
  })
}
