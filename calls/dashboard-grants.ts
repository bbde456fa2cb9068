import type { MissingGrantResponse, RoleAccessResponse } from '#core/rest/responses.ts'
import { call } from '#calls/call.ts'

/** Returns the data that dashboards with roles show but their roles do not grant. */
export function fetchMissingGrants(
  signal?: AbortSignal,
): Promise<{ readonly result: readonly MissingGrantResponse[] }> {
  return call('GET', '/api/v1/dashboard_grant/missing', { signal })
}

/** Returns whether dashboard roles give access in this installation, and what that changes. */
export function fetchAccessByRole(signal?: AbortSignal): Promise<RoleAccessResponse> {
  return call('GET', '/api/v1/dashboard_grant/by_role', { signal })
}
