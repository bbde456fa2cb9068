let allowedOrigins: ReadonlySet<string> = new Set()

/** Sets the external origins (scheme and host, without a trailing slash) from which texts may show images. */
export function allowImageOrigins(origins: readonly string[]): void {
  allowedOrigins = new Set(origins)
}

/** True if the page may show images from an external origin. */
export function isAllowedImageOrigin(origin: string): boolean {
  return allowedOrigins.has(origin)
}
