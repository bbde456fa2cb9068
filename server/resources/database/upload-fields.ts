import { isObject, parseJson, ownValue } from '#core/rest/json.ts'
import { type UploadType, uploadTypes } from '#core/rest/upload-type.ts'
import {
  badCellsChoices,
  badRowPolicies,
  type ColumnPlan,
  type DateOrder,
  dateOrders,
  type PlanType,
  type TextEncoding,
  textEncodings,
} from '#core/rest/upload.ts'
import { columnPlanSchema } from '#core/rest/column-plan.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { textEncodingOf } from '#server/upload/encoding.ts'
import type { ExistingTableMode } from '#server/engines/engine.ts'
import type { UploadOptions } from '#server/upload/upload-file.ts'

type Fields = Readonly<Record<string, string>>

/** Fields of the form that have an effect, and `csrf_token`. */
const FIELDS = [
  'already_exists',
  'bad_cells',
  'bad_rows',
  'column_data_types',
  'column_dates',
  'column_plan',
  'columns_read',
  'csrf_token',
  'dataframe_index',
  'date_order',
  'day_first',
  'decimal_character',
  'delimiter',
  'encoding',
  'escape_character',
  'has_header',
  'header_row',
  'index_column',
  'index_label',
  'is_cut',
  'null_values',
  'quote_character',
  'rows_to_read',
  'schema',
  'sheet_name',
  'skip_blank_lines',
  'skip_initial_space',
  'skip_rows',
  'table_name',
  'type',
  'upload_key',
]

/** Options of Superset whose other values have no effect here, with the values that match the behavior here. */
const DEFAULTS: Readonly<Record<string, readonly string[]>> = {
  infer_datetime_format: ['true'],
  mangle_dupe_cols: ['true'],
  overwrite_duplicate: ['true'],
}

const MAX_LISTED = 5000
const MAX_NUMBER = 1_000_000_000

/** Rejects options without effect by name. Empty options are ignored. */
export function requireKnownOptions(fields: Fields): void {
  const unknown = Object.entries(fields).filter(
    ([name, value]) =>
      value !== '' && !FIELDS.includes(name) && !ownValue(DEFAULTS, name)?.includes(value.toLowerCase()),
  )
  if (unknown.length === 0) return
  const text = 'This option is not supported.'
  throw new ApiError('fields-refused', { fields: Object.fromEntries(unknown.map(([name]) => [name, [text]])) })
}

/** Returns the type that the field `type` names, or undefined. */
export const typeField = (fields: Fields): UploadType | undefined => oneOf('type', fields, uploadTypes)

/** Returns the key under which the upload is listed and outlives its connection; undefined for none. */
export function keyField(fields: Fields): string | undefined {
  const key = fields['upload_key']
  if (key === undefined || key === '') return undefined
  if (isUploadKey(key)) return key
  throw wrong('upload_key', 'Must be 16 to 64 letters, digits, - and _.')
}

/** True if a text can be the key of an upload. */
export const isUploadKey = (text: string): boolean => /^[\w-]{16,64}$/.test(text)

/** Returns what happens to a table of the same name. */
export const existingField = (fields: Fields): ExistingTableMode =>
  oneOf('already_exists', fields, ['fail', 'replace', 'append'] as const) ?? 'fail'

/**
 * Returns the options for reading a file. Empty fields are ignored. With `hasDefaultDateOrder`, a call without an order
 * of dates has the default of Superset: ambiguous dates begin with the month in the columns of `column_dates`, and are
 * text in others.
 */
