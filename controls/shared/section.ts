import type { Rows, Section } from '#controls/control.ts'

/** A section that keeps the names and values of its controls: see `FormOf`. */
export function section<const R extends Rows>(own: Section<R>): Section<R> {
  return own
}
