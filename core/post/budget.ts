import { bounds, passed } from '#core/rest/bounds.ts'

/** What a chain of steps may make and do: cells of one frame, its columns, and operations on cells. */
export interface Allowance {
  readonly cells: number
  readonly columns: number
  readonly work: number
}

/** A step needs more than it is allowed; whoever set the allowance may allow more. */
export class AllowancePassed extends Error {}

/** The most there may be: what is above fails by name. */
export const MAX_ALLOWANCE: Allowance = {
  cells: bounds['post-cells'].most,
  columns: bounds['post-columns'].most,
  work: Number.POSITIVE_INFINITY,
}

/** Asked before cells are made. Throws `bound-passed` above the most there may be, AllowancePassed above its allowance. */
export class Budget {
  readonly #allowed: Allowance
  #work = 0

  constructor(allowed: Allowance = MAX_ALLOWANCE) {
    this.#allowed = allowed
  }

  /** A frame of so many rows and columns is about to be made. */
  frame(rows: number, columns: number): void {
    if (columns > MAX_ALLOWANCE.columns) throw passed('post-columns', columns)
    if (rows * columns > MAX_ALLOWANCE.cells) throw passed('post-cells', rows * columns)
    if (columns > this.#allowed.columns || rows * columns > this.#allowed.cells) throw new AllowancePassed()
  }

  /** So many operations are about to be done. */
  work(operations: number): void {
    this.#work += operations
    if (this.#work > this.#allowed.work) throw new AllowancePassed()
  }
}
