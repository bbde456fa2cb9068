import type { Dataset } from '#core/entity/dataset.ts'

/** A saved chart as a rule change looks at it. */
export interface RuledChart {
  /** Form data as stored, with `viz_type`. */
  readonly form: Readonly<Record<string, unknown>>
  /** Undefined when the dataset does not exist. */
  readonly dataset: Dataset | undefined
}

/** A change of a rule by which numbers are computed. */
export interface NumberRule {
  /** Never changes once released: it is part of the cache key. */
  readonly id: string
  /** One sentence for the owner of a chart: what its numbers were, and what they are. */
  readonly reason: string
  /** Returns whether the result of the saved chart can change. */
  readonly affects: (chart: RuledChart) => boolean
}
