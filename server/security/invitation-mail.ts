import type { createTransport as CreateTransport } from 'nodemailer'
import type { User } from '#core/entity/user.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { escapeHtml } from '#core/text/escape-html.ts'
import { isMailAddress, type MailServer } from '#server/base/mail-settings.ts'

/** Maximum duration of each step of a delivery, in milliseconds. */
const STEP_MS = 10_000
/** Maximum duration of a whole delivery, in milliseconds. */
const DELIVERY_MS = 30_000

/** A link that signs its recipient in once. */
export interface MailedInvitation {
  readonly user: Pick<User, 'username' | 'email'>
  /** The name of the administrator who invites. */
  readonly inviter: string
  readonly url: string
  /** How long the link works, in hours. */
  readonly hours: number
}

/** Returns the address of a user; throws `mail-address-missing`. */
export function mailAddressOf({ username, email }: Pick<User, 'username' | 'email'>): string {
  if (email === null || !isMailAddress(email)) throw new ApiError('mail-address-missing', { args: [username] })
  return email
}

/** Returns the texts of an invitation. Names of users are escaped in HTML. */
export function invitationTexts({ user, inviter, url, hours }: MailedInvitation) {
  const opening = `${inviter} invites you to Facet. Your user name is ${user.username}.`
  const closing = `The link works once, for ${hours} hours. Ignore this message if you did not expect it.`
  return {
    subject: 'Your sign-in link for Facet',
    text: `${opening}\n\nSign in and set a password:\n${url}\n\n${closing}\n`,
    html: [
      `<p>${escapeHtml(opening)}</p>`,
      `<p><a href="${escapeHtml(url)}">Sign in and set a password</a></p>`,
      `<p>${escapeHtml(url)}</p>`,
      `<p>${escapeHtml(closing)}</p>`,
    ].join('\n'),
  }
}

/** Delivers an invitation. Throws `mail-address-missing`, and `mail-failed` with the response of the server. */
export async function sendInvitation(server: MailServer, invitation: MailedInvitation): Promise<void> {
  const address = mailAddressOf(invitation.user)
  await withServer(server, (transport) =>
    transport.sendMail({
      from: { name: 'Facet', address: server.from },
      to: { name: '', address },
      ...invitationTexts(invitation),
      disableFileAccess: true,
      disableUrlAccess: true,
    }),
  )
}

/** Connects and signs in to the mail server without sending anything. Throws `mail-failed`. */
export async function checkMailServer(server: MailServer): Promise<void> {
  await withServer(server, (transport) => transport.verify())
}

type Transport = ReturnType<typeof CreateTransport>

async function withServer(server: MailServer, work: (transport: Transport) => Promise<unknown>): Promise<void> {
  const { createTransport } = await import('nodemailer')
  const { host, port, security, ca, login } = server
  const transport = createTransport({
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    ...(login ? { auth: login } : {}),
    tls: { minVersion: 'TLSv1.2', ...(ca === undefined ? {} : { ca }) },
    connectionTimeout: STEP_MS,
    greetingTimeout: STEP_MS,
    socketTimeout: STEP_MS,
  })
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The mail server took too long')), DELIVERY_MS)
  })
  try {
    await Promise.race([work(transport), deadline])
  } catch (error) {
    throw new ApiError('mail-failed', { args: [reasonOf(error, server)], cause: error })
  } finally {
    clearTimeout(timer)
    transport.close()
  }
}

/** Returns the response of the server on one line, without the password. */
function reasonOf(error: unknown, { login }: MailServer): string {
  const { response, message } = error as { response?: string; message?: string }
  const text = (response ?? message ?? String(error)).replace(/\p{C}+/gu, ' ').slice(0, 300)
  return login === undefined
    ? text
    : [login.pass, Buffer.from(login.pass).toString('base64')].reduce(
        (left, secret) => left.replaceAll(secret, '***'),
        text,
      )
}