export function optionFields(fields: Fields, hasDefaultDateOrder: boolean): UploadOptions {
  const delimiter = delimiterOf(fields['delimiter'])
  const dateOrder = dateOrderOf(fields)
  const encoding = encodingField(fields)
  const decimal = oneOf('decimal_character', fields, [',', '.'] as const)
  const badRows = oneOf('bad_rows', fields, badRowPolicies)
  const badCells = oneOf('bad_cells', fields, badCellsChoices)
  const columnPlan = planOf(fields)
  const rowNumbers = rowNumberColumn(fields)
  const columnsRead = listOf('columns_read', fields)
  const dateColumns = listOf('column_dates', fields)
  const nullValues = listOf('null_values', fields)
  const maxRows = numberOf('rows_to_read', fields)
  const sheet = fields['sheet_name']
  return {
    ...(delimiter && { delimiter }),
    ...quotingOf(fields, delimiter),
    ...(dateOrder && { dateOrder }),
    ...(!dateOrder && hasDefaultDateOrder && ({ dateOrder: 'text', namedDateOrder: 'month' } as const)),
    ...(encoding && { encoding }),
    ...headerOf(fields),
    ...(decimal && { decimal }),
    ...(badRows && { badRows }),
    ...(badCells && { badCells }),
    ...(columnPlan.length > 0 && { columnPlan }),
    ...(rowNumbers !== undefined && { rowNumbers }),
    ...(columnsRead && { columnsRead }),
    ...(dateColumns && { dateColumns }),
    ...(nullValues && { nullValues }),
    ...(maxRows !== undefined && { maxRows }),
    ...(oneOf('skip_initial_space', fields, ['true', 'false']) === 'true' && { skipInitialSpace: true }),
    ...(oneOf('skip_blank_lines', fields, ['true', 'false']) === 'false' && { keepsBlankLines: true as const }),
    ...(sheet && { sheet }),
  }
}

/** The header row counts from the first row that is not skipped. */
function headerOf(fields: Fields): Pick<UploadOptions, 'hasHeader' | 'skipRows'> {
  const hasHeader = oneOf('has_header', fields, ['true', 'false'])
  const header = numberOf('header_row', fields)
  const skip = numberOf('skip_rows', fields)
  if (header === undefined)
    return { ...(hasHeader && { hasHeader: hasHeader === 'true' }), ...(skip !== undefined && { skipRows: skip }) }
  if (hasHeader === 'false') throw wrong('has_header', 'Must not be false where header_row names a row.')
  return { hasHeader: true, skipRows: (skip ?? 0) + header }
}

/** Returns the plan of `column_plan`, with the types of `column_data_types` for columns without one. */
function planOf(fields: Fields): readonly ColumnPlan[] {
  const text = fields['column_plan']?.trim()
  const read = columnPlanSchema.safeParse(text ? jsonOf('column_plan', text) : [])
  if (!read.success) throw wrong('column_plan', 'Must be a list of objects with source, name, type and isExcluded.')
  const named = new Set(read.data.map(({ source }) => source))
  if (named.size < read.data.length) throw wrong('column_plan', 'Must name each column once.')
  const typed = dataTypes(fields).filter(([source]) => !named.has(source))
  return indexPlan([...read.data, ...typed.map(([source, type]) => ({ source, type }))], fields)
}

const hasIndex = (fields: Fields): boolean => oneOf('dataframe_index', fields, ['true', 'false']) === 'true'

/**
 * Adds the index column to a plan. As in Superset, it is loaded if `dataframe_index` is true, as `index_label` if that
 * is given, and left out otherwise.
 */
function indexPlan(plan: readonly ColumnPlan[], fields: Fields): readonly ColumnPlan[] {
  const source = fields['index_column']
  if (!source) return plan
  const name = fields['index_label']
  const known = plan.find((each) => each.source === source)
  if (known?.name !== undefined || known?.isExcluded)
    throw wrong('index_column', 'Must not be a column that column_plan renames or excludes.')
  const index: ColumnPlan = hasIndex(fields)
    ? { source, ...(known?.type && { type: known.type }), ...(name && { name }) }
    : { source, isExcluded: true }
  return [...plan.filter((each) => each !== known), index]
}

/** Returns the name of the column of row numbers that is loaded without an index column; undefined for none. */
function rowNumberColumn(fields: Fields): string | undefined {
  if (!hasIndex(fields) || fields['index_column']) return undefined
  if (existingField(fields) === 'append')
    throw wrong('dataframe_index', 'Must be false if rows are appended to a table.')
  return fields['index_label'] || 'index'
}

/** Types of pandas and SQL, which Superset accepts, by the first letters of their names. */
const DATA_TYPES: readonly (readonly [RegExp, PlanType])[] = [
  [/^u?int/i, 'integer'],
  [/^(float|double|decimal|numeric|number)/i, 'number'],
  [/^bool/i, 'boolean'],
  [/^(datetime|timestamp)/i, 'timestamp'],
  [/^date$/i, 'date'],
  [/^(str|string|text|object|varchar|category)/i, 'text'],
]

