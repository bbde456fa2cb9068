import { secondForm, SECOND } from './questions.ts'
import type { Control, Rows } from '#controls/control.ts'
import type { FormData } from '#core/form/form-data.ts'

type Twin<C> = C extends Control<infer N, infer V> ? Control<`${N}_b`, V> : never

/** The control rows of the first query, renamed for the second. */
export type Twins<R extends Rows> = { readonly [Row in keyof R]: { readonly [At in keyof R[Row]]: Twin<R[Row][At]> } }

/** Returns the same controls for the second query, with the same visibility conditions. */
export function twins<const R extends Rows>(rows: R): Twins<R> {
  const twinOf = (control: Control): Control => {
    const { visible } = control
    const shown = (form: FormData, ...rest: []) => visible?.(secondForm(form), ...rest) ?? true
    return { ...control, name: `${control.name}${SECOND}`, ...(visible ? { visible: shown } : {}) }
  }
  return rows.map((row) => row.map(twinOf)) as unknown as Twins<R>
}
