import { isAdmin } from '#core/access/ability.ts'
import type { CurrentUser } from '#core/access/current-user.ts'
import type { Folder, FolderDraft } from '#core/entity/folder.ts'
import type { Patch } from '#core/entity/entity.ts'
import { sql } from 'kysely'
import type { Context } from './context.ts'
import { datasetRepository } from './datasets.ts'
import { entityRepository } from './entity-repository.ts'
import type { Grants } from './grants.ts'
import type { Actor, Repository } from './repository.ts'
import { tables } from './tables.ts'

/** The tables of objects that may be in a folder. */
const CONTENTS = ['dashboards', 'charts', 'datasets'] as const

export interface Folders extends Repository<Folder, FolderDraft, Patch<Folder>> {
  /** Returns the ids of the folder and of those that contain it, from the folder up; none if it is deleted. */
  path(id: number): Promise<readonly number[]>
  /** Returns the ids of the folder and of those below it; none if it is deleted. */
  below(id: number): Promise<readonly number[]>
  /** Returns for each folder its ids up to the root, as `path` does. */
  paths(ids: readonly number[]): Promise<ReadonlyMap<number, readonly number[]>>
  /** Moves everything that is directly in a folder, also deleted objects, into another one. */
  moveContents(from: number, to: number | null, actor: Actor): Promise<void>
  /**
   * Waits until no other transaction moves or shares folders, and keeps others waiting until the end of this one.
   * Reads after it are up to date.
   */
  lock(): Promise<void>
}

/** The part of a store that creates folders. */
interface FolderCreation {
  readonly folders: Pick<Folders, 'create'>
  readonly grants: Pick<Grants, 'create'>
}

/** Returns the repository of folders. */
export function folderRepository(context: Context): Folders {
  const rows = entityRepository<Folder, FolderDraft, Patch<Folder>>(context, tables.folders)
  return {
    ...rows,
    path: async (id) => (await pathsOf(context, [id])).get(id) ?? [],
    paths: (ids) => pathsOf(context, ids),
    below: (id) => belowOf(context, id),
    lock: () => lockFolders(context),
    moveContents: (from, to, actor) => context.atomically((inner) => moveContents(inner, from, to, actor)),
  }
}

async function pathsOf({ db }: Context, ids: readonly number[]): Promise<ReadonlyMap<number, readonly number[]>> {
  const paths = new Map<number, readonly number[]>()
  if (ids.length === 0) return paths
  const links = await db
    .selectFrom('folder_paths')
    .innerJoin('folders', 'folders.id', 'folder_paths.ancestor_id')
    .select(['folder_paths.folder_id', 'folders.id', 'folders.parent_id'])
    .where('folder_paths.folder_id', 'in', [...new Set(ids)])
    .$castTo<{ folder_id: number; id: number; parent_id: number | null }>()
    .execute()
  const parents = new Map(links.map(({ id, parent_id }) => [id, parent_id]))
  for (const { folder_id } of links) {
    const path: number[] = []
    let at: number | null | undefined = folder_id
    while (at !== null && at !== undefined && parents.has(at) && !path.includes(at)) {
      path.push(at)
      at = parents.get(at)
    }
    paths.set(folder_id, path)
  }
  return paths
}

/** SQLite runs one writing transaction at a time. */
async function lockFolders({ db, engine }: Context): Promise<void> {
  if (engine === 'postgres') await sql`select pg_advisory_xact_lock(hashtextextended('folders', 34))`.execute(db)
}

async function belowOf({ db }: Context, id: number): Promise<readonly number[]> {
  const found = await db.selectFrom('folder_paths').select('folder_id').where('ancestor_id', '=', id).execute()
  return found.map(({ folder_id }) => folder_id as number)
}

/** Deleted objects move without an event: they return to the folder above if they are restored. */
async function moveContents(context: Context, from: number, to: number | null, actor: Actor): Promise<void> {
  const where = { col: 'folder_id', op: 'eq', value: from } as const
  const patch = { folder_id: to }
  for (const rows of [
    entityRepository(context, tables.dashboards),
    entityRepository(context, tables.charts),
    datasetRepository(context),
  ]) {
    const { ids } = await rows.list({ where })
    await rows.updateMany(
      ids.map((id) => ({ id, patch })),
      actor,
    )
  }
  const folders = entityRepository<Folder, FolderDraft, Patch<Folder>>(context, tables.folders)
  const { ids } = await folders.list({ where: { col: 'parent_id', op: 'eq', value: from } })
  await folders.updateMany(
    ids.map((id) => ({ id, patch: { parent_id: to } })),
    actor,
  )
  for (const table of CONTENTS) await context.db.updateTable(table).set(patch).where('folder_id', '=', from).execute()
  await context.db.updateTable('folders').set({ parent_id: to }).where('parent_id', '=', from).execute()
}

/**
 * Creates a folder. The creator of a root folder gets a grant to edit its contents; administrators need none. `user` is
 * absent if the product itself creates it.
 */
export async function addFolder(
  store: FolderCreation,
  user: CurrentUser | undefined,
  draft: FolderDraft,
): Promise<Folder> {
  const userId = user?.userId ?? null
  const row = await store.folders.create(draft, userId)
  if (user && userId !== null && row.parent_id === null && !isAdmin(user))
    await store.grants.create({ folder_id: row.id, user_id: userId, level: 'edit' }, userId)
  return row
}
