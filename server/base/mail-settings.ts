import { readFileSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import * as z from 'zod'

/** How the connection to a mail server is encrypted. */
const SECURITY = ['starttls', 'tls', 'none'] as const

/** An address such as `facet@example.org`, without characters that would end a header or begin another address. */
const ADDRESS = /^[^\s@<>,;:"()[\]\\\p{C}]+@[^\s@<>,;:"()[\]\\\p{C}]+$/u

/** True if a text is one email address that can be the recipient of a message. */
export function isMailAddress(text: string): boolean {
  return text.length <= 254 && ADDRESS.test(text)
}

/** The settings of the mail server, by the names of their environment variables. */
export const mailSettings = {
  FACET_SMTP_HOST: z
    .string()
    .regex(/^[\w.:-]+$/, { error: 'must be an address or a host name' })
    .optional(),
  FACET_SMTP_PORT: z
    .string()
    .regex(/^[1-9]\d{0,4}$/, { error: 'must be a number from 1 to 65535' })
    .transform(Number)
    .refine((port) => port <= 65_535, { error: 'must be a number from 1 to 65535' }),
  FACET_SMTP_SECURITY: z.enum(SECURITY, { error: `must be one of ${SECURITY.join(', ')}` }),
  FACET_SMTP_CA_FILE: z.string().refine(isAbsolute, { error: 'must be the absolute path of a PEM file' }).optional(),
  FACET_SMTP_USER: z.string().optional(),
  FACET_SMTP_PASSWORD: z.string().optional(),
  FACET_SMTP_FROM: z
    .string()
    .transform((text) => text.trim())
    .refine(isMailAddress, { error: 'must be an email address such as facet@example.org' })
    .optional(),
  FACET_SMTP_HOURLY: z
    .string()
    .regex(/^[1-9]\d{0,4}$/, { error: 'must be a whole number of messages, from 1 to 99999' })
    .transform(Number),
} as const

const schema = z.object(mailSettings)
type MailValues = z.output<typeof schema>

/** The server that delivers messages. */
export interface MailServer {
  readonly host: string
  readonly port: number
  readonly security: (typeof SECURITY)[number]
  /** Certificates of the authorities of the server, as PEM; undefined for those of Node. */
  readonly ca: string | undefined
  readonly login: { readonly user: string; readonly pass: string } | undefined
  readonly from: string
  /** Maximum number of messages that an administrator sends per hour. */
  readonly maxPerHour: number
}

/**
 * Returns the mail server of the settings; undefined if there is none. Each problem is passed to `report`, without the
 * value of a secret. Links in messages begin with `publicUrl`, never with a host that a request names.
 */
export function readMailServer(
  values: MailValues,
  publicUrl: string | undefined,
  report: (problem: string) => void,
): MailServer | undefined {
  const { FACET_SMTP_HOST: host, FACET_SMTP_USER: user, FACET_SMTP_PASSWORD: pass, FACET_SMTP_FROM: from } = values
  if (host === undefined) {
    for (const name of ['FACET_SMTP_USER', 'FACET_SMTP_PASSWORD', 'FACET_SMTP_FROM', 'FACET_SMTP_CA_FILE'] as const)
      if (values[name] !== undefined) report(`FACET_SMTP_HOST is required with ${name}`)
    return undefined
  }
  const { FACET_SMTP_SECURITY: security, FACET_SMTP_CA_FILE: file } = values
  if (from === undefined) report('FACET_SMTP_FROM is required with FACET_SMTP_HOST')
  if (publicUrl === undefined)
    report('FACET_PUBLIC_URL is required with FACET_SMTP_HOST, because messages have links to it')
  if ((user === undefined) !== (pass === undefined))
    report('FACET_SMTP_USER and FACET_SMTP_PASSWORD are required together')
  if (user !== undefined && security === 'none')
    report('FACET_SMTP_SECURITY must be starttls or tls with FACET_SMTP_USER: the password would be sent as plain text')
  const ca = file === undefined ? undefined : certificatesIn(file, report)
  const login = user === undefined || pass === undefined ? undefined : { user, pass }
  const { FACET_SMTP_PORT: port, FACET_SMTP_HOURLY: maxPerHour } = values
  return { host, port, security, ca, login, from: from ?? '', maxPerHour }
}

function certificatesIn(file: string, report: (problem: string) => void): string | undefined {
  try {
    const text = readFileSync(file, 'utf8')
    if (text.includes('-----BEGIN CERTIFICATE-----')) return text
    report('FACET_SMTP_CA_FILE has no certificates in PEM form')
  } catch (error) {
    report(`FACET_SMTP_CA_FILE cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown error'}`)
  }
  return undefined
}
