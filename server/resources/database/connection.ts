import type { Database, DatabaseBody } from '#core/entity/database.ts'
import { passwordMask } from '#core/rest/database.ts'
import { isObject, parseJson } from '#core/rest/json.ts'
import { areCertificates, type ClientCertificate, isClientCertificate } from '#server/engines/certificates.ts'
import { type GivenConnection, storedConnection } from '#server/security/connection-secret.ts'

/** The fields of a body that describe its certificates. */
export type CertificateBody = Pick<DatabaseBody, 'server_cert' | 'encrypted_extra' | 'masked_encrypted_extra'>

interface FieldErrors {
  readonly errors: Readonly<Record<string, readonly string[]>>
}

/** The names of the client certificate and its key in `masked_encrypted_extra`. */
const CERT = 'client_cert'
const KEY = 'client_key'

/** True if a body changes the certificates of a database. */
export function hasCertificates(body: CertificateBody): boolean {
  return [body.server_cert, body.encrypted_extra, body.masked_encrypted_extra].some((each) => each !== undefined)
}

/** Returns the connection of a body with this URI, or the errors of its fields. Absent ones are those of the row. */
export function connectionIn(
  uri: string,
  body: CertificateBody,
  row: Pick<Database, 'server_cert'> | undefined,
): { readonly ok: GivenConnection } | FieldErrors {
  const server_cert = body.server_cert === undefined ? (row?.server_cert ?? null) : body.server_cert?.trim() || null
  if (body.server_cert?.trim() && !areCertificates(body.server_cert))
    return { errors: { server_cert: ['Invalid certificate'] } }
  const client = clientIn(body)
  if (client === 'incomplete')
    return { errors: { masked_encrypted_extra: [`A client certificate needs both ${CERT} and ${KEY}`] } }
  if (client && (client.key === passwordMask ? !areCertificates(client.cert) : !isClientCertificate(client)))
    return { errors: { masked_encrypted_extra: ['Invalid client certificate, or not its key'] } }
  return { ok: { sqlalchemy_uri: uri, server_cert, client } }
}

/** Returns the client certificate of a body: undefined if it says nothing, null if it removes it. */
function clientIn({
  masked_encrypted_extra,
  encrypted_extra,
}: CertificateBody): ClientCertificate | null | undefined | 'incomplete' {
  const text = masked_encrypted_extra === undefined ? encrypted_extra : masked_encrypted_extra
  if (text === undefined) return undefined
  const extra: unknown = text === null || text === '' ? {} : parseJson(text)
  const { [CERT]: cert, [KEY]: key } = isObject(extra) ? extra : {}
  const [hasCert, hasKey] = [cert, key].map((each) => typeof each === 'string' && each.trim() !== '')
  if (!hasCert && !hasKey) return null
  return hasCert && hasKey ? { cert: String(cert).trim(), key: String(key).trim() } : 'incomplete'
}

/** Returns the `masked_encrypted_extra` of a database: its client certificate, with the key masked; null without one. */
export function maskedExtra(database: Database, secretKey: string): string | null {
  try {
    const { client } = storedConnection(database, secretKey)
    return client ? JSON.stringify({ [CERT]: client.cert, [KEY]: passwordMask }) : null
  } catch {
    // The secrets belong to another connection, or were encrypted with another key.
    return null
  }
}
