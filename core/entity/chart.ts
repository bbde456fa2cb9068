import type { Draft, OwnedEntity } from './entity.ts'

/** A saved chart (`slice` on old wires). */
export interface Chart extends OwnedEntity {
  readonly slice_name: string
  readonly viz_type: string
  /** Form data as JSON text, kept as given. */
  readonly params: string | null
  /** Query context as JSON text, kept as given. */
  readonly query_context: string | null
  readonly description: string | null
  /** Seconds; null is that of the dataset. */
  readonly cache_timeout: number | null
  /** A dataset id when `datasource_type` is `table`. The dataset may be gone. */
  readonly datasource_id: number
  readonly datasource_type: string
  readonly last_saved_at: number | null
  readonly last_saved_by_fk: number | null
  /** Ids of the dashboards it is on, ascending. */
  readonly dashboards: readonly number[]
}

export type ChartDraft = Draft<Chart, 'slice_name' | 'viz_type' | 'datasource_id' | 'datasource_type'>
