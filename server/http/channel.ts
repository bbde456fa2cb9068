import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CurrentUser } from '#core/access/current-user.ts'
import { Fault } from '#core/rest/fault.ts'
import type { Context } from '#server/context.ts'
import { readChannel, signChannel } from '#server/security/channel-token.ts'
import { SESSION_LIFE } from '#server/security/sessions.ts'
import { printCookie, readCookie } from './cookie.ts'

const CHANNEL_COOKIE = 'async-token'

/** The channel whose events a caller may read; `channel-missing` without a cookie of their own. */
export async function channelOf(context: Context, cookies: string | undefined, user: CurrentUser): Promise<string> {
  const channel = await find(context, cookies, user)
  if (!channel) throw new Fault('channel-missing')
  return channel
}

/** Gives a caller without a channel one, so that they have it with their next call. */
export async function giveChannel(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  user: CurrentUser,
): Promise<void> {
  if (!context.asyncQueries || (await find(context, request.headers.cookie, user))) return
  const { config, now, newUuid } = context
  const token = await signChannel(config.secretKey, newUuid(), user, now())
  const settings = { path: config.basePath || '/', secure: request.protocol === 'https', maxAge: SESSION_LIFE / 1000 }
  reply.header('set-cookie', printCookie(CHANNEL_COOKIE, token, settings))
}

async function find({ config, now }: Context, cookies: string | undefined, user: CurrentUser) {
  const token = readCookie(cookies, CHANNEL_COOKIE)
  return token === undefined ? undefined : readChannel(config.secretKey, token, user, now())
}
