import { parseJson } from '#core/rest/json.ts'
import type { SecretKeys } from '#server/base/secret-keys.ts'
import { decryptSecret, encryptSecret } from '#server/security/secret-box.ts'
import type { AuthorizationChecks } from './openid-provider.ts'

/** How long a user has for a step of the sign-in, in milliseconds. */
export const TICKET_TTL_MS = 10 * 60_000

/** The state of a sign-in between two requests of a browser. Only this server can read and create it. */
export type SignInTicket = {
  /** When the sign-in began; epoch milliseconds. */
  readonly begun: number
  /** The path to show after the sign-in, below the base path. */
  readonly next: string
} & (
  | { readonly step: 'provider'; readonly provider: string; readonly checks: AuthorizationChecks }
  | { readonly step: 'saml'; readonly provider: string; readonly requestId: string }
  /** The user has authenticated by other means, which `by` names for the action log. */
  | {
      readonly step: 'second factor'
      /** Counts once. */
      readonly id: string
      readonly userId: number
      readonly by: string
      /** The secret of a second factor that the user has to set up, in base64url. */
      readonly secret?: string
      readonly provider?: string | undefined
      readonly signOutToken?: string | undefined
    }
)

type TicketOf<Step extends SignInTicket['step']> = Extract<SignInTicket, { readonly step: Step }>

/** Returns the encrypted form of a ticket, for a cookie. */
export function encryptTicket(secretKey: SecretKeys, ticket: SignInTicket): string {
  return encryptSecret(secretKey, JSON.stringify({ 'sign-in ticket': ticket }))
}

/** Returns the ticket of a cookie for a step; undefined if there is none, it is of another step or has expired. */
export function decryptTicket<Step extends SignInTicket['step']>(
  secretKey: SecretKeys,
  encrypted: string | undefined,
  step: Step,
  now: number,
): TicketOf<Step> | undefined {
  if (encrypted === undefined) return undefined
  try {
    const { 'sign-in ticket': ticket } = parseJson(decryptSecret(secretKey, encrypted)) as {
      readonly 'sign-in ticket'?: SignInTicket
    }
    const isCurrent = ticket?.step === step && ticket.begun <= now && now - ticket.begun < TICKET_TTL_MS
    return isCurrent ? (ticket as TicketOf<Step>) : undefined
  } catch {
    return undefined
  }
}
