import type { DashboardInfo, Metadata } from './info.ts'

/** Title of a dashboard that is saved without one. */
const UNTITLED = '[ untitled dashboard ]'

export function titleToSave(title: string): string {
  return title.trim() || UNTITLED
}

/** What a dashboard says about itself beside its metadata, as far as it is saved. */
type Said = Pick<
  DashboardInfo,
  'title' | 'slug' | 'published' | 'owners' | 'roles' | 'tags' | 'certifiedBy' | 'certificationDetails' | 'css'
>

const ids = (things: readonly { readonly id: number }[]) => things.map(({ id }) => id)

const bodyOf = (info: Said) => ({
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

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** What was changed, under the names of the wire and nothing else; metadata are a matter of their own. */
export function infoBody(before: Said, after: Said): Partial<ReturnType<typeof bodyOf>> {
  const was: Readonly<Record<string, unknown>> = { ...bodyOf(before), dashboard_title: before.title }
  return Object.fromEntries(Object.entries(bodyOf(after)).filter(([key, value]) => !same(value, was[key])))
}

/**
 * Metadata that two people changed from the same ones: each key as whoever changed it has it, `mine` where both did.
 * Keys that `mine` took away are gone.
 */
export function mergedMetadata(base: Metadata, mine: Metadata, theirs: Metadata): Metadata {
  const said = (metadata: Metadata, key: string) => (Object.hasOwn(metadata, key) ? metadata[key] : undefined)
  const isMine = (key: string) => !same(said(base, key), said(mine, key))
  const kept = Object.entries(theirs).filter(([key]) => !isMine(key))
  const own = Object.entries(mine).filter(([key]) => isMine(key))
  return Object.fromEntries([...kept, ...own])
}
