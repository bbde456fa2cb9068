// Browsers load this module, so it imports no schema library.

/** Limits of the folders of a dataset: levels, folders, entries, and characters of a name and a description. */
export const MAX_FOLDER_DEPTH = 5
export const MAX_FOLDERS = 200
export const MAX_FOLDER_ENTRIES = 5000
export const MAX_FOLDER_NAME = 250
export const MAX_FOLDER_DESCRIPTION = 1000

/** A column or metric in a folder, by its uuid. `name` is that of the column or metric. */
export interface FolderPart {
  readonly type: 'column' | 'metric'
  readonly uuid: string
  readonly name: string
}

/** A folder of columns, metrics and folders. */
export interface DatasetFolder {
  readonly type: 'folder'
  readonly uuid: string
  readonly name: string
  readonly description: string | null
  readonly children: readonly (FolderPart | DatasetFolder)[]
}

/** The columns and metrics that folders refer to. */
export interface FolderParts {
  readonly columns: readonly { readonly uuid?: string | null | undefined; readonly column_name?: string | undefined }[]
  readonly metrics: readonly { readonly uuid?: string | null | undefined; readonly metric_name?: string | undefined }[]
}

/** Returns all folders of a tree, each before the folders in it. */
export function allFolders(folders: readonly DatasetFolder[]): readonly DatasetFolder[] {
  return folders.flatMap((folder) => [folder, ...allFolders(folder.children.filter((each) => each.type === 'folder'))])
}

/** Returns the columns and metrics in all folders of a tree. */
export function allParts(folders: readonly DatasetFolder[]): readonly FolderPart[] {
  return allFolders(folders).flatMap(({ children }) => children.filter((each) => each.type !== 'folder'))
}

const twinOf = (ids: readonly string[]): string | undefined => ids.find((id, at) => ids.indexOf(id) !== at)

/** Returns the error in folders of a dataset: an id that occurs twice, or that no column or metric has. */
export function foldersProblem(
  folders: readonly DatasetFolder[],
  { columns, metrics }: FolderParts,
): string | undefined {
  const parts = allParts(folders)
  const twin = twinOf([...allFolders(folders), ...parts].map((each) => each.uuid))
  if (twin !== undefined) return `Folders contain ${twin} more than once`
  const known = { column: new Set(columns.map((each) => each.uuid)), metric: new Set(metrics.map((each) => each.uuid)) }
  const unknown = parts.find((each) => !known[each.type].has(each.uuid))
  return unknown && `The dataset has no ${unknown.type} with the uuid ${unknown.uuid}`
}
