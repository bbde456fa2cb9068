import type { FormData } from '#core/form/form-data.ts'

/** What the keys of the second question end with. */
export const SECOND = '_b'

/** What keys of the picture of the second question end with. */
export const SECOND_LOOK = 'B'

/** The form of the first question: without the keys of the second. */
export function firstForm<F extends FormData>(form: F): F {
  return Object.fromEntries(Object.entries(form).filter(([key]) => !key.endsWith(SECOND))) as F
}

/** The form of the second question: its own keys without their ending, and those both share. */
export function secondForm<F extends FormData>(form: F): F {
  return Object.fromEntries(
    Object.entries(form).flatMap(([key, value]) => {
      if (key.endsWith(SECOND)) return [[key.slice(0, -SECOND.length), value]]
      return `${key}${SECOND}` in form ? [] : [[key, value]]
    }),
  ) as F
}
