import { bounds, limitExceededError } from '#core/rest/bounds.ts'

/** Limits of a post-processing chain: cells of one frame, its columns, and operations on cells. */
export interface PostBudget {
  readonly cells: number
  readonly columns: number
  readonly work: number
}

/** An operation exceeds its allowance; the caller that set the allowance may raise it. */
export class BudgetExceeded extends Error {}

/** The absolute limits; exceeding them is a named error. */
export const MAX_POST_BUDGET: PostBudget = {
  cells: bounds['post-cells'].most,
  columns: bounds['post-columns'].most,
  work: Number.POSITIVE_INFINITY,
}

/**
 * Checks limits before cells are created. Throws `bound-passed` above the absolute limits, BudgetExceeded above the
 * allowance.
 */
export class Budget {
  readonly #allowed: PostBudget
  #work = 0

  constructor(allowed: PostBudget = MAX_POST_BUDGET) {
    this.#allowed = allowed
  }

  /** Checks the size of a frame that will be created. */
  frame(rows: number, columns: number): void {
    if (columns > MAX_POST_BUDGET.columns) throw limitExceededError('post-columns', columns)
    if (rows * columns > MAX_POST_BUDGET.cells) throw limitExceededError('post-cells', rows * columns)
    if (columns > this.#allowed.columns || rows * columns > this.#allowed.cells) throw new BudgetExceeded()
  }

  /** Adds operations that will be executed. */
  work(operations: number): void {
    this.#work += operations
    if (this.#work > this.#allowed.work) throw new BudgetExceeded()
  }
}
