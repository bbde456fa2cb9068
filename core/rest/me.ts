import * as z from 'zod'
import { FORMAT_LOCALES } from '#core/text/format-locales.ts'

/** `PUT /api/v1/me/password`; a user who has no password sends no current one. */
export const passwordChange = z.strictObject({ current_password: z.string().optional(), new_password: z.string() })

/** `PUT /api/v1/me/locale`: the formats of dates and numbers; null for the default. */
export const localeBody = z.strictObject({ locale: z.enum(FORMAT_LOCALES).nullable() })

export const localeResponse = z.object({
  result: z.object({
    /** BCP 47 tag of the texts of the interface. */
    language: z.string(),
    /** BCP 47 tag of the formats of dates and numbers; null if the user has chosen none. */
    locale: z.string().nullable(),
  }),
})

/** Maximum lifetime of an API token in days. */
export const MAX_TOKEN_DAYS = 366

/** `POST /api/v1/me/tokens`. */
export const apiTokenBody = z.strictObject({
  name: z.string().trim().min(1).max(100),
  scope: z.enum(['read', 'write']),
  /** A role of the user to which the rights of the token are limited. */
  role_id: z.int().positive().nullish(),
  expires_in_days: z.int().min(1).max(MAX_TOKEN_DAYS),
})

const apiTokenShape = z.object({
  id: z.int(),
  name: z.string(),
  scope: z.enum(['read', 'write']),
  /** The role to which the rights are limited; null if they are those of the user. A deleted role has no name. */
  role: z.object({ id: z.int(), name: z.string().nullable() }).nullable(),
  /** The first characters of the token. */
  prefix: z.string(),
  created_on: z.string(),
  expires_on: z.string(),
  /** Rounded to the minute; null if the token was never used. */
  last_used_on: z.string().nullable(),
})

export const apiTokensResponse = z.object({
  count: z.int(),
  result: z.array(apiTokenShape),
  /** The roles of the user, to one of which a new token may be limited. */
  roles: z.array(z.object({ id: z.int(), name: z.string() })),
})

/** The token itself is only in this response. */
export const newApiTokenResponse = z.object({ id: z.int(), result: apiTokenShape.extend({ token: z.string() }) })

/** A personal API token; timestamps are ISO 8601 in UTC without a zone. */
export type ApiTokenResponse = Readonly<z.output<typeof apiTokenShape>>

/** The API tokens of a user, and the roles that may limit a new one. */
export type ApiTokensResponse = Readonly<z.output<typeof apiTokensResponse>>

/** `POST /api/v1/me/second_factor`; a user who has no password sends none. */
export const newSecretBody = z.strictObject({ current_password: z.string().optional() })

const typedCode = z.string().max(100)

/** A code of the authenticator app, or a recovery code. */
export const codeBody = z.strictObject({ code: typedCode })

/** `PUT /api/v1/me/second_factor`: the ticket of the set-up, and a code of the app. */
export const confirmSecretBody = z.strictObject({ ticket: z.string().max(2000), code: typedCode })

/** `POST /api/v1/me/second_factor/remove`; a user who has no password sends none. */
export const removeFactorBody = z.strictObject({ current_password: z.string().optional(), code: typedCode })

export const secondFactorResponse = z.object({
  result: z.object({ is_set: z.boolean(), is_required: z.boolean(), recovery_codes: z.int() }),
})

/** A secret of a new second factor: the key in base32, the URI for apps, its QR code as SVG, and the ticket that confirms it. */
export const newSecretResponse = z.object({
  result: z.object({ key: z.string(), uri: z.string(), svg: z.string(), ticket: z.string() }),
})

/** Recovery codes are only in this response. */
export const recoveryCodesResponse = z.object({ result: z.object({ recovery_codes: z.array(z.string()) }) })

/** The state of the caller's second factor. */
export type SecondFactorResponse = Readonly<z.output<typeof secondFactorResponse>['result']>

/** The secret of a new second factor. */
export type NewSecretResponse = Readonly<z.output<typeof newSecretResponse>['result']>

const sessionShape = z.object({
  /** Identifies the session in `DELETE /api/v1/me/sessions/{id}`; it is not the cookie value. */
  id: z.string(),
  is_current: z.boolean(),
  created_on: z.string(),
  /** Rounded to the hour. */
  last_seen: z.string(),
  expires_on: z.string(),
  user_agent: z.string().nullable(),
  /** The network of the client at sign-in, such as `192.0.2.0/24`. */
  address: z.string().nullable(),
})

export const sessionsResponse = z.object({ count: z.int(), result: z.array(sessionShape) })

/** One session of the caller, as listed by `GET /api/v1/me/sessions`; timestamps are ISO 8601 in UTC without a zone. */
export type SessionResponse = Readonly<z.output<typeof sessionShape>>
