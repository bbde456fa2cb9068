import { MAX_OUTPUT_LENGTH, MAX_STEPS } from './limits.ts'
import { fill } from '#core/text/fill.ts'

/** Why a template cannot be carried out: a text for people, with holes for `args`. */
export class TemplateFault extends Error {
  readonly text: string
  readonly args: readonly (string | number)[]
  constructor(text: string, ...args: readonly (string | number)[]) {
    super(fill(text, args))
    this.text = text
    this.args = args
  }
}

/** What a run has reached, where it was ended before the end of its template. */
export type Bound = 'steps' | 'output'

/** Thrown where a run has reached a bound: what it made until then stands. */
export class Ended extends Error {
  readonly bound: Bound
  constructor(bound: Bound) {
    super(bound)
    this.bound = bound
  }
}

/** One run of a template: what it has made, and what it has taken. */
export interface Run {
  readonly parts: string[]
  length: number
  steps: number
  nesting: number
}

export const newRun = (): Run => ({ parts: [], length: 0, steps: 0, nesting: 0 })

/** Counts steps; ends the run where there were too many. */
export function take(run: Run, steps = 1): void {
  run.steps += steps
  if (run.steps > MAX_STEPS) throw new Ended('steps')
}

/** Adds text to what is made; ends the run where it is too long, with what there is room for. */
export function write(run: Run, text: string): void {
  const room = MAX_OUTPUT_LENGTH - run.length
  run.parts.push(text.length > room ? text.slice(0, room) : text)
  run.length += text.length
  if (text.length > room) throw new Ended('output')
}
