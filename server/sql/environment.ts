import type { AppliedMask } from '#core/rest/column-masks.ts'
import type { Dataset } from '#core/entity/dataset.ts'
import type { GenericType } from '#core/table/table.ts'
import type { Dialect, TableColumn } from '#server/engines/engine.ts'
import type { Guard } from './guard.ts'
import type { RowRule, TableWithRules } from './rules.ts'
import type { From, Select } from './tree.ts'

/** A resolved time range: epoch milliseconds of the local time read as UTC; `from` inclusive, `to` exclusive. */
export interface TimeRangeMs {
  readonly from: number | null
  readonly to: number | null
}

/** The dependencies of the planner besides the query. */
export interface Environment {
  readonly dataset: Dataset
  readonly dialect: Dialect
  readonly guard: Guard
  readonly rules: readonly RowRule[]
  /** The masks of the columns of the source. */
  readonly masks: readonly AppliedMask[]
  readonly tables: readonly TableWithRules[]
  /** The bounds of the query's own time range. */
  readonly bounds: TimeRangeMs
  /** Resolves a time range text that filters a column; throws an error if it is invalid. */
  readonly range: (text: string, column?: string) => TimeRangeMs
  /** The time zone of displayed instants and of the bounds; undefined: UTC. */
  readonly zone?: string | undefined
  /** The period that ranks series, if it differs from that of the query. */
  readonly series?: { readonly bounds: TimeRangeMs; readonly range: (text: string, column?: string) => TimeRangeMs }
  /** Returns the generic type of the first column of a SELECT. */
  typeOf(select: Select): Promise<GenericType>
  /** Returns the columns of the dataset source, as the database describes them. */
  sourceColumns(source: From): Promise<readonly TableColumn[]>
  readonly limits: Limits
}

/** Default number of rows of a query, and the maximum of any result. */
export interface Limits {
  readonly rows: number
  readonly max: number
}
