import * as z from 'zod'

const MAX_DOMAINS = 100

const ORIGIN = /^https?:\/\/(?:[\w-]+(?:\.[\w-]+)*|\[[\da-f:]+\])(?::\d{1,5})?\/?$/i

const domain = z
  .string()
  .regex(ORIGIN, 'Not a URL without a path, such as https://intranet.example.org.')
  .transform((text) => text.toLowerCase().replace(/\/$/, ''))

/** Body of `POST` and `PUT /api/v1/dashboard/{id}/embedded`. */
export const embeddedBody = z.object({ allowed_domains: z.array(domain).max(MAX_DOMAINS) })

/** The settings of an embedded dashboard. */
export const embeddedResponse = z.object({
  result: z.object({
    uuid: z.string(),
    dashboard_id: z.string(),
    allowed_domains: z.array(z.string()),
    changed_on: z.string(),
    changed_by: z
      .object({ id: z.int(), username: z.string(), first_name: z.string(), last_name: z.string() })
      .nullable(),
  }),
})
