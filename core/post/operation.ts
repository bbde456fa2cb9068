import type { Budget } from './budget.ts'
import type { Frame } from './frame.ts'

/** Options of one step, as on the wire. */
export type Options = Readonly<Record<string, unknown>>

/** Options read, or what is wrong with them. */
export type Parsed<O> = { readonly ok: O } | { readonly errors: readonly string[] }

/**
 * One step of post-processing. `parse` looks at the options alone; `run` looks for the columns they name and throws a
 * `post-wrong` fault when the frame cannot be worked on. What may make more cells than it is given, or takes more than
 * one look at each, asks `budget` first. Neither changes what it is given.
 */
export interface Operation<O = unknown> {
  /** Wire name. */
  readonly name: string
  parse(options: Options): Parsed<O>
  run(frame: Frame, options: O, budget: Budget): Frame
}

/** An operation whatever its options: what the list of operations holds. */
// oxlint-disable-next-line typescript/no-explicit-any -- options stay within one operation
export type AnyOperation = Operation<any>
