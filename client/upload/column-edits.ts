import { ownValue } from '#core/rest/json.ts'
import type { ColumnPlan, TextInterpretation, PlanType, PreviewColumn, UploadPreview } from '#core/rest/upload.ts'
import { t } from '#core/text/t.ts'

/** The user's changes to a column. */
export interface ColumnEdit {
  readonly name?: string
  readonly type?: PlanType
  readonly isExcluded?: boolean
}

/** Changes by column name in the file. */
export type ColumnEdits = Readonly<Record<string, ColumnEdit>>

/** A column as it would be loaded. The type is named as in the engine; undefined if the preview does not show it. */
export interface LoadedColumn {
  readonly name: string
  readonly type: string | undefined
}

/** Returns all columns as they would be loaded; a preview shows only the first of them, which can be changed. */
export function loadedColumns(
  original: UploadPreview,
  planned: UploadPreview | undefined,
  edits: ColumnEdits,
): readonly LoadedColumn[] {
  const shown = (planned ?? original).columns.map(({ name, type }) => ({ name, type }))
  const names = new Set([...shown.map(({ name }) => name), ...original.columns.map(({ name }) => name)])
  const others = original.column_names.filter((name) => !names.has(name) && !Object.hasOwn(edits, name))
  return [...shown, ...others.map((name) => ({ name, type: undefined }))]
}

/** A column of the preview with the user's changes. */
export interface EditedColumn {
  /** The name in the file. */
  readonly source: string
  readonly name: string
  readonly type: PlanType | undefined
  readonly typeLabel: string
  readonly isExcluded: boolean
  /** Why the name cannot be used. */
  readonly nameError: string | undefined
  /** The shown value of each row. */
  readonly cells: readonly (string | null)[]
}

/** Returns the type of a column from the engine's type name; undefined for a time of day. */
export function planTypeOf(engineType: string): PlanType | undefined {
  const type = engineType.toUpperCase()
  if (type === 'DATE') return 'date'
  if (type.startsWith('TIMESTAMP')) return 'timestamp'
  if (type.startsWith('TIME')) return undefined
  if (type.startsWith('BOOL')) return 'boolean'
  if (/^U?(TINY|SMALL|BIG|HUGE)?INT(EGER|\d+)?$/.test(type)) return 'integer'
  return /^(DOUBLE|FLOAT|DECIMAL|NUMERIC|REAL)/.test(type) ? 'number' : 'text'
}

/** Returns the label of a type; undefined is a time of day. */
export function typeLabel(type: PlanType | undefined): string {
  if (type === undefined) return t('time of day')
  return {
    text: t('text'),
    integer: t('whole number'),
    number: t('number'),
    boolean: t('yes or no'),
    date: t('date'),
    timestamp: t('date and time'),
  }[type]
}

const interpretationLabels: Readonly<Record<TextInterpretation, () => string>> = {
  'decimal-comma': () => t('decimal comma'),
  thousands: () => t('thousands separators'),
  currency: () => t('currency'),
  percent: () => t('percent'),
  'yes-no': () => t('from the words yes and no'),
}

const INTERPRETED: readonly (PlanType | undefined)[] = ['number', 'integer', 'boolean']

/** Returns the label of a column type, with the format of its values. */
function columnLabel(type: PlanType | undefined, interpretations: readonly TextInterpretation[] = []): string {
  const label = typeLabel(type)
  if (interpretations.length === 0 || !INTERPRETED.includes(type)) return label
  return `${label} (${interpretations.map((each) => interpretationLabels[each]()).join(', ')})`
}

/** Returns the changes with those of one column updated. */
export function editColumn(edits: ColumnEdits, source: string, change: ColumnEdit): ColumnEdits {
  return { ...edits, [source]: { ...ownValue(edits, source), ...change } }
}

/** Returns the plan sent to the server: the columns of the file that are renamed, retyped or excluded. */
export function columnPlan(edits: ColumnEdits, sources: readonly string[]): readonly ColumnPlan[] {
  return sources.flatMap((source): ColumnPlan[] => {
    const { name, type, isExcluded } = ownValue(edits, source) ?? {}
    if (isExcluded) return [{ source, isExcluded: true }]
    const isRenamed = name !== undefined && name.trim() !== source
    if (!isRenamed && type === undefined) return []
    return [{ source, ...(isRenamed && { name: name.trim() }), ...(type && { type }) }]
  })
}

const nameOf = (edits: ColumnEdits, source: string): string => ownValue(edits, source)?.name?.trim() ?? source

/** Returns the errors of column names, by name in the file. Names are compared ignoring case. */
export function nameErrors(edits: ColumnEdits, sources: readonly string[]): ReadonlyMap<string, string> {
  const included = sources.filter((source) => !ownValue(edits, source)?.isExcluded)
  const counts = new Map<string, number>()
  for (const source of included) {
    const name = nameOf(edits, source).toLowerCase()
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  const errors = new Map<string, string>()
  for (const source of included) {
    if (ownValue(edits, source)?.name === undefined) continue
    const name = nameOf(edits, source)
    if (name === '') errors.set(source, t('Enter a name.'))
    else if ((counts.get(name.toLowerCase()) ?? 0) > 1) errors.set(source, t('Another column has this name.'))
  }
  return errors
}

/** True if no column is left to load. */
export const hasNoColumns = (edits: ColumnEdits, sources: readonly string[]): boolean =>
  sources.length > 0 && sources.every((source) => ownValue(edits, source)?.isExcluded)

/**
 * Returns the columns of a preview with the changes. `original` is the preview without changes, in which excluded
 * columns still have values; `planned` is the preview with them.
 */
export function editedColumns(
  original: UploadPreview,
  planned: UploadPreview | undefined,
  edits: ColumnEdits,
): readonly EditedColumn[] {
  const errors = nameErrors(edits, original.column_names)
  return original.columns.map((column, index) => {
    const source = column.name
    const { type, isExcluded = false } = ownValue(edits, source) ?? {}
    const name = ownValue(edits, source)?.name ?? source
    const position = isExcluded ? -1 : (planned?.columns.findIndex((each) => each.name === name.trim()) ?? -1)
    const known: PreviewColumn | undefined = planned?.columns[position]
    const shown = type ?? planTypeOf((known ?? column).type)
    const cells = known
      ? planned?.rows.map((row) => row[position] ?? null)
      : original.rows.map((row) => row[index] ?? null)
    return {
      source,
      name,
      type: shown,
      typeLabel: columnLabel(shown, (known ?? column).interpretations),
      isExcluded,
      nameError: errors.get(source),
      cells: cells ?? [],
    }
  })
}
