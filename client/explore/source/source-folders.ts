import type { DatasetFolder } from '#core/rest/dataset-folders.ts'
import type { SourceItem } from './source-items.ts'

/** A folder of the dataset panel with its items and the folders in it. */
export interface SourceFolder {
  readonly uuid: string
  readonly name: string
  readonly items: readonly SourceItem[]
  readonly folders: readonly SourceFolder[]
}

interface Items {
  readonly metrics: readonly SourceItem[]
  readonly columns: readonly SourceItem[]
}

/** Returns items by the folders of the dataset, and those in no folder. Folders without items are left out. */
export function groupItems(
  folders: readonly DatasetFolder[],
  { metrics, columns }: Items,
): Items & { readonly folders: readonly SourceFolder[] } {
  const found = { metric: byName(metrics), column: byName(columns) }
  const placed = new Set<SourceItem>()
  const groupOf = ({ uuid, name, children }: DatasetFolder): readonly SourceFolder[] => {
    const items = children.flatMap((child) =>
      child.type === 'folder' ? [] : (found[child.type].get(child.name) ?? []),
    )
    for (const item of items) placed.add(item)
    const inner = children.flatMap((child) => (child.type === 'folder' ? groupOf(child) : []))
    return items.length + inner.length === 0 ? [] : [{ uuid, name, items, folders: inner }]
  }
  const isFree = (item: SourceItem) => !placed.has(item)
  const groups = folders.flatMap(groupOf)
  return { folders: groups, metrics: metrics.filter(isFree), columns: columns.filter(isFree) }
}

const byName = (items: readonly SourceItem[]): ReadonlyMap<string, SourceItem> =>
  new Map(items.map((item) => [item.name, item]))
