/** Default headers of every response. Pages have a content security policy of their own, and assets have none. */
export const HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cache-control': 'private, no-cache',
  'content-security-policy': "default-src 'none'",
} as const
