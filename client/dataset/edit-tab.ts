import type { CodeCompletion } from '#ui/input/code/completion.ts'
import type { DatasetEdit, EditableDataset, EditColumn, EditMetric } from './edit-draft.ts'

/** What a tab of the dataset editor is given. */
export interface EditTabProps {
  readonly edit: DatasetEdit
  readonly onChange: (change: Partial<DatasetEdit>) => void
  /** What its SQL may be made of. */
  readonly completions: readonly CodeCompletion[]
}

/** The same for tabs that look at the dataset as saved. */
export interface DatasetTabProps extends EditTabProps {
  readonly dataset: EditableDataset
  /** Takes over the dataset as it was saved meanwhile; what is edited stays. */
  readonly onReload: () => void
}

/** The list with the part of this key changed. */
export function changePart<P extends { readonly key: string }>(
  parts: readonly P[],
  key: string,
  change: Partial<P>,
): readonly P[] {
  return parts.map((part) => (part.key === key ? { ...part, ...change } : part))
}

/** The list without the part of this key. */
export function removePart<P extends { readonly key: string }>(parts: readonly P[], key: string): readonly P[] {
  return parts.filter((part) => part.key !== key)
}

/** A key no part of the list has. */
export function freshKey(parts: readonly { readonly key: string }[]): string {
  const taken = new Set(parts.map(({ key }) => key))
  for (let at = 1; ; at++) if (!taken.has(`new-${at}`)) return `new-${at}`
}

/** The name under which a column is saved; undefined for one that is not saved yet. */
export function savedColumnName({ columns }: EditableDataset, { id }: EditColumn): string | undefined {
  return id === undefined ? undefined : columns?.find((each) => each.id === id)?.column_name
}

/** The name under which a metric is saved; undefined for one that is not saved yet. */
export function savedMetricName({ metrics }: EditableDataset, { id }: EditMetric): string | undefined {
  return id === undefined ? undefined : metrics?.find((each) => each.id === id)?.metric_name
}
