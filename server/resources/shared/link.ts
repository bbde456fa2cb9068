import type { RouteRequest } from '#server/route/route.ts'

/**
 * Returns the URL of a path below the base path: absolute if the operator configured the host name, else a path. The
 * host in the request is never used.
 */
export function linkTo({ context: { config } }: RouteRequest, path: string): string {
  return `${config.publicUrl}${config.basePath}${path}`
}
