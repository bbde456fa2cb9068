import * as z from 'zod'

/** `PUT /api/v1/me/password`; a user who has no password sends no current one. */
export const passwordChange = z.strictObject({ current_password: z.string().optional(), new_password: z.string() })

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

export const sessionsAnswer = z.object({ count: z.int(), result: z.array(sessionShape) })

/** One session of the caller, as listed by `GET /api/v1/me/sessions`; timestamps are ISO 8601 in UTC without a zone. */
export type SessionAnswer = Readonly<z.output<typeof sessionShape>>
