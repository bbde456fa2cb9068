import { builtInRoles, type RoleDefinition } from './built-in-roles.ts'
import type { PermissionPair } from '#core/entity/role.ts'
import type { Store } from './store.ts'

/**
 * Creates the built-in roles and grants their permissions. Earlier grants are recorded: a pair or role removed by an
 * administrator stays removed, a pair added by a new version is granted, and a pair it dropped is revoked. Safe to run
 * at every start.
 */
export async function seedMetadata(store: Store): Promise<void> {
  await store.transaction(async (tx) => {
    for (const definition of builtInRoles) await seedRole(tx, definition)
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
  const currentPairs = await store.roles.pairs(role.id)
  const stored = currentPairs.map((pair) => JSON.stringify(pair)).filter((pair) => wanted.has(pair) || !given.has(pair))
  if (stored.length < currentPairs.length)
    await store.roles.setPairs(
      role.id,
      stored.map((pair) => JSON.parse(pair) as PermissionPair),
    )
  await store.settings.set(setting, after)
}