/** Returns the types that `column_data_types` gives to columns: a JSON object keyed by name. */
function dataTypes(fields: Fields): readonly (readonly [string, PlanType])[] {
  const name = 'column_data_types'
  const text = fields[name]?.trim()
  const value = text ? jsonOf(name, text) : {}
  if (!isObject(value)) throw wrong(name, 'Must be an object of column names and types.')
  const entries = Object.entries(value)
  if (entries.length > MAX_LISTED) throw wrong(name, `Must have at most ${MAX_LISTED} columns.`)
  return entries.map(([source, given]) => {
    const found = typeof given === 'string' ? DATA_TYPES.find(([pattern]) => pattern.test(given)) : undefined
    if (!found) throw wrong(name, `The type of "${source}" is not supported: ${JSON.stringify(given)}.`)
    return [source, found[1]] as const
  })
}

function jsonOf(name: string, text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    throw wrong(name, 'Must be JSON.')
  }
}

function encodingField({ encoding: name }: Fields): TextEncoding | undefined {
  if (name === undefined || name === '') return undefined
  const found = textEncodingOf(name)
  if (!found) throw wrong('encoding', `Must be one of: ${textEncodings.join(', ')}.`)
  return found
}

function dateOrderOf(fields: Fields): DateOrder | undefined {
  const dayFirst = oneOf('day_first', fields, ['true', 'false'])
  return oneOf('date_order', fields, dateOrders) ?? (dayFirst && (dayFirst === 'true' ? 'day' : 'month'))
}

function wrong(name: string, text: string): ApiError {
  return new ApiError('fields-refused', { fields: { [name]: [text] } })
}

function delimiterOf(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined
  // One ASCII character that is neither a line end nor a quote.
  if (/^[\t\x20-\x7e]$/.test(text) && text !== '"') return text
  if (text === '\\t') return '\t'
  throw wrong('delimiter', 'Must be one ASCII character.')
}

/** Returns how fields are quoted. The value `none` means no quotes. */
function quotingOf(fields: Fields, delimiter: string | undefined): Pick<UploadOptions, 'quote' | 'escape'> {
  const quote = oneOf('quote_character', fields, ['"', "'", 'none'] as const)
  const escape = oneOf('escape_character', fields, ['"', "'", '\\'] as const)
  if (quote !== undefined && quote === delimiter) throw wrong('quote_character', 'Must not be the delimiter.')
  if (escape !== undefined && (quote === 'none' || escape === delimiter))
    throw wrong('escape_character', 'Must not be the delimiter, and needs a quote_character.')
  const isOther = escape !== undefined && escape !== '\\' && escape !== (quote ?? '"')
  if (isOther) throw wrong('escape_character', 'Must be the quote_character or a backslash.')
  return { ...(quote && { quote: quote === 'none' ? '' : quote }), ...(escape && { escape }) }
}

function oneOf<V extends string>(name: string, fields: Fields, values: readonly V[]): V | undefined {
  const text = fields[name]?.toLowerCase()
  if (text === undefined || text === '') return undefined
  const found = values.find((value) => value === text)
  if (!found) throw wrong(name, `Must be one of: ${values.join(', ')}.`)
  return found
}

function numberOf(name: string, fields: Fields): number | undefined {
  const text = fields[name]?.trim()
  if (text === undefined || text === '') return undefined
  const number = Number(text)
  if (/^\d+$/.test(text) && number <= MAX_NUMBER) return number
  throw wrong(name, `Must be a whole number from 0 to ${MAX_NUMBER}.`)
}

/** Parses a list given as JSON or as comma-separated values. An empty list is ignored. */
function listOf(name: string, fields: Fields): readonly string[] | undefined {
  const text = fields[name]?.trim()
  if (text === undefined || text === '') return undefined
  const list = text.startsWith('[') ? jsonList(name, text) : text.split(',').map((each) => each.trim())
  if (list.length > MAX_LISTED) throw wrong(name, `Must have at most ${MAX_LISTED} values.`)
  return list.length === 0 ? undefined : list
}

function jsonList(name: string, text: string): readonly string[] {
  try {
    const list = parseJson(text)
    if (Array.isArray(list) && list.every((each) => typeof each === 'string')) return list
  } catch {
    // Rejected below.
  }
  throw wrong(name, 'Must be a list of texts.')
}
