import type { Tree } from './tree.ts'
import type { Caller } from './fixture.ts'

/** One call, as it is sent. */
export interface Input {
  /** What it was made to try. */
  readonly kind: string
  readonly caller: Caller
  readonly method: string
  /** Path and query string, of characters that a request line may have. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** The body: a document, or bytes. */
  readonly body?: Tree | Uint8Array | undefined
  /** Bytes of a connection of their own in place of all of the above. */
  readonly raw?: Uint8Array
}

/** Characters that Node's client lets into a request line. */
const SENDABLE = /[^\u0021-\u00ff]/gu

/** A text with a sign in place of each half of a pair, which no address and no field of a form can hold. */
export const wellFormed = (text: string): string => Buffer.from(text).toString()

/** An address that can be sent: the characters that would end it are percent-encoded. */
export function sendable(path: string): string {
  const text = path.startsWith('/') ? path : `/${path}`
  return wellFormed(text).replace(SENDABLE, (each) => encodeURIComponent(each))
}
