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

/**
 * Delivers an invitation within `duration` milliseconds, or closes the connection. Throws `mail-address-missing`, and
 * `mail-failed` with the response of the server.
 */
export async function sendInvitation(
  server: MailServer,
  invitation: MailedInvitation,
  duration = DELIVERY_MS,
): Promise<void> {
  const address = mailAddressOf(invitation.user)
  const { createTransport } = await import('nodemailer')
  await runWithin(server, duration, (signal) =>
    createTransport({ ...connectionOf(server), ...(server.login ? { auth: server.login } : {}) }).sendMail({
      from: { name: 'Facet', address: server.from },
      to: { name: '', address },
      ...invitationTexts(invitation),
      disableFileAccess: true,
      disableUrlAccess: true,
      signal,
    }),
  )
}

/** Connects and signs in to the mail server without sending anything. Throws `mail-failed`. */
export async function checkMailServer(server: MailServer, duration = DELIVERY_MS): Promise<void> {
  const { default: SmtpConnection } = await import('nodemailer/lib/smtp-connection')
  await runWithin(server, duration, (signal) => {
    const connection = new SmtpConnection(connectionOf(server))
    const signedIn = new Promise<void>((resolve, reject) => {
      const end = (error?: Error | null) => (error ? reject(error) : resolve())
      signal.addEventListener('abort', () => end(new Error('Stopped')), { once: true })
      connection.on('error', end)
      connection.on('end', () => end(new Error('The mail server closed the connection')))
      connection.connect((error) => {
        if (error || !server.login || !connection.allowsAuth) end(error)
        else connection.login({ credentials: server.login }, end)
      })
    })
    return signedIn.finally(() => connection.close())
  })
}

function connectionOf({ host, port, security, ca }: MailServer) {
  return {
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    tls: { minVersion: 'TLSv1.2', ...(ca === undefined ? {} : { ca }) },
    connectionTimeout: STEP_MS,
    greetingTimeout: STEP_MS,
    socketTimeout: STEP_MS,
  } as const
}

async function runWithin(server: MailServer, duration: number, run: (signal: AbortSignal) => Promise<unknown>) {
  const signal = AbortSignal.timeout(duration)
  try {
    await run(signal)
  } catch (error) {
    const reason = signal.aborted ? 'The mail server took too long' : reasonOf(error, server)
    // The original error may repeat the password, and causes are logged.
    throw new ApiError('mail-failed', { args: [reason], cause: new Error(reason) })
  }
}

/** Returns the response of the server on one line, without the password: servers may repeat rejected commands. */
function reasonOf(error: unknown, { login }: MailServer): string {
  const { code, response, responseCode, message } = error as {
    readonly [name in 'code' | 'response' | 'message']?: string
  } & { readonly responseCode?: number }
  if (code === 'EAUTH') return `${responseCode ?? ''} The mail server rejected the user name or the password`.trim()
  return secretsOf(login)
    .reduce((left, secret) => left.replaceAll(secret, '***'), response ?? message ?? String(error))
    .replace(/\p{C}+/gu, ' ')
    .slice(0, 300)
}

/** Returns the forms in which the commands of a sign-in contain the password, the longest first. */
function secretsOf(login: MailServer['login']): readonly string[] {
  if (!login?.pass) return []
  const encoded = (text: string) => Buffer.from(text).toString('base64').replace(/=+$/, '')
  return [encoded(`\0${login.user}\0${login.pass}`), encoded(login.pass), login.pass]
}
