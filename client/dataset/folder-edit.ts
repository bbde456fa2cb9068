import { allFolders, type DatasetFolder, type FolderPart, MAX_FOLDER_DEPTH } from '#core/rest/dataset-folders.ts'

type Child = FolderPart | DatasetFolder
type Folders = readonly DatasetFolder[]

const isFolder = (child: Child): child is DatasetFolder => child.type === 'folder'

/** Applies a change to the children of every folder, the innermost first. */
function mapChildren(
  folders: Folders,
  change: (children: readonly Child[], folder: DatasetFolder) => readonly Child[],
): Folders {
  const map = (folder: DatasetFolder): DatasetFolder => {
    const children = folder.children.map((child) => (isFolder(child) ? map(child) : child))
    return { ...folder, children: change(children, folder) }
  }
  return folders.map(map)
}

/** Returns the folder of an id at any level. */
function folderOf(folders: Folders, uuid: string): DatasetFolder | undefined {
  return allFolders(folders).find((each) => each.uuid === uuid)
}

/** Adds an empty folder at the end: of the top level, or of another folder. */
export function addFolder(folders: Folders, name: string, uuid: string, parent?: string): Folders {
  const folder: DatasetFolder = { type: 'folder', uuid, name, description: null, children: [] }
  return insert(folders, folder, parent)
}

function insert(folders: Folders, child: DatasetFolder, parent: string | undefined): Folders {
  if (parent === undefined) return [...folders, child]
  return mapChildren(folders, (children, { uuid }) => (uuid === parent ? [...children, child] : children))
}

/** Changes the name or description of a folder. */
export function changeFolder(
  folders: Folders,
  uuid: string,
  change: Partial<Pick<DatasetFolder, 'name' | 'description'>>,
): Folders {
  const changed = (each: DatasetFolder): DatasetFolder => ({
    ...each,
    ...(each.uuid === uuid ? change : {}),
    children: each.children.map((child) => (isFolder(child) ? changed(child) : child)),
  })
  return folders.map(changed)
}

/** Removes a folder with the folders in it, or a column or metric from its folder. */
export function removeEntry(folders: Folders, uuid: string): Folders {
  const rest = folders.filter((each) => each.uuid !== uuid)
  return mapChildren(rest, (children) => children.filter((each) => each.uuid !== uuid))
}

/** Moves a folder, column or metric within its list by one position: -1 towards the beginning, 1 towards the end. */
export function moveEntry(folders: Folders, uuid: string, by: -1 | 1): Folders {
  const moved = swapEntries(folders, uuid, by)
  return mapChildren(moved, (children) => swapEntries(children, uuid, by))
}

function swapEntries<T extends Child>(list: readonly T[], uuid: string, by: -1 | 1): readonly T[] {
  const at = list.findIndex((each) => each.uuid === uuid)
  const own = list[at]
  const other = list[at + by]
  if (!own || !other) return list
  return list.map((each, index) => (index === at ? other : index === at + by ? own : each))
}

/** Moves a folder to the end of another one, or of the top level. A folder cannot move into itself. */
export function moveFolder(folders: Folders, uuid: string, parent: string | undefined): Folders {
  const folder = folderOf(folders, uuid)
  if (!folder || (parent !== undefined && folderOf([folder], parent))) return folders
  return insert(removeEntry(folders, uuid), folder, parent)
}

/** Where an entry is dropped: before or after another entry, or at the end of a folder or of the top level. */
export type FolderTarget =
  | { readonly position: 'before' | 'after'; readonly uuid: string }
  | { readonly position: 'into'; readonly uuid: string | undefined }

const depthOf = (children: readonly Child[]): number =>
  Math.max(0, ...children.map((child) => (isFolder(child) ? 1 + depthOf(child.children) : 0)))

/** Returns the entry of an id at any level. */
function entryOf(children: readonly Child[], uuid: string): Child | undefined {
  for (const child of children) {
    const found = child.uuid === uuid ? child : isFolder(child) ? entryOf(child.children, uuid) : undefined
    if (found) return found
  }
  return undefined
}

function insertAt(folders: Folders, child: Child, target: FolderTarget): Folders {
  if (target.position === 'into') {
    if (target.uuid !== undefined || !isFolder(child))
      return mapChildren(folders, (children, { uuid }) => (uuid === target.uuid ? [...children, child] : children))
    return [...folders, child]
  }
  const placed = <T extends Child>(list: readonly T[], own: T): readonly T[] => {
    const at = list.findIndex(({ uuid }) => uuid === target.uuid)
    return at < 0 ? list : list.toSpliced(target.position === 'before' ? at : at + 1, 0, own)
  }
  const top = isFolder(child) ? placed(folders, child) : folders
  return top === folders ? mapChildren(folders, (children) => placed(children, child)) : top
}

/**
 * Moves a folder, column or metric to a target. Returns the same folders if that is not possible: into itself, to the
 * top level for a column or metric, or below the deepest level.
 */
export function dropEntry(folders: Folders, uuid: string, target: FolderTarget): Folders {
  const entry = entryOf(folders, uuid)
  if (!entry || (target.uuid !== undefined && entryOf([entry], target.uuid))) return folders
  const moved = insertAt(removeEntry(folders, uuid), entry, target)
  return entryOf(moved, uuid) && depthOf(moved) <= MAX_FOLDER_DEPTH ? moved : folders
}

/** Moves a column or metric to the end of a folder. */
export function moveField(folders: Folders, part: FolderPart, folder: string): Folders {
  return mapChildren(removeEntry(folders, part.uuid), (children, { uuid }) =>
    uuid === folder ? [...children, part] : children,
  )
}

/** Returns the folders without parts that no longer exist. */
export function withoutMissingFields(folders: Folders, existing: ReadonlySet<string>): Folders {
  return mapChildren(folders, (children) => children.filter((each) => isFolder(each) || existing.has(each.uuid)))
}
