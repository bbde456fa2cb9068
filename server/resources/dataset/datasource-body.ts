import type { Dataset } from '#core/entity/dataset.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { FieldErrors } from '#core/rest/catalogue-error.ts'
import { plainText } from '#core/rest/json-primitive.ts'
import type { ColumnSource } from '#server/resources/shared/source-columns.ts'

/** The dataset that a form saves, and the body of its update. */
export interface SavedFields {
  readonly type: string
  readonly id: number
  readonly body: Readonly<Record<string, unknown>>
}

const fieldsError = (fields: FieldErrors) => new ApiError('fields-wrong', { fields })

/** Parses the field `data` of a form that saves a dataset: JSON of all its fields. */
export function savedFields(text: string | undefined): SavedFields {
  if (text === undefined) throw fieldsError({ data: ['Missing data for required field.'] })
  const data = parse(text)
  const { id, type = 'table', database, owners, tags, filter_select: filterSelect, ...rest } = data
  if (typeof id !== 'number' || !Number.isSafeInteger(id))
    throw fieldsError({ id: ['Missing data for required field.'] })
  const databaseId = isObject(database) ? database['id'] : undefined
  rejectDuplicateNames(data, 'columns', 'column_name')
  rejectDuplicateNames(data, 'metrics', 'metric_name')
  const body = {
    ...(typeof filterSelect === 'boolean' ? { filter_select_enabled: filterSelect } : {}),
    ...rest,
    ...(typeof databaseId === 'number' ? { database_id: databaseId } : {}),
    ...(Array.isArray(owners) ? { owners: owners.map(idIn) } : {}),
    ...(Array.isArray(tags) ? { tags: tags.map(idIn) } : {}),
  }
  return { type: plainText(type), id, body }
}

function parse(text: string): Record<string, unknown> {
  try {
    const data: unknown = JSON.parse(text)
    if (isObject(data)) return data
  } catch {
    // Text that is not JSON is rejected like JSON of the wrong shape.
  }
  throw fieldsError({ data: ['Not a valid JSON object.'] })
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the id of a list item given as an object or as its id alone. */
const idIn = (value: unknown): unknown => (isObject(value) ? value['id'] : value)

/** Rejects duplicates by name: they are hard to find in a dataset of hundreds of columns. */
function rejectDuplicateNames(data: Record<string, unknown>, kind: 'columns' | 'metrics', key: string): void {
  const parts = Array.isArray(data[kind]) ? (data[kind] as unknown[]) : []
  const names = parts.map((part) => (isObject(part) ? plainText(part[key]) : ''))
  const twins = [...new Set(names.filter((name, at) => names.indexOf(name) !== at))]
  if (twins.length === 0) return
  const noun = kind === 'columns' ? 'column' : 'metric'
  throw new ApiError('fields-refused', { fields: { [kind]: [`Duplicate ${noun} name(s): ${twins.join(',')}`] } })
}

/** Returns the source that the editor of a dataset asks for; the dataset itself if it is unchanged. */
export function columnSourceOf(dataset: Dataset, query: Readonly<Record<string, string>>): ColumnSource {
  const wanted = (text: string | undefined, own: string | null) => (text === undefined ? own : text || null)
  const sql = wanted(query['sql'], dataset.sql)
  const schema = wanted(query['schema'], dataset.schema)
  const table = query['table_name'] || dataset.table_name
  const isSame = sql === dataset.sql && (sql !== null || (table === dataset.table_name && schema === dataset.schema))
  return isSame ? dataset : { sql, table_name: table, schema }
}
