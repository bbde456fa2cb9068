import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CurrentUser } from '#core/access/current-user.ts'
import { CHANNEL_COOKIE, findChannel } from '#server/route/channel.ts'
import type { Context } from '#server/route/context.ts'
import { signChannel } from '#server/security/channel-token.ts'
import { SESSION_LIFE } from '#server/security/sessions.ts'
import { printCookie } from '#server/route/cookie.ts'

/** Gives a caller without an event channel a channel cookie, so that their next request has one. */
export async function giveChannel(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  user: CurrentUser,
): Promise<void> {
  if (!context.asyncQueries || (await findChannel(context, request.headers.cookie, user))) return
  const { config, now, newUuid } = context
  const token = await signChannel(config.secretKey, newUuid(), user, now())
  const settings = { path: config.basePath || '/', secure: request.protocol === 'https', maxAge: SESSION_LIFE / 1000 }
  reply.header('set-cookie', printCookie(CHANNEL_COOKIE, token, settings))
}
