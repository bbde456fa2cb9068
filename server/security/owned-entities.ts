import type { Condition } from '#core/access/condition.ts'
import type { Actor } from '#server/store/repository.ts'
import type { Store } from '#server/store/store.ts'

/** An entity that a user owns. */
interface OwnedItem {
  readonly type: 'dashboard' | 'chart' | 'dataset' | 'database' | 'folder'
  readonly id: number
  readonly name: string
  /** Number of other users who own it. */
  readonly otherOwners: number
}

type OwnedEntityRow = OwnedItem & { readonly owners: readonly number[] }

/** Returns everything that a user owns: dashboards, charts, datasets, databases and folders, each by id. */
export async function ownedEntities(store: Store, userId: number): Promise<readonly OwnedItem[]> {
  const rows = await rowsOwnedBy(store, userId)
  const live = new Set((await ownersOf(store, rows)).map(({ id }) => id))
  return rows.map(({ type, id, name, owners }) => ({
    type,
    id,
    name,
    otherOwners: owners.filter((owner) => owner !== userId && live.has(owner)).length,
  }))
}

async function ownersOf(store: Store, rows: readonly OwnedEntityRow[]) {
  const ids = [...new Set(rows.flatMap(({ owners }) => owners))]
  return (await store.users.list({ where: { col: 'id', op: 'in', value: ids } })).rows
}

async function rowsOwnedBy(store: Store, userId: number): Promise<readonly OwnedEntityRow[]> {
  const where: Condition = { owner: userId }
  const order = [{ column: 'id', direction: 'asc' }] as const
  const dashboards = (await store.dashboards.list({ where, order })).rows
  const charts = (await store.charts.list({ where, order })).rows
  const datasets = (await store.datasets.list({ where, order })).rows
  const databases = (await store.databases.list({ where, order })).rows
  const folders = (await store.folders.list({ where, order })).rows
  const owned = (type: OwnedItem['type'], id: number, name: string, owners: readonly number[]): OwnedEntityRow => ({
    type,
    id,
    name,
    owners,
    otherOwners: 0,
  })
  return [
    ...dashboards.map((row) => owned('dashboard', row.id, row.dashboard_title, row.owners)),
    ...charts.map((row) => owned('chart', row.id, row.slice_name, row.owners)),
    ...datasets.map((row) => owned('dataset', row.id, row.table_name, row.owners)),
    ...databases.map((row) => owned('database', row.id, row.database_name, row.owners)),
    ...folders.map((row) => owned('folder', row.id, row.name, row.owners)),
  ]
}

/** Makes `to` an owner of everything that `from` owns, in place of `from`. Returns the number of entities. */
export function transferEntities(store: Store, from: number, to: number, actor: Actor): Promise<number> {
  return store.transaction(async (tx) => {
    const rows = await rowsOwnedBy(tx, from)
    const changes = (type: OwnedItem['type']) =>
      rows
        .filter((row) => row.type === type)
        .map(({ id, owners }) => ({ id, patch: { owners: replaceOwner(owners, from, to) } }))
    await tx.dashboards.updateMany(changes('dashboard'), actor)
    await tx.charts.updateMany(changes('chart'), actor)
    await tx.datasets.updateMany(changes('dataset'), actor)
    await tx.databases.updateMany(changes('database'), actor)
    await tx.folders.updateMany(changes('folder'), actor)
    return rows.length
  })
}

function replaceOwner(owners: readonly number[], from: number, to: number): readonly number[] {
  return [...new Set([...owners.filter((id) => id !== from), to])].toSorted((a, b) => a - b)
}
