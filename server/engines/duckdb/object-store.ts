import { lookup as lookUp, type LookupAddress } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { ApiError } from '#core/rest/api-error.ts'
import { isLinkLocal } from '../link-local.ts'

/** A bucket of an S3-compatible object store, and the account that reads it. */
export interface BucketSource {
  /** The origin of the store, such as `https://s3.eu-central-1.amazonaws.com`; one that the operator lists. */
  readonly endpoint: string
  readonly region: string
  /** The bucket and a folder, an object or a pattern in it, such as `lake/sales/*.parquet`. */
  readonly path: string
  /** The access key; without one, requests are not signed. */
  readonly accessKey?: string | undefined
  readonly secretKey?: string | undefined
  /** The token of temporary credentials. */
  readonly sessionToken?: string | undefined
  /** Certificates of the authorities that sign the certificate of the store, instead of those of Node. */
  readonly authorities?: string | undefined
  /** The folder of the extension files of DuckDB. */
  readonly extensions?: string | undefined
}

/** Addresses of the machine itself. */
const localAddresses = new BlockList()
localAddresses.addSubnet('127.0.0.0', 8, 'ipv4')
localAddresses.addSubnet('0.0.0.0', 8, 'ipv4')
localAddresses.addAddress('::1', 'ipv6')
localAddresses.addAddress('::', 'ipv6')

function isOwn(address: string): boolean {
  const bare = address.replace(/%.*$/s, '')
  const version = isIP(bare)
  return version !== 0 && localAddresses.check(bare, version === 6 ? 'ipv6' : 'ipv4')
}

/** Returns the host of an endpoint without brackets. */
export const hostOf = (endpoint: URL): string => endpoint.hostname.replace(/^\[|\]$/g, '')

/** Returns the port of an endpoint. */
export const portOf = ({ port, protocol }: URL): number => Number(port) || (protocol === 'https:' ? 443 : 80)

/**
 * Returns the endpoint as an origin if the operator lists it. Throws `endpoints-unset`, `endpoint-unlisted` and
 * `connection-link-local`.
 */
export function listedEndpoint(text: string, listed: readonly string[] = []): string {
  if (listed.length === 0) throw new ApiError('endpoints-unset')
  const origin = URL.canParse(text) ? new URL(text).origin : ''
  if (!listed.some((each) => URL.canParse(each) && new URL(each).origin === origin))
    throw new ApiError('endpoint-unlisted', { args: [text] })
  const host = hostOf(new URL(origin))
  if (isLinkLocal(host)) throw new ApiError('connection-link-local', { args: [host] })
  return origin
}

type Resolve = (
  host: string,
  options: { readonly all: true },
  callback: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void

/**
 * Returns the lookup of an endpoint. It fails with `connection-link-local` and `endpoint-loopback` if a name has such an
 * address. An endpoint that is listed as a loopback address or as `localhost` may be on the machine itself.
 */
export function endpointLookup(endpoint: URL, resolve: Resolve = lookUp): LookupFunction {
  const host = hostOf(endpoint)
  const mayBeOwn = host === 'localhost' || isOwn(host)
  return (name, options, callback) => {
    resolve(name, { ...options, all: true }, (error, found) => {
      const denied = found?.find(({ address }) => isLinkLocal(address) || (!mayBeOwn && isOwn(address)))
      if (error) callback(error, [])
      else if (denied) callback(deniedAddress(host, denied.address), [])
      else if (options.all) callback(null, found)
      else callback(null, found[0]?.address ?? '', found[0]?.family)
    })
  }
}

function deniedAddress(host: string, address: string): ApiError {
  return new ApiError(isLinkLocal(address) ? 'connection-link-local' : 'endpoint-loopback', { args: [host] })
}

/** Reasons why a store does not respond, by the codes of Node. */
const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'the name of its host is not known',
  EAI_AGAIN: 'the name of its host is not known',
  ECONNREFUSED: 'its port is closed',
  ETIMEDOUT: 'it does not respond',
  EHOSTUNREACH: 'it does not respond',
  ENETUNREACH: 'it does not respond',
}

/** Returns the error for a request that failed, without the account and the path. */
export function toConnectionError(endpoint: string, error: unknown): ApiError {
  if (error instanceof ApiError) return error
  const { code = '', message = '' } = error as Partial<NodeJS.ErrnoException>
  const isCertificate = /CERT|SIGNED|SIGNATURE|ALTNAME/.test(code) || /certificate/i.test(message)
  const reason = isCertificate ? 'its certificate is not valid' : (REASONS[code] ?? 'the connection was lost')
  return new ApiError('endpoint-failed', { args: [endpoint, reason], cause: error })
}

/** Returns the error for a response that is no success; undefined for one that is. */
export function statusError(status: number, { endpoint, path }: Pick<BucketSource, 'endpoint' | 'path'>) {
  const bucket = path.split('/')[0] ?? ''
  if (status >= 200 && status < 300) return undefined
  if (status >= 300 && status < 400) return new ApiError('endpoint-redirect', { args: [endpoint] })
  if (status === 401 || status === 403) return new ApiError('bucket-denied', { args: [bucket] })
  if (status === 404) return new ApiError('bucket-missing', { args: [bucket] })
  return new ApiError('endpoint-failed', { args: [endpoint, `it responds with the status ${status}`] })
}
