/**
 * Returns the bytes in a buffer that holds nothing else, so that it can be transferred; a copy if they share a buffer.
 */
export function transferableBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteLength } = bytes
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength
    ? new Uint8Array(buffer)
    : new Uint8Array(bytes)
}
