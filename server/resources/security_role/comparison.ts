import type { Condition } from '#core/access/condition.ts'
import type { Role } from '#core/entity/role.ts'
import {
  type ComparedGrant,
  type ComparedMask,
  type ComparedRule,
  MAX_COMPARED_ITEMS,
  type RoleComparison,
} from '#core/rest/role-comparison.ts'
import type { Store } from '#server/store/store.ts'
import { namedGrants } from '#server/transfer/named-grants.ts'

/** An item with the roles that have it. */
interface HeldItem<Item> {
  readonly item: Item
  readonly roles: readonly number[]
}

/** Returns what one of two roles has and the other has not: permissions, grants, row rules and column masks. */
export async function compareRoles(store: Store, left: Role, right: Role): Promise<RoleComparison> {
  const differ = <Item>(heldItems: readonly HeldItem<Item>[]) => differenceOf(heldItems, left.id, right.id)
  const ids = [left.id, right.id]
  return {
    left: { id: left.id, name: left.name },
    right: { id: right.id, name: right.name },
    permissions: differ(await permissionsHeld(store, ids)),
    grants: differ(await grantsHeld(store, ids)),
    rules: differ(await rulesHeld(store, ids)),
    masks: differ(await masksHeld(store, ids)),
  }
}

function differenceOf<Item>(heldItems: readonly HeldItem<Item>[], left: number, right: number) {
  const only = (id: number, other: number) =>
    heldItems.filter(({ roles }) => roles.includes(id) && !roles.includes(other)).map(({ item }) => item)
  const [ofLeft, ofRight] = [only(left, right), only(right, left)]
  return {
    left: ofLeft.slice(0, MAX_COMPARED_ITEMS),
    right: ofRight.slice(0, MAX_COMPARED_ITEMS),
    left_count: ofLeft.length,
    right_count: ofRight.length,
    common_count: heldItems.filter(({ roles }) => roles.includes(left) && roles.includes(right)).length,
  }
}

/** Returns each distinct item once, with all roles that have it. */
function combine<Item>(heldItems: readonly HeldItem<Item>[]): readonly HeldItem<Item>[] {
  const found = new Map<string, HeldItem<Item>>()
  for (const each of heldItems) {
    const key = JSON.stringify(each.item)
    found.set(key, { item: each.item, roles: [...(found.get(key)?.roles ?? []), ...each.roles] })
  }
  return [...found.values()]
}

async function permissionsHeld(store: Store, ids: readonly number[]): Promise<readonly HeldItem<[string, string]>[]> {
  const pairs = await store.roles.pairsOf(ids)
  const held = [...new Set(ids)].flatMap((id) =>
    (pairs.get(id) ?? []).map(
      ([permission, view]): HeldItem<[string, string]> => ({
        item: [permission, view],
        roles: [id],
      }),
    ),
  )
  return combine(held)
}

async function grantsHeld(store: Store, ids: readonly number[]): Promise<readonly HeldItem<ComparedGrant>[]> {
  const grants = await namedGrants(store, { col: 'role_id', op: 'in', value: ids })
  return combine(
    grants.map(({ row: { level, schema }, object, subject }) => ({
      item: { level, object: { type: object.type, id: object.id, name: object.name, schema } },
      roles: [subject.id],
    })),
  )
}

async function rulesHeld(store: Store, ids: readonly number[]): Promise<readonly HeldItem<ComparedRule>[]> {
  const where: Condition = { some: 'roles', where: { col: 'id', op: 'in', value: ids } }
  const { rows } = await store.rowRules.list({ where, order: [{ column: 'name', direction: 'asc' }] })
  const tables = [...new Set(rows.flatMap((rule) => rule.tables))]
  const datasets = (await store.datasets.list({ where: { col: 'id', op: 'in', value: tables } })).rows
  return rows.map(({ id, name, filter_type, clause, tables: own, roles }) => ({
    item: {
      id,
      name,
      filter_type,
      clause,
      datasets: datasets
        .filter((dataset) => own.includes(dataset.id))
        .map((dataset) => ({ id: dataset.id, name: dataset.table_name })),
    },
    roles,
  }))
}

async function masksHeld(store: Store, ids: readonly number[]): Promise<readonly HeldItem<ComparedMask>[]> {
  const masks = await store.columnMasks.ofRoles(ids)
  return masks.map(({ dataset_id, table_name, roles, ...mask }) => ({
    item: { dataset: { id: dataset_id, name: table_name }, ...mask },
    roles,
  }))
}
