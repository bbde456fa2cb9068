import type { CodeCompletion } from '#ui/input/code/completion.ts'
import type { DatasetEdit, EditableDataset, EditColumn, EditMetric } from './edit-draft.ts'

/** The props of a tab of the dataset editor. */
export interface EditTabProps {
  readonly edit: DatasetEdit
  readonly onChange: (change: Partial<DatasetEdit>) => void
  /** Code completions for SQL. */
  readonly completions: readonly CodeCompletion[]
}

/** The props of tabs that also use the saved dataset. */
export interface DatasetTabProps extends EditTabProps {
  readonly dataset: EditableDataset
  /** Reloads the saved dataset; edits stay. */
  readonly onReload: () => void
}

/** Returns the list with the part of this key changed. */
export function changeField<P extends { readonly key: string }>(
  parts: readonly P[],
  key: string,
  change: Partial<P>,
): readonly P[] {
  return parts.map((part) => (part.key === key ? { ...part, ...change } : part))
}

/** Returns the list without the part of this key. */
export function removeField<P extends { readonly key: string }>(parts: readonly P[], key: string): readonly P[] {
  return parts.filter((part) => part.key !== key)
}

/** Returns a key that no part of the list has. */
export function uniqueKey(parts: readonly { readonly key: string }[]): string {
  const taken = new Set(parts.map(({ key }) => key))
  for (let at = 1; ; at++) if (!taken.has(`new-${at}`)) return `new-${at}`
}

/** Returns the saved name of a column; undefined if it is not saved yet. */
export function savedColumnName({ columns }: EditableDataset, { id }: EditColumn): string | undefined {
  return id === undefined ? undefined : columns?.find((each) => each.id === id)?.column_name
}

/** Returns the saved name of a metric; undefined if it is not saved yet. */
export function savedMetricName({ metrics }: EditableDataset, { id }: EditMetric): string | undefined {
  return id === undefined ? undefined : metrics?.find((each) => each.id === id)?.metric_name
}
