import { parseJson } from '#core/rest/json.ts'
import { decryptSecret, encryptSecret } from '#server/security/secret-box.ts'
import type { AuthorizationChecks } from './openid-provider.ts'

/** How long a user has for a step of the sign-in, in milliseconds. */
export const TICKET_LIFE = 10 * 60_000

/** The state of a sign-in between two requests of a browser. Only this server can read and create it. */
export interface SignInTicket {
  /** When the sign-in began; epoch milliseconds. */
  readonly begun: number
  /** The path to show after the sign-in, below the base path. */
  readonly next: string
  readonly provider: string
  readonly checks: AuthorizationChecks
}

/** Returns the encrypted form of a ticket, for a cookie. */
export function encryptTicket(secretKey: string, ticket: SignInTicket): string {
  return encryptSecret(secretKey, JSON.stringify({ 'sign-in ticket': ticket }))
}

/** Returns the ticket of a cookie; undefined if there is none, it is not valid or it has expired. */
export function decryptTicket(secretKey: string, encrypted: string | undefined, now: number): SignInTicket | undefined {
  if (encrypted === undefined) return undefined
  try {
    const { 'sign-in ticket': ticket } = parseJson(decryptSecret(secretKey, encrypted)) as {
      readonly 'sign-in ticket'?: SignInTicket
    }
    return ticket && ticket.begun <= now && now - ticket.begun < TICKET_LIFE ? ticket : undefined
  } catch {
    return undefined
  }
}
