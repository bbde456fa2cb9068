import type { DashboardInfo, Metadata } from './dashboard-info.ts'

/** The title of a dashboard saved without one. */
const UNTITLED = '[ untitled dashboard ]'

export function titleToSave(title: string): string {
  return title.trim() || UNTITLED
}

/** The saved properties of a dashboard besides its metadata. */
type SavedProperties = Pick<
  DashboardInfo,
  'title' | 'slug' | 'published' | 'owners' | 'roles' | 'tags' | 'certifiedBy' | 'certificationDetails' | 'css'
>

const ids = (entities: readonly { readonly id: number }[]) => entities.map(({ id }) => id)

const bodyOf = (info: SavedProperties) => ({
  dashboard_title: titleToSave(info.title),
  slug: info.slug,
  published: info.published,
  owners: ids(info.owners),
  roles: ids(info.roles),
  tags: ids(info.tags),
  certified_by: info.certifiedBy,
  certification_details: info.certificationDetails,
  css: info.css,
})

const isSameValue = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Returns the changed properties under their wire names. Metadata are handled separately. */
export function infoBody(before: SavedProperties, after: SavedProperties): Partial<ReturnType<typeof bodyOf>> {
  const was: Readonly<Record<string, unknown>> = { ...bodyOf(before), dashboard_title: before.title }
  return Object.fromEntries(Object.entries(bodyOf(after)).filter(([key, value]) => !isSameValue(value, was[key])))
}

/**
 * Merges metadata that two users changed from the same base: each key has the changed value, `mine` if both changed it.
 * Keys removed in `mine` are removed.
 */
export function mergedMetadata(base: Metadata, mine: Metadata, theirs: Metadata): Metadata {
  const valueIfSet = (metadata: Metadata, key: string) => (Object.hasOwn(metadata, key) ? metadata[key] : undefined)
  const isMine = (key: string) => !isSameValue(valueIfSet(base, key), valueIfSet(mine, key))
  const stored = Object.entries(theirs).filter(([key]) => !isMine(key))
  const own = Object.entries(mine).filter(([key]) => isMine(key))
  return Object.fromEntries([...stored, ...own])
}
