import { type DashboardFlags, dashboardFlags } from '#core/access/flags.ts'
import { hasPermission } from '#core/access/ability.ts'
import type { CurrentUser } from '#core/access/current-user.ts'
import type { DashboardResponse, UserReferenceResponse, TagReference } from '#core/rest/responses.ts'
import { parseJson } from '#core/rest/json.ts'
import type { FilterFeatures } from './filter-features.ts'

/** The properties of the dashboard and the user's permissions for it. */
export interface DashboardInfo extends DashboardFlags, FilterFeatures {
  readonly id: number
  readonly userId: number | null
  readonly title: string
  readonly slug: string | null
  readonly owners: readonly UserReferenceResponse[]
  readonly roles: readonly { readonly id: number; readonly name: string }[]
  readonly tags: readonly TagReference[]
  readonly published: boolean
  readonly css: string
  readonly certifiedBy: string | null
  readonly certificationDetails: string | null
  readonly isManagedExternally: boolean
  /** The URL of the external system that manages it, if any. */
  readonly externalUrl: string | null
  readonly version: number | undefined
  readonly changedOn: string | undefined
  readonly metadata: Metadata
  /** True if the user may see the rows behind a chart. */
  readonly canSeeDetail: boolean
}

/** The dashboard's metadata; unknown keys are retained. */
export type Metadata = Readonly<Record<string, unknown>>

/** Returns the parsed JSON; null if the text is not valid JSON. */
export function parseStoredJson(text: string | null | undefined): unknown {
  try {
    return parseJson(text || 'null')
  } catch {
    return null
  }
}

/** Returns the parsed JSON object; empty for anything else. */
export function parseObject(text: string | null | undefined): Record<string, unknown> {
  const value = parseStoredJson(text)
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}

/** Returns the tags of a dashboard. */
export function tagsIn({ tags = [] }: Pick<DashboardResponse, 'tags'>): readonly TagReference[] {
  return tags.map(({ id, name }) => ({ id, name }))
}

export function dashboardInfo(
  dashboard: DashboardResponse,
  user: CurrentUser,
): Omit<DashboardInfo, keyof FilterFeatures> {
  return {
    id: dashboard.id,
    userId: user.userId,
    title: dashboard.dashboard_title,
    slug: dashboard.slug ?? null,
    owners: dashboard.owners ?? [],
    roles: dashboard.roles ?? [],
    tags: tagsIn(dashboard),
    published: dashboard.published,
    css: dashboard.css ?? '',
    certifiedBy: dashboard.certified_by ?? null,
    certificationDetails: dashboard.certification_details ?? null,
    isManagedExternally: dashboard.is_managed_externally ?? false,
    externalUrl: dashboard.external_url ?? null,
    version: dashboard.version,
    changedOn: dashboard.changed_on_delta_humanized,
    metadata: parseObject(dashboard.json_metadata),
    canSeeDetail: hasPermission(user, 'can_samples', 'Datasource'),
    ...dashboardFlags(user, { id: dashboard.id, owners: (dashboard.owners ?? []).map((owner) => owner.id) }),
  }
}
