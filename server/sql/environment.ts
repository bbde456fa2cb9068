import type { Dataset } from '#core/entity/dataset.ts'
import type { GenericType } from '#core/table/table.ts'
import type { Dialect, TableColumn } from '#server/engines/engine.ts'
import type { Guard } from './guard.ts'
import type { RowRule, RuledTable } from './rules.ts'
import type { From, Select } from './tree.ts'

/** A resolved time range: epoch milliseconds of the wall clock read as UTC; `from` inclusive, `to` exclusive. */
export interface Bounds {
  readonly from: number | null
  readonly to: number | null
}

/** What the planner is told beside the question. */
export interface Environment {
  readonly dataset: Dataset
  readonly dialect: Dialect
  readonly guard: Guard
  readonly rules: readonly RowRule[]
  readonly tables: readonly RuledTable[]
  /** The bounds of the question's own time range. */
  readonly bounds: Bounds
  /** Resolves a time range text that narrows a column; throws a fault when it cannot be read. */
  readonly range: (text: string, column?: string) => Bounds
  /** The time zone on whose wall clock instants are shown and bounds are; undefined: UTC. */
  readonly zone?: string | undefined
  /** The period that series are ranked in, where it is not the one asked about. */
  readonly series?: { readonly bounds: Bounds; readonly range: (text: string, column?: string) => Bounds }
  /** The generic type of the first column a SELECT would give. */
  typeOf(select: Select): Promise<GenericType>
  /** The columns of the source of the dataset, as the database describes them. */
  sourceColumns(source: From): Promise<readonly TableColumn[]>
  readonly limits: Limits
}

/** Rows when the question sets no limit, and the most rows of any answer. */
export interface Limits {
  readonly rows: number
  readonly max: number
}
