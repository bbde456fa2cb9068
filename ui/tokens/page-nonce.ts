/** The nonce by which this page may bring styles of its own; Vite puts it into the page. */
export function pageNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}
