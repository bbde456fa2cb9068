/** Default headers of every response. */
export const HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cache-control': 'private, no-cache',
} as const

/** Default headers of every response below `/api/`. */
export const API_HEADERS = { ...HEADERS, 'content-security-policy': "default-src 'none'" } as const
