import { isAdmin } from '#core/access/ability.ts'
import type { CurrentUser, ViewAs } from '#core/access/current-user.ts'
import type { Session } from '#core/entity/session.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { ViewAsBody } from '#core/rest/security.ts'
import { withEventOrigin } from '#server/store/events.ts'
import type { Actor } from '#server/store/repository.ts'
import type { Store } from '#server/store/store.ts'
import { subscriberAddress } from './address-network.ts'

/** How long a session views as a user or role at most, in milliseconds: 30 minutes. */
export const VIEW_AS_TTL_MS = 30 * 60_000

type Target = Pick<ViewAs, 'type' | 'id' | 'name'> & { readonly user: CurrentUser }

/** The reason for the end of a view. */
type EndReason = 'stopped' | 'signed out' | 'expired' | 'rights changed' | 'not available'

/** Returns the user with this id; undefined if deleted or inactive. */
async function targetUser({ users }: Store, id: number): Promise<Target | undefined> {
  const user = await users.current(id)
  if (!user) return undefined
  return { type: 'user', id, name: `${user.firstName} ${user.lastName}`.trim() || user.username, user }
}

/**
 * Returns an anonymous user with exactly the role with this id, thus without attributes; undefined if the role is
 * deleted. Limits count the user by `ip`.
 */
async function targetRole({ users }: Store, id: number, ip: string): Promise<Target | undefined> {
  const user = await users.withRole(id)
  const [name] = Object.keys(user?.roles ?? {})
  return user && name !== undefined
    ? { type: 'role', id, name, user: { ...user, origin: subscriberAddress(ip) } }
    : undefined
}

/** The client of a request, and its time in epoch milliseconds. */
interface Viewer {
  readonly administrator: CurrentUser
  readonly ip: string
  readonly now: number
}

/**
 * Returns the user as which the requests of a session are answered; undefined if it views as nobody else. Ends the view
 * if it has expired, if the user of the session is no administrator any more, or if the viewed user is inactive or
 * deleted.
 */
export async function viewedUser(store: Store, session: Session, viewer: Viewer): Promise<CurrentUser | undefined> {
  const { view_as_user_id: userId, view_as_role_id: roleId, view_as_until: until } = session
  if (session.view_as_from === null || until === null) return undefined
  const { administrator, ip, now } = viewer
  if (now >= until) return endSessionView(store, session, viewer, 'expired')
  if (!isAdmin(administrator)) return endSessionView(store, session, viewer, 'rights changed')
  const target = userId === null ? await targetRole(store, roleId ?? 0, ip) : await targetUser(store, userId)
  if (!target) return endSessionView(store, session, viewer, 'not available')
  const { user, ...view } = target
  const { userId: id, username } = administrator
  return { ...user, viewAs: { ...view, administrator: { id: id ?? 0, username }, until } }
}

async function endSessionView(store: Store, session: Session, { administrator, ip }: Viewer, reason: EndReason) {
  await withEventOrigin({ address: ip }, () => endViewAs(store, session, administrator.userId, reason))
  return undefined
}

/** Ends the view of a session, if it has one, and logs the end once. */
export async function endViewAs(
  store: Store,
  { id, view_as_user_id, view_as_role_id, view_as_from }: Session,
  actor: number | null,
  reason: EndReason,
): Promise<void> {
  if (view_as_from === null) return
  await store.transaction(async (tx) => {
    if (!(await tx.sessions.endViewAs(id, view_as_from))) return
    await logEnd(tx, { view_as_user_id, view_as_role_id }, actor, reason)
  })
}

async function logEnd(
  tx: Store,
  { view_as_user_id, view_as_role_id }: Pick<Session, 'view_as_user_id' | 'view_as_role_id'>,
  actor: Actor,
  reason: EndReason,
): Promise<void> {
  const entity = entityOf(view_as_user_id, view_as_role_id)
  await tx.events.append({ actor, action: 'view_as_end', ...entity, after: JSON.stringify({ reason }) })
}

interface Removal {
  /** The beginning of the ids of the sessions; all sessions if absent. */
  readonly start?: string | undefined
  /** The id of a session that stays. */
  readonly except?: string | undefined
}

/** Deletes sessions of a user in the transaction, and logs the end of their views. Returns their ids. */
export async function removeSessions(
  tx: Store,
  userId: number,
  actor: Actor,
  { start = '', except }: Removal = {},
): Promise<readonly string[]> {
  const ended = await tx.sessions.removeNamed(userId, start, except)
  for (const session of ended) if (session.view_as_from !== null) await logEnd(tx, session, actor, 'signed out')
  return ended.map(({ id }) => id)
}

