import type { ControlRows, Section } from '#controls/control.ts'

/** Defines a section and preserves the types of its controls: see `FormOf`. */
export function section<const R extends ControlRows>(own: Section<R>): Section<R> {
  return own
}
