import type * as z from 'zod'
import type { UserAttributes } from './user-attributes.ts'
import type { DatasetFolder } from '#core/rest/dataset-folders.ts'
import type { recentList, relatedResponse } from '#core/rest/response-shapes.ts'
import type { GenericType } from '#core/table/table.ts'

/* Types of the entities in responses of the REST API. The browser reads these; the server creates them. */

/** Actions that the caller may perform on an entity; sent with it so that clients do not compute them. */
export interface AllowedActions {
  readonly can_read: boolean
  readonly can_write: boolean
  readonly can_delete: boolean
}

export interface UserReferenceResponse {
  readonly id: number
  readonly username?: string
  readonly first_name: string
  readonly last_name: string
}

/** A tag in the list of an entity. */
export interface TagReference {
  readonly id: number
  readonly name: string
}

interface NamedEntity {
  readonly id: number
  readonly uuid?: string
  readonly changed_on_delta_humanized?: string
  readonly changed_on_utc?: string
  readonly changed_by?: UserReferenceResponse | null
  readonly owners?: readonly UserReferenceResponse[]
  readonly tags?: readonly TagReference[]
  readonly folder?: NamedFolderResponse | null
  readonly certified_by?: string | null
  readonly certification_details?: string | null
  readonly is_managed_externally?: boolean
  /** URL of an external management system, if any; only in responses with a single entity. */
  readonly external_url?: string | null
  /** Incremented with each change; clients send it back in If-Match. */
  readonly version?: number
  readonly abilities?: AllowedActions
}

