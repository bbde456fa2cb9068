import type { RouteRequest } from '#server/route/route.ts'

/**
 * The address of a path below the base path, for an answer: whole where the operator says what the host is called, else
 * a path. What the caller calls the host is never part of it.
 */
export function linkTo({ context: { config } }: RouteRequest, path: string): string {
  return `${config.publicUrl}${config.basePath}${path}`
}
