import type { CurrentUser } from '#core/access/current-user.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { readChannel } from '#server/security/channel-token.ts'
import type { Context } from './context.ts'
import { readCookie } from './cookie.ts'

export const CHANNEL_COOKIE = 'async-token'

/** Returns the channel whose events a caller may read; throws `channel-missing` without a valid channel cookie. */
export async function channelOf(context: Context, cookies: string | undefined, user: CurrentUser): Promise<string> {
  const channel = await findChannel(context, cookies, user)
  if (!channel) throw new ApiError('channel-missing')
  return channel
}

/** Returns the channel; undefined without one. */
export async function findChannel({ config, now }: Context, cookies: string | undefined, user: CurrentUser) {
  const token = readCookie(cookies, CHANNEL_COOKIE)
  return token === undefined ? undefined : readChannel(config.secretKey, token, user, now())
}
