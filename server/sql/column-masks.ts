import { type AppliedMask, maskMethodOf, type MaskMethod } from '#core/rest/column-masks.ts'
import type { Dataset } from '#core/entity/dataset.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { Dialect } from '#server/engines/engine.ts'

/** The engine of a source, and the key of hashes. */
interface MaskContext {
  readonly dialect: Pick<Dialect, 'quote' | 'toText' | 'masks' | 'name'>
  readonly maskKey: string | undefined
}

/** Returns the SQL of a masked value; undefined if the column is hidden. Throws `mask-engine` if the engine cannot. */
function maskedValue(column: string, method: MaskMethod, { dialect, maskKey }: MaskContext): string | undefined {
  const quoted = dialect.quote(column)
  if (method === 'hidden') return undefined
  // It retains the type of the column.
  if (method === 'null') return `CASE WHEN 1 = 0 THEN ${quoted} END`
  const template = dialect.masks[method]
  if (template === null || (method === 'hash' && maskKey === undefined))
    throw new ApiError('mask-engine', { args: [method, dialect.name] })
  const value = template.replace('{key}', maskKey ?? '').replace('{col}', () => dialect.toText(quoted))
  return `CASE WHEN ${quoted} IS NOT NULL THEN ${value} END`
}

/** A column of a fenced source: its quoted name, and the SQL of its value. */
export interface MaskedColumn {
  readonly name: string
  readonly value: string
}

/** Returns the columns of a source that a user may read, with their masks. Throws `mask-columns` if there are none. */
export function maskedColumns(
  names: readonly string[],
  masks: readonly AppliedMask[],
  masking: MaskContext,
): readonly MaskedColumn[] {
  const columns = names.flatMap((column): MaskedColumn[] => {
    const method = maskMethodOf(column, masks)
    const name = masking.dialect.quote(column)
    if (method === undefined) return [{ name, value: name }]
    const value = maskedValue(column, method, masking)
    return value === undefined ? [] : [{ name, value }]
  })
  if (columns.length === 0 && names.length > 0) throw new ApiError('mask-columns')
  return columns
}

/** Returns a dataset as a user sees it: without hidden columns; masked values are texts, unless they are NULL. */
export function maskedDataset(dataset: Dataset, masks: readonly AppliedMask[]): Dataset {
  if (masks.length === 0) return dataset
  const columns = dataset.columns.flatMap((column) => {
    const method = column.expression ? undefined : maskMethodOf(column.column_name, masks)
    if (method === 'hidden') return []
    if (method !== 'first' && method !== 'hash') return [column]
    return [{ ...column, type: 'VARCHAR', is_dttm: false, python_date_format: null, logical_type: null }]
  })
  return { ...dataset, columns }
}

/** Throws `mask-metric` if an expression over a hidden column is among those of a query. */
export function requireVisibleColumns(
  metrics: readonly { readonly name: string; readonly expression: string }[],
  masks: readonly AppliedMask[],
): void {
  const hidden = masks.filter(({ method }) => method === 'hidden')
  for (const { name, expression } of metrics) {
    const words = new Set(expression.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [])
    const found = hidden.find(({ column }) => {
      const lower = column.toLowerCase()
      return words.has(lower) || expression.toLowerCase().includes(`"${lower}"`) || expression.toLowerCase() === lower
    })
    if (found) throw new ApiError('mask-metric', { args: [name, found.column] })
  }
}
