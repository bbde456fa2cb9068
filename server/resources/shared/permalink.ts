import { createHash } from 'node:crypto'
import type { KeyValueResource } from '#core/entity/key-value.ts'
import { Fault } from '#core/rest/fault.ts'
import type { Asked } from '#server/resources/resource.ts'

type Resource = Extract<KeyValueResource, 'dashboard_permalink' | 'explore_permalink'>

/** The key of a state, kept for good; equal states have the same key. */
export async function makePermalink(asked: Asked, resource: Resource, state: object): Promise<string> {
  const value = JSON.stringify(state)
  const key = createHash('sha256').update(`${resource}\n${value}`).digest('base64url').replace(/[-_]/g, '').slice(0, 14)
  const { keyValues } = asked.context.store
  if (!(await keyValues.get(resource, key)))
    await keyValues.put({ resource, key, value, user_id: asked.user.userId, expires_on: null })
  return key
}

/** The state of a key. */
export async function readPermalink(asked: Asked, resource: Resource, key: string): Promise<Record<string, unknown>> {
  const kept = await asked.context.store.keyValues.get(resource, key)
  if (!kept) throw new Fault('not-found')
  return JSON.parse(kept.value) as Record<string, unknown>
}
