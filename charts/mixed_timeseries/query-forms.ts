import type { FormData } from '#core/form/form-data.ts'

/** The suffix of the second query's keys. */
export const SECOND_KEY_SUFFIX = '_b'

/** The suffix of the display option keys of the second query. */
export const SECOND_DISPLAY_KEY_SUFFIX = 'B'

/** Returns the form of the first query, without the keys of the second. */
export function firstForm<F extends FormData>(form: F): F {
  return Object.fromEntries(Object.entries(form).filter(([key]) => !key.endsWith(SECOND_KEY_SUFFIX))) as F
}

/** Returns the form of the second query: its keys without their suffix, and the shared keys. */
export function secondForm<F extends FormData>(form: F): F {
  return Object.fromEntries(
    Object.entries(form).flatMap(([key, value]) => {
      if (key.endsWith(SECOND_KEY_SUFFIX)) return [[key.slice(0, -SECOND_KEY_SUFFIX.length), value]]
      return `${key}${SECOND_KEY_SUFFIX}` in form ? [] : [[key, value]]
    }),
  ) as F
}
