import type * as z from 'zod'
import type { recentList, relatedAnswer } from '#core/rest/answer-shapes.ts'
import type { GenericType } from '#core/table/table.ts'

/** What the caller may do with a thing; sent with it so that nobody computes it again. */
export interface Abilities {
  readonly can_read: boolean
  readonly can_write: boolean
  readonly can_delete: boolean
}

export interface PersonAnswer {
  readonly id: number
  readonly username?: string
  readonly first_name: string
  readonly last_name: string
}

/** A tag as the things that carry it name it. */
export interface TagNamed {
  readonly id: number
  readonly name: string
}

interface Thing {
  readonly id: number
  readonly uuid?: string
  readonly changed_on_delta_humanized?: string
  readonly changed_on_utc?: string
  readonly changed_by?: PersonAnswer | null
  readonly owners?: readonly PersonAnswer[]
  readonly tags?: readonly TagNamed[]
  readonly certified_by?: string | null
  readonly certification_details?: string | null
  readonly is_managed_externally?: boolean
  /** Where it is managed, if elsewhere; sent of one thing that is shown. */
  readonly external_url?: string | null
  /** Raised by one with each change; sent back in If-Match. */
  readonly version?: number
  readonly abilities?: Abilities
}

/** A chart as listed and shown. `params` is JSON text of its form data. */
export interface ChartAnswer extends Thing {
  readonly slice_name: string
  readonly viz_type: string
  readonly params: string | null
  readonly description?: string | null
  readonly description_markeddown?: string | null
  readonly datasource_id: number
  readonly datasource_type: string
  readonly datasource_name_text?: string | null
  readonly cache_timeout?: number | null
  readonly url?: string
  readonly thumbnail_url?: string
  readonly dashboards?: readonly { readonly id: number; readonly dashboard_title: string }[]
}

/** A dashboard as listed and shown. `position_json` and `json_metadata` are JSON text. */
export interface DashboardAnswer extends Thing {
  readonly dashboard_title: string
  readonly slug?: string | null
  readonly url?: string
  readonly status?: 'published' | 'draft'
  readonly published: boolean
  readonly css?: string | null
  readonly position_json?: string | null
  readonly json_metadata?: string | null
  readonly roles?: readonly { readonly id: number; readonly name: string }[]
}

/** A chart of a dashboard, as `GET /dashboard/{id}/charts` sends it. */
export interface DashboardChartAnswer {
  readonly id: number
  readonly slice_name: string
  readonly form_data: Readonly<Record<string, unknown>> & { readonly viz_type: string }
  /** Null where the caller may not read its dataset. */
  readonly datasource_name?: string | null
  readonly cache_timeout?: number | null
  readonly changed_on?: string
  readonly description?: string | null
  readonly certified_by?: string | null
  readonly certification_details?: string | null
  readonly is_managed_externally?: boolean
  readonly external_url?: string | null
  readonly owners?: readonly PersonAnswer[]
}

/** A chart of a dashboard that the caller may not see: it keeps its place, and its name and form data are not sent. */
export interface UnseenChartAnswer {
  readonly id: number
  readonly is_unseen: true
}

/** What `GET /dashboard/{id}/charts` sends of each chart. */
export type PlacedChartAnswer = DashboardChartAnswer | UnseenChartAnswer

/** What the roles of a dashboard open. `dashboard` and `dataset` are null when deleted. */
export interface DashboardGrantAnswer extends Thing {
  readonly dashboard: GrantedDashboard | null
  readonly dataset: GrantedDataset | null
  readonly note: string
  readonly created_by: PersonAnswer | null
  readonly created_on_delta_humanized: string
}

interface GrantedDashboard {
  readonly id: number
  readonly dashboard_title: string
  readonly published: boolean
  readonly roles: readonly { readonly id: number; readonly name: string }[]
}

interface GrantedDataset {
  readonly id: number
  readonly schema: string | null
  readonly table_name: string
}

/** A dataset of a dashboard with roles that these do not open. `revoked`: when and by whom it was taken away. */
export interface MissingGrantAnswer {
  readonly dashboard: GrantedDashboard
  readonly dataset: GrantedDataset
  readonly revoked: { readonly on_delta_humanized: string; readonly by: PersonAnswer | null } | null
}

/** Who vouches for a column or metric, and what to mind about it. */
interface Certified {
  readonly is_certified?: boolean
  readonly certified_by?: string | null
  readonly certification_details?: string | null
  readonly warning_markdown?: string | null
}

export interface DatasetColumnAnswer extends Certified {
  readonly id?: number
  readonly column_name: string
  readonly verbose_name?: string | null
  readonly type?: string | null
  readonly type_generic: GenericType
  readonly is_dttm: boolean
  readonly groupby?: boolean
  readonly filterable?: boolean
  readonly expression?: string | null
  readonly description?: string | null
  readonly python_date_format?: string | null
  readonly advanced_data_type?: string | null
  readonly extra?: string | null
}

export interface DatasetMetricAnswer extends Certified {
  readonly id?: number
  readonly metric_name: string
  readonly verbose_name?: string | null
  readonly expression: string
  readonly description?: string | null
  readonly d3format?: string | null
  /** JSON text, see `core/format/currency.ts`. */
  readonly currency?: string | null
  readonly warning_text?: string | null
  readonly extra?: string | null
}

/** A dataset as listed and shown; lists leave out columns and metrics. */
export interface DatasetAnswer extends Thing {
  readonly table_name: string
  readonly schema?: string | null
  readonly kind?: 'physical' | 'virtual'
  readonly sql?: string | null
  readonly description?: string | null
  readonly main_dttm_col?: string | null
  /** Hours added to times on axes. */
  readonly offset?: number | null
  readonly extra?: string | null
  readonly database?: {
    readonly id: number
    readonly database_name: string
    /** Whether counts of rows may be asked unbidden. */
    readonly counts_at_once?: boolean
  } | null
  readonly columns?: readonly DatasetColumnAnswer[]
  readonly metrics?: readonly DatasetMetricAnswer[]
  /** `[code, label]` pairs of the grains its database knows. */
  readonly time_grain_sqla?: readonly (readonly [string | null, string])[]
  readonly row_count?: number | null
  /** Made by an editor of SQL: what stands behind it is no table. */
  readonly is_sqllab_view?: boolean
}

/** A saved query as listed. */
export interface SavedQueryAnswer extends Thing {
  readonly label: string | null
  readonly schema: string | null
  readonly sql: string | null
  readonly description: string | null
  readonly database: { readonly id: number; readonly database_name: string } | null
}

/** A tag as its list knows it; `used_by` counts what the caller finds in lists. */
export interface TagAnswer extends TagNamed {
  readonly description: string | null
  readonly used_by: Readonly<Record<'dashboard' | 'chart' | 'dataset' | 'query', number>>
  readonly created_by?: PersonAnswer | null
  readonly changed_on_delta_humanized?: string
  readonly abilities?: Abilities
}

/** A page of a list. `count` is the total before paging. */
export interface ListAnswer<T> {
  readonly count: number
  readonly ids: readonly number[]
  readonly result: readonly T[]
}

/** One choice of a related or distinct column. */
export type RelatedAnswer = Readonly<z.output<typeof relatedAnswer>['result'][number]>

/** One line of recent activity. */
export type RecentAnswer = Readonly<z.output<typeof recentList>[number]>
