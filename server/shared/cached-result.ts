import type { AppliedFilter, RejectedFilter } from '#core/query/result.ts'
import type { AppliedSampling } from '#core/query/sample.ts'
import type { Value } from '#core/table/table.ts'
import type { ResultColumn } from '#server/engines/engine.ts'
import type { CompressedPayload } from './compressed-payload.ts'

/** Milliseconds spent on each stage. */
export interface StageDurations {
  readonly queue: number
  readonly plan: number
  readonly engine: number
  readonly post: number
  readonly serialise: number
}

/** A result as cached: its data ready to be sent, and its metadata. Immutable. */
export interface CachedResult {
  readonly data: CompressedPayload
  readonly columns: readonly ResultColumn[]
  readonly rowCount: number
  readonly sqlRowCount: number
  /** Parts of the labels that post-processing joined. */
  readonly labels: Readonly<Record<string, readonly string[]>>
  readonly rowNames?: readonly (Value | readonly Value[])[]
  readonly query: string
  readonly from: number | null
  readonly to: number | null
  readonly applied: readonly AppliedFilter[]
  readonly rejected: readonly RejectedFilter[]
  /** Columns whose filters templates read. */
  readonly read: readonly string[]
  readonly rowLimit: number
  readonly sampled?: AppliedSampling
  readonly legs: StageDurations
  /** Epoch milliseconds. */
  readonly madeAt: number
}
