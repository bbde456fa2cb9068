import type { Dataset } from '#core/entity/dataset.ts'

/** A saved chart as input of a rule change. */
export interface ChartWithDataset {
  /** Form data as stored, with `viz_type`. */
  readonly form: Readonly<Record<string, unknown>>
  /** Undefined when the dataset does not exist. */
  readonly dataset: Dataset | undefined
}

/** A change in how numbers are computed. */
export interface NumberRule {
  /** Must never change once released: it is part of the cache key. */
  readonly id: string
  /** One sentence for the chart owner: the numbers before and after the change. */
  readonly reason: string
  /** Returns whether the result of the saved chart can change. */
  readonly affects: (chart: ChartWithDataset) => boolean
}