/** A chart in responses. `params` is JSON text of its form data. */
export interface ChartResponse extends NamedEntity {
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

/** A dashboard in responses. `position_json` and `json_metadata` are JSON text. */
export interface DashboardResponse extends NamedEntity {
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
export interface DashboardChartResponse {
  readonly id: number
  readonly slice_name: string
  readonly form_data: Readonly<Record<string, unknown>> & { readonly viz_type: string }
  /** Null if the caller may not read its dataset. */
  readonly datasource_name?: string | null
  readonly cache_timeout?: number | null
  readonly changed_on?: string
  readonly description?: string | null
  readonly certified_by?: string | null
  readonly certification_details?: string | null
  readonly is_managed_externally?: boolean
  readonly external_url?: string | null
  readonly owners?: readonly UserReferenceResponse[]
}

/** A chart of a dashboard that the caller may not see: its position is sent, its name and form data are not. */
export interface HiddenChartResponse {
  readonly id: number
  readonly is_unseen: true
}

/** A chart as sent by `GET /dashboard/{id}/charts`. */
export type PlacedChartResponse = DashboardChartResponse | HiddenChartResponse

export interface NamedResponse {
  readonly id: number
  readonly name: string
}

/** A user in responses to administrators. */
export interface UserResponse extends NamedEntity {
  readonly username: string
  readonly first_name: string
  readonly last_name: string
  /** Only in responses to administrators. */
  readonly email?: string | null
  readonly active: boolean
  /** True for a service account, which cannot sign in. */
  readonly is_service: boolean
  /** ISO 8601 in UTC without a zone; null if the user has never signed in. */
  readonly last_login: string | null
  readonly has_password: boolean
  /** Only in responses to administrators. */
  readonly attributes?: UserAttributes
  readonly roles: readonly NamedResponse[]
  readonly groups: readonly NamedResponse[]
}

/** A role in responses to administrators. Single rows have its permissions and users. */
export interface RoleResponse extends NamedEntity {
  readonly name: string
  readonly is_built_in: boolean
  readonly user_ids: readonly number[]
  /** Users who have the role only by a group. */
  readonly group_user_ids: readonly number[]
  readonly permission_count: number
  readonly permissions?: readonly (readonly [permission: string, view: string])[]
  /** The groups that have the role; empty for callers who may not read groups. */
  readonly groups?: readonly NamedResponse[]
  readonly users?: readonly (UserReferenceResponse & { readonly active: boolean })[]
}

/** A group of users in responses to administrators. */
export interface GroupResponse extends NamedEntity {
  readonly name: string
  readonly label: string | null
  readonly description: string | null
  readonly roles: readonly NamedResponse[]
  readonly users: readonly (UserReferenceResponse & { readonly active: boolean })[]
}

/** A rule of row-level security in responses. */
export interface RowRuleResponse extends NamedEntity {
  readonly name: string
  readonly filter_type: 'Regular' | 'Base'
  readonly group_key: string | null
  readonly clause: string
  readonly description: string | null
  readonly tables: readonly { readonly id: number; readonly schema: string | null; readonly table_name: string }[]
  readonly roles: readonly NamedResponse[]
}

/** A dataset granted to the roles of a dashboard. `dashboard` and `dataset` are null if deleted. */
export interface DashboardGrantResponse extends NamedEntity {
  readonly dashboard: GrantedDashboard | null
  readonly dataset: GrantedDataset | null
  readonly note: string
  readonly created_by: UserReferenceResponse | null
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

/**
 * A dataset of a dashboard with roles that these roles cannot read. `revoked`: when and by whom the grant was revoked.
 */
export interface MissingGrantResponse {
  readonly dashboard: GrantedDashboard
  readonly dataset: GrantedDataset
  readonly revoked: { readonly on_delta_humanized: string; readonly by: UserReferenceResponse | null } | null
}

interface NamedObject {
  readonly id: number
  readonly name: string
}

/** The effect of the flag DASHBOARD_RBAC; `result` has the roles whose users would see more. */
export interface RoleAccessChanges {
  /** True if there are more dashboards or roles than were compared. */
  readonly is_truncated: boolean
  readonly result: readonly {
    readonly role: NamedObject
    readonly dashboards: readonly NamedObject[]
    readonly charts: readonly NamedObject[]
    readonly datasets: readonly NamedObject[]
  }[]
  /** Dashboards that only their roles, owners, administrators and holders of grants would open. */
  readonly restricted: readonly { readonly dashboard: NamedObject; readonly roles: readonly NamedObject[] }[]
}

/** `GET /api/v1/dashboard_grant/by_role`. */
export interface RoleAccessResponse extends RoleAccessChanges {
  readonly is_on: boolean
}

/** Certification and warning of a column or metric. */
interface CertificationFields {
  readonly is_certified?: boolean
  readonly certified_by?: string | null
  readonly certification_details?: string | null
  readonly warning_markdown?: string | null
}

export interface DatasetColumnResponse extends CertificationFields {
  readonly id?: number
  readonly uuid?: string
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

export interface DatasetMetricResponse extends CertificationFields {
  readonly id?: number
  readonly uuid?: string
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

/** A dataset in responses; lists omit columns and metrics. */
export interface DatasetResponse extends NamedEntity {
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
    readonly backend?: string
    /** True if row counts may be queried without a user request. */
    readonly counts_at_once?: boolean
  } | null
  readonly columns?: readonly DatasetColumnResponse[]
  readonly metrics?: readonly DatasetMetricResponse[]
  readonly folders?: readonly DatasetFolder[]
  /** `[code, label]` pairs of the grains that its database supports. */
  readonly time_grain_sqla?: readonly (readonly [string | null, string])[]
  readonly row_count?: number | null
  /** True if it was created in SQL Lab: its source is not a table. */
  readonly is_sqllab_view?: boolean
  /** Epoch milliseconds at which a temporary dataset expires; null for a saved one. */
  readonly expires_on?: number | null
}

/** A saved query in lists. */
export interface SavedQueryResponse extends NamedEntity {
  readonly label: string | null
  readonly schema: string | null
  readonly sql: string | null
  readonly description: string | null
  readonly database: { readonly id: number; readonly database_name: string } | null
  /** JSON text of the parameters for templates in the SQL; absent in lists. */
  readonly template_parameters?: string | null
}

/** A tag in lists; `used_by` counts only objects that the caller can list. */
export interface TagResponse extends TagReference {
  readonly description: string | null
  readonly used_by: Readonly<Record<'dashboard' | 'chart' | 'dataset' | 'query', number>>
  readonly created_by?: UserReferenceResponse | null
  readonly changed_on_delta_humanized?: string
  readonly abilities?: AllowedActions
}

export interface NamedFolderResponse {
  readonly id: number
  readonly name: string
}

/** A folder in lists. `path` are the folders above it that the caller sees, from the root down. */
export interface FolderRowResponse extends NamedFolderResponse {
  readonly parent: NamedFolderResponse | null
  readonly path: readonly NamedFolderResponse[]
  /** True if the caller may manage its grants. */
  readonly is_owner: boolean
  readonly owners?: readonly UserReferenceResponse[]
  readonly changed_on_delta_humanized?: string
  readonly version?: number
  readonly abilities?: AllowedActions
}

/** A page of a list. `count` is the total before paging. */
export interface ListBody<T> {
  readonly count: number
  readonly ids: readonly number[]
  readonly result: readonly T[]
}

/** One option of a related or distinct column. */
export type RelatedResponse = Readonly<z.output<typeof relatedResponse>['result'][number]>

/** One entry of recent activity. */
export type RecentResponse = Readonly<z.output<typeof recentList>[number]>
