import type { Control, Section } from './control.ts'
import type { FormData } from '#core/form/form-data.ts'

type ControlsOf<S extends readonly Section[]> = S[number]['rows'][number][number]
type ValueOf<C extends Control> = C extends Control<string, infer V> ? V : never

/** The valid control values of sections. */
export type ValuesOf<S extends readonly Section[]> = {
  readonly [C in ControlsOf<S> as C['name']]: ValueOf<C>
}

/** A complete form of these sections. */
export type FormOf<S extends readonly Section[]> = FormData & ValuesOf<S>
