import type { User } from '#core/entity/user.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { invitationResponse } from '#core/rest/security.ts'
import { printInstant } from '#server/resources/print-instant.ts'
import { jsonResponse, type Route, type RouteRequest, type RouteResponse } from '#server/route/route.ts'
import { requireOwnPassword, requireSignInUser } from '#server/security/accounts.ts'
import { requireOtherAdminPassword } from '#server/security/administrators.ts'
import { createLinkToken } from '#server/security/first-user.ts'
import { mailAddressOf, sendInvitation } from '#server/security/invitation-mail.ts'
import { createToken } from '#server/security/sessions.ts'
import { replacePassword } from '#server/security/user-changes.ts'
import { requireAdmin } from './body.ts'

const HOUR_MS = 3_600_000

/** Lifetime of a sign-in link from an administrator, in milliseconds: one day. */
export const INVITATION_TTL_MS = 24 * HOUR_MS

/** Returns the route that sends a sign-in link to a user; `target` finds the user of a request. */
export function invitationRoute(view: string, target: (request: RouteRequest) => Promise<User>): Route {
  return {
    method: 'POST',
    path: '/:id/invitation',
    policy: { permission: 'can_write', view },
    needsSession: true,
    responses: { 201: invitationResponse },
    handler: async (request) => sendLink(request, await target(request)),
  }
}

/**
 * Sends a sign-in link to the email address of a user. The link begins with the public URL of the settings, because the
 * host of a request may be forged. The password is replaced only after the mail server has accepted the message, and the
 * link works only if the user still has this address then.
 */
async function sendLink(request: RouteRequest, target: User): Promise<RouteResponse> {
  requireAdmin(request)
  const { context, user } = request
  const { publicUrl, basePath, mailServer } = context.config
  if (!mailServer) throw new ApiError('mail-off')
  if (target.id === user.userId) throw new ApiError('user-self-link')
  requireSignInUser(target)
  requireOwnPassword(context, target)
  if (!target.active) throw new ApiError('user-inactive', { args: [target.username] })
  const sentTo = mailAddressOf(target)
  await requireOtherAdminPassword(context.store, target)
  const limit = { key: `invitations ${user.userId}`, most: mailServer.maxPerHour }
  if (!(await context.shared.allow([limit], HOUR_MS)))
    throw new ApiError('mail-limit', { args: [mailServer.maxPerHour] })
  const token = createToken()
  const url = `${publicUrl}${basePath}/login/link/${token}`
  const inviter = `${user.firstName} ${user.lastName}`.trim() || user.username
  await sendInvitation(mailServer, { user: target, inviter, url, hours: INVITATION_TTL_MS / HOUR_MS })
  const now = context.now()
  await replacePassword(context, target, user.userId, async (tx) => {
    const current = await tx.users.get(target.id)
    if (current?.email !== target.email) throw new ApiError('mail-address-changed', { args: [target.username] })
    await createLinkToken(tx, target.id, now, INVITATION_TTL_MS, token)
    const entity = { entity_type: 'user', entity_id: target.id } as const
    const after = JSON.stringify({ sent_to: sentTo })
    await tx.events.append({ actor: user.userId, action: 'invite', ...entity, after })
  })
  const result = { sent_to: sentTo, expires_on: printInstant(now + INVITATION_TTL_MS) }
  return jsonResponse(invitationResponse, { result }, 201)
}
