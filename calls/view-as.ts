import { call, hasErrorCode } from '#calls/call.ts'

const VIEW_AS = '/api/v1/security/view_as/'

/** The user or the role as which an administrator views the application. */
export type ViewAsSubject = { readonly user_id: number } | { readonly role_id: number }

/** Lets the session of this browser view as a user or a role; `reason` is for the action log. */
export function startViewAs(subject: ViewAsSubject, reason: string): Promise<unknown> {
  return call('POST', VIEW_AS, { body: { ...subject, ...(reason === '' ? {} : { reason }) } })
}

/** Ends the view of the session. A page of a view that has already ended has no valid CSRF token for it. */
export async function stopViewAs(): Promise<void> {
  await call('DELETE', VIEW_AS).catch((error: unknown) => {
    if (!hasErrorCode(error, 'csrf-wrong', 'token-missing')) throw error
  })
}
