import { chartType } from '#charts/index.ts'
import type { FormData } from '#core/form/form-data.ts'

const known = new WeakMap<FormData, string>()

function ask(form: FormData): string {
  const type = chartType(form.viz_type)
  try {
    if (type)
      return JSON.stringify([form.datasource, type.toQueries(form).map(({ url_params: _url, ...rest }) => rest)])
  } catch {
    // A form its type cannot ask is told from others by what it holds.
  }
  return JSON.stringify(form)
}

/**
 * What a form asks, as text; forms that ask the same need no new answer. Parameters of the page are no part of it: they
 * stay as long as the page does.
 */
export function questionOf(form: FormData): string {
  const text = known.get(form) ?? ask(form)
  known.set(form, text)
  return text
}
