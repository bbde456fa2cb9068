import type { MissingGrantAnswer } from '#core/rest/answers.ts'
import { call } from '#calls/call.ts'

/** What dashboards with roles show and their roles do not open. */
export function missingGrants(signal?: AbortSignal): Promise<{ readonly result: readonly MissingGrantAnswer[] }> {
  return call('GET', '/api/v1/dashboard_grant/missing', { signal })
}
