import type { Route } from '#server/route/route.ts'
import { changeRoutes } from './changes.ts'
import { recycleBinRoutes } from './deleted-items.ts'
import { writableResourceRoutes } from './resource-handlers.ts'
import { historyRoutes } from './history.ts'
import type { AnyResource } from './resource.ts'

/** Returns the routes of a resource: its own, and those of every resource. URLs follow `/api/v1/{name}`. */
export function resourceRoutes(resource: AnyResource): readonly Route[] {
  return [
    ...writableResourceRoutes(resource),
    ...recycleBinRoutes(resource),
    ...historyRoutes(resource),
    ...changeRoutes(resource),
  ]
}
