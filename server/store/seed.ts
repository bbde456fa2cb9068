import { builtInRoles, type RoleDefinition } from './built-in-roles.ts'
import type { PermissionPair } from '#core/entity/role.ts'
import type { Store } from './store.ts'

/**
 * Makes the built-in roles and gives them their permission pairs. What was given before is remembered: a pair or a role
 * taken away by hand stays away, a pair a new version brings is added, and one it has withdrawn is taken away. Safe to
 * run at every start.
 */
export async function seed(store: Store): Promise<void> {
  await store.transaction(async (inside) => {
    for (const definition of builtInRoles) await seedRole(inside, definition)
  })
}

async function seedRole(store: Store, { name, pairs }: RoleDefinition): Promise<void> {
  const setting = `seeded role ${name}`
  const before = await store.settings.get(setting)
  const after = JSON.stringify(pairs)
  if (before === after) return
  const given = new Set((JSON.parse(before ?? '[]') as unknown[]).map((pair) => JSON.stringify(pair)))
  const existing = await store.roles.byName(name)
  const role = existing ?? (before === undefined ? await store.roles.create({ name }, null) : undefined)
  if (!role) return
  const added = pairs.filter((pair) => !given.has(JSON.stringify(pair)))
  await store.roles.addPairs(role.id, added)
  const wanted = new Set(pairs.map((pair) => JSON.stringify(pair)))
  const held = await store.roles.pairs(role.id)
  const kept = held.map((pair) => JSON.stringify(pair)).filter((pair) => wanted.has(pair) || !given.has(pair))
  if (kept.length < held.length)
    await store.roles.setPairs(
      role.id,
      kept.map((pair) => JSON.parse(pair) as PermissionPair),
    )
  await store.settings.set(setting, after)
}
