import type { FormData } from '#core/form/form-data.ts'
import { call } from '#calls/call.ts'
import { parseJson } from '#core/rest/json.ts'

export function createExplorePermalink(
  formData: FormData,
  urlParams: readonly (readonly [string, string])[] = [],
): Promise<{ key: string; url: string }> {
  return call('POST', '/api/v1/explore/permalink', { body: { formData, urlParams } })
}

/** Returns form data that the server stores temporarily under a key. */
export async function fetchExploreForm(key: string): Promise<FormData> {
  const answer = await call<{ form_data: string }>('GET', `/api/v1/explore/form_data/${encodeURIComponent(key)}`)
  return parseJson(answer.form_data) as FormData
}

export function fetchExplorePermalink(key: string): Promise<{ state: { formData: FormData } }> {
  return call('GET', `/api/v1/explore/permalink/${encodeURIComponent(key)}`)
}
