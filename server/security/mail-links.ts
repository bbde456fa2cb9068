import { ApiError } from '#core/rest/api-error.ts'
import type { User } from '#core/entity/user.ts'
import type { Config } from '#server/base/config.ts'
import type { Log } from '#server/base/log.ts'
import type { SharedState } from '#server/shared/shared.ts'
import type { Store } from '#server/store/store.ts'
import { mailAddressOf, sendInvitation } from './invitation-mail.ts'

const HOUR_MS = 3_600_000
/** Maximum duration of all messages of one request, in milliseconds. */
const SENDING_MS = 45_000
/** Failed messages after which no more are sent: the mail server is probably at fault. */
const MAX_FAILURES = 3

/** The parts of the server that sending uses. `now` returns epoch milliseconds. */
interface MailContext {
  readonly config: Pick<Config, 'publicUrl' | 'basePath' | 'mailServer'>
  readonly shared: Pick<SharedState, 'allow'>
  readonly store: Pick<Store, 'events' | 'users'>
  readonly log: Pick<Log, 'error'>
  readonly now: () => number
}

/** A sign-in link of a user; `expiresAt` in epoch milliseconds. */
interface MailedLink {
  readonly user: Pick<User, 'id' | 'username' | 'email'>
  readonly token: string
  readonly expiresAt: number
}

/** The administrator who sends links; `userId` is null for the command line. */
export interface MailSender {
  readonly userId: number | null
  readonly name: string
}

/** The names of users whose link was sent, and the last reason why one was not. */
export interface MailedLinks {
  readonly sent: ReadonlySet<string>
  readonly problem?: string
}

/**
 * Sends sign-in links one after the other. Each is logged as an invitation before it is sent, and again with the reason if
 * that fails: no link is sent without an entry. Users who are inactive or have another address now get none. Stops at the
 * limit of the sender, after some failures, after `maxMs` milliseconds and at an error of the store. Throws `mail-off` if there is
 * no mail server, and nothing later: the caller needs the links that were not sent.
 */
export async function mailLinks(
  { config, shared, store, log, now }: MailContext,
  sender: MailSender,
  links: readonly MailedLink[],
  maxMs = SENDING_MS,
): Promise<MailedLinks> {
  const { publicUrl, basePath, mailServer } = config
  if (!mailServer) throw new ApiError('mail-off')
  const sent = new Set<string>()
  let problem: string | undefined
  let failures = 0
  const end = Date.now() + maxMs
  for (const { user, token, expiresAt } of links) {
    const left = end - Date.now()
    if (failures >= MAX_FAILURES || left <= 0) break
    try {
      const address = await currentAddress(store, user)
      const limit = { key: `invitations ${sender.userId}`, most: mailServer.maxPerHour }
      if (!(await shared.allow([limit], HOUR_MS))) {
        problem = new ApiError('mail-limit', { args: [mailServer.maxPerHour] }).message
        break
      }
      const url = `${publicUrl}${basePath}/login/link/${token}`
      const hours = Math.round((expiresAt - now()) / HOUR_MS)
      const entry = { actor: sender.userId, action: 'invite', entity_type: 'user', entity_id: user.id } as const
      await store.events.append({ ...entry, after: JSON.stringify({ sent_to: address }) })
      const duration = Math.min(left, SENDING_MS / MAX_FAILURES)
      try {
        await sendInvitation(mailServer, { user, inviter: sender.name, url, hours }, duration)
      } catch (error) {
        const after = JSON.stringify({ sent_to: address, failure: messageOf(error) })
        await store.events.append({ ...entry, after })
        throw error
      }
      sent.add(user.username)
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

/** Returns the address of a user who still has it and is active. Throws `mail-address-changed` and `user-inactive`. */
async function currentAddress({ users }: Pick<Store, 'users'>, user: MailedLink['user']): Promise<string> {
  const address = mailAddressOf(user)
  const current = await users.get(user.id)
  if (current?.email !== user.email) throw new ApiError('mail-address-changed', { args: [user.username] })
  if (!current.active) throw new ApiError('user-inactive', { args: [user.username] })
  return address
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
