import type { EntityType } from '#core/entity/event.ts'
import type { RouteRequest } from '#server/route/route.ts'

/** Records that the caller viewed an entity; views of anonymous callers are not recorded. */
export async function recordView({ context, user }: RouteRequest, type: EntityType, id: number): Promise<void> {
  if (user.userId === null) return
  await context.store.events.append({ actor: user.userId, action: 'view', entity_type: type, entity_id: id })
}
