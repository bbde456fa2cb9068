/** Returns the CSP nonce for styles added by scripts; Vite writes it into the page. */
export function pageNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}
