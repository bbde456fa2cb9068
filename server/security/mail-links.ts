import { ApiError } from '#core/rest/api-error.ts'
import type { User } from '#core/entity/user.ts'
import type { CurrentUser } from '#core/access/current-user.ts'
import type { Config } from '#server/base/config.ts'
import type { Log } from '#server/base/log.ts'
import type { Shared } from '#server/shared/shared.ts'
import type { Store } from '#server/store/store.ts'
import { mailAddressOf, sendInvitation } from './invitation-mail.ts'

const HOUR_MS = 3_600_000
/** Maximum duration of all messages of one request, in milliseconds. */
const SENDING_MS = 45_000
/** Failed messages after which no more are sent: the mail server is probably at fault. */
const MAX_FAILURES = 3

/** What sending needs of the server. `now` returns epoch milliseconds. */
interface MailContext {
  readonly config: Pick<Config, 'publicUrl' | 'basePath' | 'mailServer'>
  readonly shared: Pick<Shared, 'allow'>
  readonly store: Pick<Store, 'events'>
  readonly log: Pick<Log, 'error'>
  readonly now: () => number
}

/** A sign-in link of a user; `expiresAt` in epoch milliseconds. */
interface MailedLink {
  readonly user: Pick<User, 'id' | 'username' | 'email'>
  readonly token: string
  readonly expiresAt: number
}

/** The names of users whose link was sent, and the last reason why one was not. */
export interface MailedLinks {
  readonly sent: ReadonlySet<string>
  readonly problem?: string
}

/**
 * Sends sign-in links one after the other, each logged as an invitation. Stops at the limit of the sender, after some
 * failures, after 45 seconds and at an error of the store. Throws `mail-off` if there is no mail server, and nothing
 * later: the caller needs the links that were not sent.
 */
export async function mailLinks(
  { config, shared, store, log, now }: MailContext,
  sender: CurrentUser,
  links: readonly MailedLink[],
): Promise<MailedLinks> {
  const { publicUrl, basePath, mailServer } = config
  if (!mailServer) throw new ApiError('mail-off')
  const inviter = `${sender.firstName} ${sender.lastName}`.trim() || sender.username
  const sent = new Set<string>()
  let problem: string | undefined
  let failures = 0
  const end = Date.now() + SENDING_MS
  for (const { user, token, expiresAt } of links) {
    const left = end - Date.now()
    if (failures >= MAX_FAILURES || left <= 0) break
    try {
      const address = mailAddressOf(user)
      const limit = { key: `invitations ${sender.userId}`, most: mailServer.maxPerHour }
      if (!(await shared.allow([limit], HOUR_MS))) {
        problem = new ApiError('mail-limit', { args: [mailServer.maxPerHour] }).message
        break
      }
      const url = `${publicUrl}${basePath}/login/link/${token}`
      const hours = Math.round((expiresAt - now()) / HOUR_MS)
      await sendInvitation(mailServer, { user, inviter, url, hours }, Math.min(left, SENDING_MS / MAX_FAILURES))
      sent.add(user.username)
      const after = JSON.stringify({ sent_to: address })
      const entity = { entity_type: 'user', entity_id: user.id } as const
      await store.events.append({ actor: sender.userId, action: 'invite', ...entity, after })
    } catch (error) {
      if (!(error instanceof ApiError)) {
        log.error('Sending sign-in links stopped', { cause: String(error), user: user.id })
        problem = new ApiError('internal').message
        break
      }
      problem = error.message
      if (error.code === 'mail-failed') failures++
    }
  }
  return { sent, ...(problem === undefined ? {} : { problem }) }
}