/** Deletes a session, and logs the end of its view. */
export async function removeSession(store: Store, { id }: Pick<Session, 'id'>): Promise<void> {
  await store.transaction(async (tx) => {
    const ended = await tx.sessions.remove(id)
    if (ended && ended.view_as_from !== null) await logEnd(tx, ended, ended.user_id, 'signed out')
  })
}

/** Deletes expired sessions, and logs the end of their views. */
export async function purgeSessions(store: Store): Promise<void> {
  await store.transaction(async (tx) => {
    for (const ended of await tx.sessions.purge())
      if (ended.view_as_from !== null) await logEnd(tx, ended, ended.user_id, 'expired')
  })
}

function entityOf(userId: number | null, roleId: number | null) {
  return userId === null
    ? ({ entity_type: 'role', entity_id: roleId ?? 0 } as const)
    : ({ entity_type: 'user', entity_id: userId } as const)
}

/** Returns the value that CSRF tokens of a session are bound to: pages of before a view cannot write after it. */
export function csrfBindingOf({ csrf_secret, view_as_from }: Session, isViewing: boolean): string {
  return isViewing ? `${csrf_secret} view ${view_as_from}` : csrf_secret
}

/**
 * Lets the session of an administrator view as a user or a role. Throws `fields-refused` if that is the administrator or
 * does not exist, and `view-as-read-only` if the session already views as another one.
 */
export async function startViewAs(
  store: Store,
  sessionId: string,
  { user_id, role_id, reason }: ViewAsBody,
  { administrator, ip, now }: Viewer,
): Promise<Omit<ViewAs, 'administrator'>> {
  const isSelf = user_id !== undefined && user_id === administrator.userId
  const target = user_id === undefined ? await targetRole(store, role_id ?? 0, ip) : await targetUser(store, user_id)
  if (isSelf || !target) {
    const fields = user_id === undefined ? { role_id: ['Not found'] } : { user_id: ['Must be another active user'] }
    throw new ApiError('fields-refused', { fields })
  }
  const { user: _user, ...view } = target
  const until = now + VIEW_AS_TTL_MS
  const subject = user_id === undefined ? { roleId: view.id } : { userId: view.id }
  await store.transaction(async (tx) => {
    const isStarted = await tx.sessions.startViewAs(sessionId, { ...subject, from: now, until })
    if (!isStarted) throw new ApiError('view-as-read-only', { args: [view.name] })
    const after = JSON.stringify({ until, ...(reason ? { reason } : {}) })
    const entity = entityOf(subject.userId ?? null, subject.roleId ?? null)
    await tx.events.append({ actor: administrator.userId, action: 'view_as_start', ...entity, after })
  })
  return { ...view, until }
}

/** The properties of a call that decide whether a session may make it while it views as another user. */
interface ViewedCall {
  readonly method: string
  /** The path of the route below the base path. */
  readonly path: string
  readonly tokenScope?: 'read' | 'write' | undefined
  readonly viewAs?: 'administrator' | 'never' | 'read' | undefined
}

/** URLs below which accounts are read and sessions begin. */
const ACCOUNT_URLS = ['/api/v1/me', '/login']

/** The calls of accounts that reveal only who the user is and what they may do. */
const OPEN_ACCOUNT_URLS: readonly string[] = ['/api/v1/me', '/api/v1/me/roles']

/**
 * Throws `view-as-read-only` for calls that may write: all methods but GET and HEAD, unless the route declares otherwise.
 * Throws `view-as-account` for calls that read the account, sessions and tokens of the viewed user.
 */
export function rejectWritesInViewAs({ name }: ViewAs, { method, path, tokenScope, viewAs }: ViewedCall): void {
  const isRead = method === 'GET' || method === 'HEAD'
  const scope = viewAs === 'read' ? 'read' : (tokenScope ?? (isRead ? 'read' : 'write'))
  if (scope !== 'read') throw new ApiError('view-as-read-only', { args: [name] })
  const url = path.replace(/\/$/, '')
  const isAccount = ACCOUNT_URLS.some((each) => url === each || url.startsWith(`${each}/`))
  if (viewAs === 'never' || (isAccount && !OPEN_ACCOUNT_URLS.includes(url)))
    throw new ApiError('view-as-account', { args: [name] })
}
