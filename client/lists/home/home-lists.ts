import { type ListQuery, listResource } from '#calls/resources.ts'
import type { ChartResponse, DashboardResponse, ListBody } from '#core/rest/responses.ts'
import { t } from '#core/text/t.ts'

/** The number of rows in a list of the home page. */
const PAGE_SIZE = 5
/** The maximum number of recent entities. */
export const MAX_RECENTS = 6

/** The entity types on the home page. */
export type HomeKind = 'dashboard' | 'chart' | 'saved_query'

/** The section: all entities, own ones, or favorites. */
export type HomeSection = 'all' | 'mine' | 'starred'

const newestFirst = (page_size: number): ListQuery => ({
  order_column: 'changed_on_delta_humanized',
  order_direction: 'desc',
  page: 0,
  page_size,
})

/** Fetches the newest entities of a type in a section of a user. */
export function listNewest<T>(
  kind: HomeKind,
  section: HomeSection,
  userId: number | null,
  signal?: AbortSignal,
): Promise<ListBody<T>> {
  const query = {
    ...(section === 'mine' ? { filters: [{ col: 'owners', opr: 'rel_m_m', value: userId }] } : {}),
    ...(section === 'starred' ? { filters: [{ col: 'id', opr: `${kind}_is_favorite`, value: true }] } : {}),
    ...newestFirst(PAGE_SIZE),
  }
  return listResource<T>(kind, query, signal)
}

/** Fetches the entities that a user changed or created last. */
export function listRecentlyEdited<T>(
  kind: HomeKind,
  col: 'changed_by' | 'created_by',
  userId: number,
  signal?: AbortSignal,
): Promise<ListBody<T>> {
  const filters = [{ col, opr: 'rel_o_m', value: userId }]
  return listResource<T>(kind, { filters, ...newestFirst(MAX_RECENTS) }, signal)
}

interface NamedRow {
  readonly id?: number
  readonly slug?: string | null
  readonly dashboard_title?: string
  readonly slice_name?: string
}

/** Returns the name of a chart or dashboard for a link; never empty. */
export const nameOf = (kind: 'dashboard' | 'chart', { dashboard_title, slice_name }: NamedRow): string =>
  kind === 'dashboard' ? dashboard_title || t('[ untitled dashboard ]') : slice_name || t('[ untitled ]')

/** Returns the URL of a chart or dashboard. */
export const hrefOf = (kind: 'dashboard' | 'chart', { id, slug }: NamedRow): string =>
  kind === 'dashboard' ? `/dashboard/${encodeURIComponent(slug || String(id))}` : `/explore?slice_id=${id}`

/** A recently used entity, with its row if known. */
export interface RecentEntity {
  readonly kind: 'dashboard' | 'chart'
  readonly id: number
  readonly href: string
  readonly name: string
  readonly when: string | undefined
  readonly row?: DashboardResponse | ChartResponse
}
