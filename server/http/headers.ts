/** Headers of every answer that does not say otherwise. */
export const HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cache-control': 'private, no-cache',
} as const

/** Headers of every answer below `/api/`. */
export const API_HEADERS = { ...HEADERS, 'content-security-policy': "default-src 'none'" } as const
