import { createPrivateKey, X509Certificate } from 'node:crypto'
import { checkServerIdentity, type PeerCertificate } from 'node:tls'
import type { ErrorCode } from '#core/rest/errors.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { Settings } from './engine.ts'

/** The certificate and the private key by which a connection identifies itself to the server, as PEM texts. */
export interface ClientCertificate {
  readonly cert: string
  readonly key: string
}

/** The certificates of a connection, as the options of a TLS socket name them. */
export interface Certificates extends Partial<ClientCertificate> {
  /** Certificates of the authorities that sign the certificate of the server. */
  readonly ca?: string
}

/** Settings that come from the stored connection: no URI and no form contains them. */
interface CertificateSettings {
  readonly server_cert?: string
  readonly client_cert?: string
  readonly client_key?: string
}

const BLOCK = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g
/** Maximum size of a text with certificates in characters: the authorities of a browser take half of it. */
const MAX_CERTIFICATE_CHARACTERS = 500_000

/** True if a text consists of readable certificates in PEM form, with comments between them. */
export function areCertificates(text: string): boolean {
  const blocks = text.length > MAX_CERTIFICATE_CHARACTERS ? [] : (text.match(BLOCK) ?? [])
  try {
    const isEach = blocks.every((block) => new X509Certificate(block).serialNumber !== '')
    return blocks.length > 0 && isEach && !/-----/.test(text.replace(BLOCK, ''))
  } catch {
    return false
  }
}

/** True if a certificate is readable and the private key, without a passphrase, belongs to it. */
export function isClientCertificate({ cert, key }: ClientCertificate): boolean {
  try {
    return areCertificates(cert) && new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))
  } catch {
    return false
  }
}

/** Returns the settings for the certificates of a connection, for engines that use them. */
export function certificateSettings(serverCert: string | null, client: ClientCertificate | undefined): Settings {
  const settings: CertificateSettings = {
    ...(serverCert ? { server_cert: serverCert } : {}),
    ...(client ? { client_cert: client.cert, client_key: client.key } : {}),
  }
  return { ...settings }
}

/**
 * Returns the certificates in settings; undefined if there are none. Throws `connection-certificate` for a text that is
 * not a certificate, and `connection-payload` if the connection has no encryption.
 */
export function certificatesIn(settings: Settings, hasEncryption: boolean): Certificates | undefined {
  const { server_cert: ca, client_cert: cert, client_key: key } = settings as CertificateSettings
  if (ca === undefined && cert === undefined) return undefined
  if (!hasEncryption) throw new ApiError('connection-payload', { args: ['Certificates need SSL: turn on SSL'] })
  if (ca !== undefined && !areCertificates(ca)) throw new ApiError('connection-certificate')
  return { ...(ca === undefined ? {} : { ca }), ...(cert === undefined || key === undefined ? {} : { cert, key }) }
}

/** Returns the check that the certificate of the server is for a host: a name or an IP address. */
export function identityCheck(host: string): (name: string, certificate: PeerCertificate) => Error | undefined {
  return (_name, certificate) => checkServerIdentity(host, certificate)
}

/** Drivers change codes of errors, but not the messages of OpenSSL and Node. */
const FAULTS: readonly (readonly [RegExp, ErrorCode])[] = [
  [/self[- ]signed certificate/i, 'connection-certificate-self-signed'],
  [/certificate has expired|certificate is not yet valid/i, 'connection-certificate-expired'],
  [/does not match certificate's altnames|not in the cert's list/i, 'connection-certificate-host'],
  [
    /unable to (?:verify the first|get (?:local )?issuer) certificate|certificate signature failure/i,
    'connection-certificate-untrusted',
  ],
]

/** Returns the code of an error by which a connection rejects the certificate of the server; undefined for others. */
export function certificateError(error: unknown): ErrorCode | undefined {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error
  if (!(first instanceof Error) || first instanceof ApiError) return undefined
  return FAULTS.find(([pattern]) => pattern.test(first.message))?.[1]
}
