import { type ExtraFormData, mergeExtraFormData } from '#core/mask/mask.ts'
import type { FormData } from '#core/form/form-data.ts'

/**
 * The form a chart is asked with: its own, narrowed by what reaches it from elsewhere. Extra form data the form brings
 * stands before that of the dashboard; URL parameters of the page win over those saved with the chart.
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
