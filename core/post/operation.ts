import type { Budget } from './post-budget.ts'
import type { Frame } from './frame.ts'

/** Options of one operation, as on the wire. */
export type Options = Readonly<Record<string, unknown>>

/** Parsed options, or their errors. */
export type Parsed<O> = { readonly ok: O } | { readonly errors: readonly string[] }

/**
 * A post-processing operation. `parse` checks only the options. `run` resolves the columns they name and throws a
 * `post-wrong` error if the frame is not suitable. Before it creates more cells than its input, or does more than one
 * operation per cell, it checks `budget`. Neither function modifies its input.
 */
export interface Operation<O = unknown> {
  /** Wire name. */
  readonly name: string
  parse(options: Options): Parsed<O>
  run(frame: Frame, options: O, budget: Budget): Frame
}

/** An operation with any options, as in the list of operations. */
// oxlint-disable-next-line typescript/no-explicit-any -- options stay within one operation
export type AnyOperation = Operation<any>
