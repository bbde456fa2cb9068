import type { Draft, Entity } from './entity.ts'

/** A named state of the native filters of a dashboard. */
export interface FilterSet extends Entity {
  readonly name: string
  readonly description: string | null
  readonly dashboard_id: number
  readonly owner_type: 'Dashboard' | 'User'
  /** The dashboard's id or the user's id, by `owner_type`. */
  readonly owner_id: number
  /** JSON text; read as `params`, written as `json_metadata`. */
  readonly params: string
}

export type FilterSetDraft = Draft<FilterSet, 'name' | 'dashboard_id' | 'owner_type' | 'owner_id' | 'params'>
