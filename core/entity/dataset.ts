import type { Draft, OwnedEntity } from './entity.ts'

/** A column of a dataset: one of its table, or one computed by `expression`. */
export interface DatasetColumn {
  readonly id: number
  readonly uuid: string
  readonly created_on: number
  readonly changed_on: number
  readonly column_name: string
  readonly verbose_name: string | null
  readonly description: string | null
  /** SQL of a computed column; null for a column of the table. */
  readonly expression: string | null
  /** Type as the database names it. */
  readonly type: string | null
  readonly advanced_data_type: string | null
  readonly is_dttm: boolean
  readonly is_active: boolean
  readonly groupby: boolean
  readonly filterable: boolean
  /** `epoch_s`, `epoch_ms` or a strftime pattern; null when the column is a real date. */
  readonly python_date_format: string | null
  /** JSON text. */
  readonly extra: string | null
}

/** A saved metric of a dataset. */
export interface DatasetMetric {
  readonly id: number
  readonly uuid: string
  readonly created_on: number
  readonly changed_on: number
  readonly metric_name: string
  readonly verbose_name: string | null
  readonly description: string | null
  readonly expression: string
  readonly metric_type: string | null
  readonly d3format: string | null
  /** JSON text `{symbol, symbolPosition}`. */
  readonly currency: string | null
  readonly warning_text: string | null
  /** JSON text. */
  readonly extra: string | null
}

/** A dataset as lists show it. `kind` follows from `sql`: see `datasetKind`. */
export interface DatasetHead extends OwnedEntity {
  readonly database_id: number
  readonly table_name: string
  readonly schema: string | null
  readonly catalog: string | null
  /** SQL of a virtual dataset; null for a physical one. */
  readonly sql: string | null
  readonly main_dttm_col: string | null
  readonly description: string | null
  readonly default_endpoint: string | null
  /** Hours added to times. */
  readonly offset: number
  /** Seconds; null is that of the database. */
  readonly cache_timeout: number | null
  /** JSON text. */
  readonly params: string | null
  /** JSON text. */
  readonly template_params: string | null
  readonly filter_select_enabled: boolean
  readonly fetch_values_predicate: string | null
  /** JSON text. */
  readonly extra: string | null
  readonly is_sqllab_view: boolean
  readonly normalize_columns: boolean
  readonly always_filter_main_dttm: boolean
  /** Grows by one with each change that may change answers; part of cache keys. */
  readonly definition_version: number
}

/** A dataset with its columns and metrics, in the order they were given. */
export interface Dataset extends DatasetHead {
  readonly columns: readonly DatasetColumn[]
  readonly metrics: readonly DatasetMetric[]
}

/** A column to write: with the id of a column of the dataset it changes that one, without it adds one. */
export type DatasetColumnDraft = Pick<DatasetColumn, 'column_name'> &
  Partial<Omit<DatasetColumn, 'column_name' | 'created_on' | 'changed_on'>>

/** A metric to write: with the id of a metric of the dataset it changes that one, without it adds one. */
export type DatasetMetricDraft = Pick<DatasetMetric, 'metric_name' | 'expression'> &
  Partial<Omit<DatasetMetric, 'metric_name' | 'expression' | 'created_on' | 'changed_on'>>

/** Lists of columns and metrics are whole: what a list leaves out is removed. */
export interface DatasetParts {
  readonly columns?: readonly DatasetColumnDraft[]
  readonly metrics?: readonly DatasetMetricDraft[]
}

export type DatasetDraft = Draft<DatasetHead, 'database_id' | 'table_name'> & DatasetParts

/** `physical` without SQL of its own, else `virtual`. */
export function datasetKind(dataset: Pick<DatasetHead, 'sql'>): 'physical' | 'virtual' {
  return dataset.sql ? 'virtual' : 'physical'
}
