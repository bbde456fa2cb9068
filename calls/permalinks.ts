import type { FormData } from '#core/form/form-data.ts'
import { call } from '#calls/call.ts'

export function createExplorePermalink(
  formData: FormData,
  urlParams: readonly (readonly [string, string])[] = [],
): Promise<{ key: string; url: string }> {
  return call('POST', '/api/v1/explore/permalink', { body: { formData, urlParams } })
}

export function readExplorePermalink(key: string): Promise<{ state: { formData: FormData } }> {
  return call('GET', `/api/v1/explore/permalink/${encodeURIComponent(key)}`)
}
