import { send } from '#calls/call.ts'
import { startViewAs, stopViewAs, type ViewAsSubject } from '#calls/view-as.ts'
import { session } from './session.ts'

/** The parts of a window that views use. */
type ViewWindow = Pick<Location, 'assign' | 'reload'>

let channel: BroadcastChannel | undefined

/** Returns the channel between the tabs of this browser. A tab has one, because another one would receive its messages. */
function tabChannel(): BroadcastChannel {
  channel ??= new BroadcastChannel(`facet view ${session().settings.basePath}`)
  return channel
}

/** Reports to the other tabs that the session answers as another user from now on. */
function reportView(): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target origin
  tabChannel().postMessage(null)
}

/** Opens the home page anew: everything on this page belongs to the user of before. */
export function openHome(page: ViewWindow = window.location): void {
  page.assign(`${session().settings.basePath}/`)
}

/** Begins to view the application as a user or a role, in all tabs. */
export async function enterViewAs(subject: ViewAsSubject, reason: string, page?: ViewWindow): Promise<void> {
  await startViewAs(subject, reason)
  reportView()
  openHome(page)
}

/** Ends the view in all tabs. */
export async function leaveViewAs(page?: ViewWindow): Promise<void> {
  await stopViewAs()
  reportView()
  openHome(page)
}

/**
 * Returns a function that calls `signIn` if the session of the administrator has ended. A call may also fail with 401
 * because a role has no user name; the sign-in page would lead back to the same call.
 */
export function signInAfterView(signIn: () => void): () => Promise<void> {
  return async () => {
    const { status } = await send('GET', '/api/v1/security/csrf_token/')
    if (status === 401) signIn()
  }
}

/** Reloads this tab whenever another one begins or ends a view; unsaved changes are asked for. */
export function watchViewAs(page: ViewWindow = window.location): void {
  tabChannel().addEventListener('message', () => page.reload())
}
