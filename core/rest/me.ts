import * as z from 'zod'

/** `PUT /api/v1/me/password` */
export const passwordChange = z.strictObject({ current_password: z.string(), new_password: z.string() })

/** One session of the caller, as `GET /api/v1/me/sessions` lists it; moments are ISO 8601 in UTC without a zone. */
export interface SessionAnswer {
  /** Names the session in `DELETE /api/v1/me/sessions/{id}`; not what is in its cookie. */
  readonly id: string
  readonly is_current: boolean
  readonly created_on: string
  /** To the hour. */
  readonly last_seen: string
  readonly expires_on: string
  readonly user_agent: string | null
  /** The network it was opened from, such as `192.0.2.0/24`. */
  readonly address: string | null
}
