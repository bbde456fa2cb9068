import { chartType } from '#charts/index.ts'
import type { FormData } from '#core/form/form-data.ts'
import type { QueryObject } from '#core/query/query-object.ts'

const textCache = new WeakMap<FormData, string>()

function ownOf({ url_params: _url, annotation_layers: _layers, ...own }: QueryObject): QueryObject {
  return own
}

function printQueries(form: FormData): string {
  const type = chartType(form.viz_type)
  try {
    if (type) return JSON.stringify([form.datasource, type.toQueries(form).map(ownOf), type.toSample?.(form)])
  } catch {
    // A form for which no query can be built is compared by its contents.
  }
  return JSON.stringify(form)
}

/**
 * Returns the query of a form as text, to compare forms: forms with equal queries need no new result. URL parameters
 * are excluded because they do not change while the page is open. So are annotation layers, which are requested
 * separately.
 */
export function queryText(form: FormData): string {
  const text = textCache.get(form) ?? printQueries(form)
  textCache.set(form, text)
  return text
}
