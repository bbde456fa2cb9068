import type { EntityType } from '#core/entity/event.ts'
import type { RouteRequest } from '#server/route/route.ts'

/** Writes down that the caller has looked at something; nobody is remembered of those who have not signed in. */
export async function recordView({ context, user }: RouteRequest, type: EntityType, id: number): Promise<void> {
  if (user.userId === null) return
  await context.store.events.append({ actor: user.userId, action: 'view', entity_type: type, entity_id: id })
}
