import * as z from 'zod'

/** `PUT /api/v1/me/password` */
export const passwordChange = z.strictObject({ current_password: z.string(), new_password: z.string() })

const sessionShape = z.object({
  /** Names the session in `DELETE /api/v1/me/sessions/{id}`; not what is in its cookie. */
  id: z.string(),
  is_current: z.boolean(),
  created_on: z.string(),
  /** To the hour. */
  last_seen: z.string(),
  expires_on: z.string(),
  user_agent: z.string().nullable(),
  /** The network it was opened from, such as `192.0.2.0/24`. */
  address: z.string().nullable(),
})

/** The sessions of the caller. */
export const sessionsAnswer = z.object({ count: z.int(), result: z.array(sessionShape) })

/** One session of the caller, as `GET /api/v1/me/sessions` lists it; moments are ISO 8601 in UTC without a zone. */
export type SessionAnswer = Readonly<z.output<typeof sessionShape>>
