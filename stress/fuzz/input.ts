import type { Tree } from './tree.ts'
import type { Caller } from './fixture.ts'

/** One request, as it is sent. */
export interface Input {
  /** The type of the input. */
  readonly kind: string
  readonly caller: Caller
  readonly method: string
  /** Path and query string, with characters allowed in a request line. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** The body: a document, or bytes. */
  readonly body?: Tree | Uint8Array | undefined
  /** Raw bytes for a separate connection, in place of all of the above. */
  readonly raw?: Uint8Array
}

/** Characters that Node's client rejects in a request line. */
const SENDABLE = /[^\u0021-\u00ff]/gu

/** Replaces lone surrogates, which no URL and no form field can hold. */
export const toWellFormedText = (text: string): string => Buffer.from(text).toString()

/** Returns a URL that can be sent: characters that would end it are percent-encoded. */
export function toSendableUrl(path: string): string {
  const text = path.startsWith('/') ? path : `/${path}`
  return toWellFormedText(text).replace(SENDABLE, (each) => encodeURIComponent(each))
}
