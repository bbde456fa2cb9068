import { hasPermission } from '#core/access/ability.ts'
import { satisfies } from '#core/access/condition.ts'
import { folderAccess, folderEditAccess } from '#core/access/rules.ts'
import { MAX_FOLDER_LEVELS } from '#core/entity/folder.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { bounds } from '#core/rest/bounds.ts'
import { t } from '#core/text/t.ts'
import { folderProblem } from '#server/security/folder-rights.ts'
import { addFolder } from '#server/store/folders.ts'
import type { Bundle } from './bundle.ts'
import type { FolderFile } from './folder-file.ts'
import { type ImportRun, keepsExisting } from './import-run.ts'

type PlacedKind = 'dashboard' | 'chart' | 'dataset'

/** An entity that the import writes and that the bundle has a folder for. */
interface ImportedEntity {
  readonly kind: PlacedKind
  readonly uuid: string
  readonly path: string
}

const VIEWS = { dashboard: 'Dashboard', chart: 'Chart', dataset: 'Dataset' } as const

function repositoryOf({ store }: ImportRun, kind: PlacedKind) {
  return { dashboard: store.dashboards, chart: store.charts, dataset: store.datasets }[kind]
}

/** Returns the entities that an import will write and place; called before it writes. */
export async function findImportedEntities(importing: ImportRun, bundle: Bundle): Promise<readonly ImportedEntity[]> {
  const { dashboards, charts, datasets, folderFile } = bundle
  const entities: ImportedEntity[] = []
  for (const [kind, files] of [
    ['dataset', datasets],
    ['chart', charts],
    ['dashboard', dashboards],
  ] as const)
    for (const [path, { uuid }] of files) {
      if (!folderFile.objects.has(uuid)) continue
      const existing = await repositoryOf(importing, kind).getByUuid(uuid)
      if (!keepsExisting(importing, kind, existing)) entities.push({ kind, uuid, path })
    }
  return entities
}

/**
 * Moves imported entities into the folders of the bundle. Missing folders are created if the user may. Objects that
 * the user may not move stay in their folder, with a warning.
 */
export async function placeInFolders(
  importing: ImportRun,
  file: FolderFile,
  entities: readonly ImportedEntity[],
): Promise<void> {
  const { actor, warnings, user } = importing
  const found = new Map<string, number | undefined>()
  const omitted: string[] = []
  for (const { kind, uuid, path } of entities) {
    const row = await repositoryOf(importing, kind).getByUuid(uuid)
    if (!row) continue
    const folder = await folderOf(importing, file, file.objects.get(uuid) ?? '', found)
    const isAllowed = folder !== undefined && (!user || (await mayMove(importing, folder, kind, row)))
    if (!isAllowed) omitted.push(path)
    else if (row.folder_id !== folder) await repositoryOf(importing, kind).update(row.id, { folder_id: folder }, actor)
  }
  if (omitted.length > 0)
    warnings.push(
      t('The folders of these files are omitted, because you may not create or fill them: %s', omitted.join(', ')),
    )
}

type PlacedRow = Parameters<typeof folderProblem>[3]

async function mayMove({ store, user }: ImportRun, folder: number, kind: PlacedKind, row: PlacedRow) {
  if (!user) return true
  try {
    return (await folderProblem({ store, user, rules: {} }, folder, VIEWS[kind], row)) === undefined
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}

/** Returns the id of a folder of the bundle, which is created if it is missing; undefined if the user may not. */
async function folderOf(
  importing: ImportRun,
  file: FolderFile,
  uuid: string,
  found: Map<string, number | undefined>,
  depth = 1,
): Promise<number | undefined> {
  if (found.has(uuid)) return found.get(uuid)
  const folderEntry = file.folders.get(uuid)
  if (!folderEntry || depth > MAX_FOLDER_LEVELS) return undefined
  const { store, user } = importing
  const row = await store.folders.getByUuid(uuid)
  const isSeen = row && (!user || (await countOf(importing, row.id)) > 0)
  const id = isSeen ? usable(row) : await createIn()
  found.set(uuid, id)
  return id

  function usable(each: NonNullable<typeof row>) {
    return !user || satisfies(folderEditAccess(user), { ...each }) ? each.id : undefined
  }

  async function createIn() {
    const parent = folderEntry?.parent_uuid ?? null
    const parentId = parent === null ? null : await folderOf(importing, file, parent, found, depth + 1)
    return parentId === undefined
      ? undefined
      : createFolder(importing, { uuid, name: folderEntry?.name ?? '', parentId })
  }
}

async function countOf({ store, user }: ImportRun, id: number): Promise<number> {
  return store.folders.count({ and: [{ col: 'id', op: 'eq', value: id }, user ? folderAccess(user) : true] })
}

interface NewFolder {
  readonly uuid: string
  readonly name: string
  readonly parentId: number | null
}

/** Creates a folder, or returns the one of this name that the user may fill. A uuid that is taken is replaced. */
async function createFolder({ store, user, actor }: ImportRun, { uuid, name, parentId }: NewFolder) {
  const siblings = await store.folders.list({
    where: {
      and: [
        { col: 'name', op: 'eq', value: name.trim() },
        { col: 'parent_id', op: 'eq', value: parentId },
        user ? folderEditAccess(user) : true,
      ],
    },
  })
  if (siblings.ids[0] !== undefined) return siblings.ids[0]
  const own = { col: 'created_by_fk', op: 'eq', value: actor } as const
  const isFull =
    (await store.folders.count(true)) >= bounds.folders.most ||
    (user !== undefined && (await store.folders.count(own)) >= bounds['user-folders'].most)
  const depth = parentId === null ? 0 : (await store.folders.path(parentId)).length
  if (isFull || depth >= MAX_FOLDER_LEVELS || (user && !hasPermission(user, 'can_write', 'Folder'))) return undefined
  const isTaken = (await store.folders.getByUuid(uuid, { deleted: true })) !== undefined
  const draft = { name: name.trim(), parent_id: parentId, owners: actor === null ? [] : [actor] }
  const row = await addFolder(store, user, isTaken ? draft : { ...draft, uuid })
  return row.id
}
