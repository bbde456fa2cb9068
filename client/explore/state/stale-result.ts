import { queryText } from '#client/chart/query-text.ts'
import type { FormData } from '#core/form/form-data.ts'
import { withoutInheritedFilters } from './inherited-filters.ts'

const isEmptyValue = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  value === false ||
  (Array.isArray(value) ? value.length === 0 : typeof value === 'object' && Object.keys(value).length === 0)

/** True if the chart shows the result of an older query. */
export function isStale(form: FormData, requestedForm: FormData | null): boolean {
  return requestedForm !== null && queryText(form) !== queryText(requestedForm)
}

export interface FormChange {
  readonly name: string
  readonly before: unknown
  readonly after: unknown
}

const IGNORED = ['url_params', 'standardizedFormData', 'slice_id']

/**
 * Returns the changes from the saved form. Absent, null, empty and false are equal; additions of a dashboard are
 * ignored.
 */
export function changesOf(savedForm: FormData, editedForm: FormData): readonly FormChange[] {
  const [saved, form] = [withoutInheritedFilters(savedForm), withoutInheritedFilters(editedForm)]
  const names = [...new Set([...Object.keys(saved), ...Object.keys(form)])].filter((name) => !IGNORED.includes(name))
  return names
    .map((name) => ({ name, before: saved[name], after: form[name] }))
    .filter(
      ({ before, after }) =>
        !(isEmptyValue(before) && isEmptyValue(after)) && JSON.stringify(before) !== JSON.stringify(after),
    )
}
