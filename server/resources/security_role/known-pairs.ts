import type { PermissionPair } from '#core/entity/role.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { permissionPairs } from '#server/store/catalogue.ts'
import type { Store } from '#server/store/store.ts'
import { objectPairs } from './object-permissions.ts'

const keyOfPair = ([permission, view]: PermissionPair) => JSON.stringify([permission, view])

/**
 * Throws `permission-unknown` for a pair that is neither a permission of the product, nor stored, nor on an existing
 * database, schema or dataset.
 */
export async function requireKnownPairs(store: Store, pairs: readonly PermissionPair[]): Promise<void> {
  const inProduct = new Set(permissionPairs.map(keyOfPair))
  const others = pairs.filter((pair) => !inProduct.has(keyOfPair(pair)))
  if (others.length === 0) return
  const stored = (await store.roles.storedPairs()).map(({ permission, view }) => keyOfPair([permission, view]))
  const objects = (await objectPairs(store)).map(({ permission, view }) => keyOfPair([permission, view]))
  const known = new Set([...stored, ...objects])
  const unknown = others.find((pair) => !known.has(keyOfPair(pair)))
  if (unknown) throw new ApiError('permission-unknown', { args: [...unknown] })
}
