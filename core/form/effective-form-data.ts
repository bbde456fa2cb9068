import { type ExtraFormData, mergeExtraFormData } from '#core/mask/mask.ts'
import type { FormData } from '#core/form/form-data.ts'

/**
 * Returns the form that a chart is queried with: its own, plus external filters. Extra form data in the form precedes
 * that of the dashboard; URL parameters of the page override those saved with the chart.
 */
export function effectiveFormData(
  form: FormData,
  extra: ExtraFormData,
  urlParams: Readonly<Record<string, string>> = {},
): FormData {
  return {
    ...form,
    extra_form_data: mergeExtraFormData([form.extra_form_data, extra]),
    url_params: { ...form.url_params, ...urlParams },
  }
}
