import type { FormData } from '#core/form/form-data.ts'

/** The suffix of the second query's keys. */
export const SECOND = '_b'

/** The suffix of the display option keys of the second query. */
export const SECOND_QUERY_SUFFIX = 'B'

/** Returns the form of the first query, without the keys of the second. */
export function firstForm<F extends FormData>(form: F): F {
  return Object.fromEntries(Object.entries(form).filter(([key]) => !key.endsWith(SECOND))) as F
}

/** Returns the form of the second query: its keys without their suffix, and the shared keys. */
export function secondForm<F extends FormData>(form: F): F {
  return Object.fromEntries(
    Object.entries(form).flatMap(([key, value]) => {
      if (key.endsWith(SECOND)) return [[key.slice(0, -SECOND.length), value]]
      return `${key}${SECOND}` in form ? [] : [[key, value]]
    }),
  ) as F
}
