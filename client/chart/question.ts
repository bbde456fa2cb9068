import { chartType } from '#charts/index.ts'
import type { FormData } from '#core/form/form-data.ts'
import type { QueryObject } from '#core/query/query-object.ts'

const known = new WeakMap<FormData, string>()

function ownOf({ url_params: _url, annotation_layers: _layers, ...own }: QueryObject): QueryObject {
  return own
}

function ask(form: FormData): string {
  const type = chartType(form.viz_type)
  try {
    if (type) return JSON.stringify([form.datasource, type.toQueries(form).map(ownOf), type.toSample?.(form)])
  } catch {
    // A form its type cannot ask is told from others by what it holds.
  }
  return JSON.stringify(form)
}

/**
 * What a form asks, as text; forms that ask the same need no new answer. Parameters of the page are no part of it: they
 * stay as long as the page does. Nor is what is laid over the chart, which is asked for by itself.
 */
export function questionOf(form: FormData): string {
  const text = known.get(form) ?? ask(form)
  known.set(form, text)
  return text
}
