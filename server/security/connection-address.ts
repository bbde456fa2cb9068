import { passwordMask } from '#core/rest/database.ts'

/** Splits a connection URI into the masked URI and its password; undefined if it has none. */
export function splitPassword(uri: string): { readonly masked: string; readonly password: string | undefined } {
  const parts = /^([^:/?#]+:\/\/)([^/?#@]*)@(.*)$/s.exec(uri)
  const colon = parts?.[2]?.indexOf(':') ?? -1
  if (!parts || colon < 0) return { masked: uri, password: undefined }
  const user = (parts[2] as string).slice(0, colon)
  const password = (parts[2] as string).slice(colon + 1)
  return { masked: `${parts[1]}${user}:${passwordMask}@${parts[3]}`, password: decode(password) }
}

/** Returns the URI with its mask replaced by the password. */
export function joinPassword(uri: string, password: string): string {
  const { masked, password: given } = splitPassword(uri)
  return given === passwordMask ? masked.replace(`:${passwordMask}@`, () => `:${encodeURIComponent(password)}@`) : uri
}

/** Returns the URI with its password, if any, replaced by this one. A URI without a user cannot have a password. */
export function setPassword(uri: string, password: string): string {
  return uri.replace(
    /^([^:/?#]+:\/\/[^/?#@:]+)(?::[^/?#@]*)?@/,
    (_, start: string) => `${start}:${encodeURIComponent(password)}@`,
  )
}

/** A password may contain a bare `%`. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Returns the name of the engine in a URI: the scheme, without a driver. */
export function backendIn(uri: string): string {
  return /^(\w+)/.exec(uri)?.[1]?.toLowerCase() ?? ''
}
