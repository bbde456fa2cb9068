import { MAX_OUTPUT_LENGTH, MAX_STEPS } from './limits.ts'
import { interpolate } from '#core/text/interpolate.ts'

/** A template error: a message for users, with placeholders for `args`. */
export class HandlebarsTemplateError extends Error {
  readonly text: string
  readonly args: readonly (string | number)[]
  constructor(text: string, ...args: readonly (string | number)[]) {
    super(interpolate(text, args))
    this.text = text
    this.args = args
  }
}

/** The limit that stopped a run before the end of its template. */
export type RunLimit = 'steps' | 'output'

/** Thrown when a run reaches a limit; the output up to that point remains. */
export class RunLimitError extends Error {
  readonly bound: RunLimit
  constructor(bound: RunLimit) {
    super(bound)
    this.bound = bound
  }
}

/** The state of one run of a template: its output and its cost. */
export interface Run {
  readonly parts: string[]
  length: number
  steps: number
  nesting: number
}

export const newRun = (): Run => ({ parts: [], length: 0, steps: 0, nesting: 0 })

/** Counts steps; stops the run if there are too many. */
export function countSteps(run: Run, steps = 1): void {
  run.steps += steps
  if (run.steps > MAX_STEPS) throw new RunLimitError('steps')
}

/** Appends text to the output; stops the run if the output is full, after adding the part that fits. */
export function appendOutput(run: Run, text: string): void {
  const room = MAX_OUTPUT_LENGTH - run.length
  run.parts.push(text.length > room ? text.slice(0, room) : text)
  run.length += text.length
  if (text.length > room) throw new RunLimitError('output')
}
