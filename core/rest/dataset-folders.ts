import * as z from 'zod'

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

const uuid = z
  .string()
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i, 'Not a valid UUID.')
  .toLowerCase()

const part = z.object({
  type: z.enum(['column', 'metric']),
  uuid,
  name: z.string().max(255).default(''),
})

/** Returns the schema of a folder that contains at most `levels` levels of folders. */
function folderSchema(levels: number): z.ZodType<DatasetFolder> {
  const head = {
    type: z.literal('folder').default('folder'),
    uuid,
    name: z.string().trim().min(1).max(MAX_FOLDER_NAME),
    description: z.string().max(MAX_FOLDER_DESCRIPTION).nullish().default(null),
  }
  const child = levels > 0 ? z.union([part, z.lazy(() => folderSchema(levels - 1))]) : part
  return z.object({ ...head, children: z.array(child).default([]) })
}

/** The folders of a dataset as sent and in bundles. JSON text, as in stored versions, is parsed. */
export const foldersBody = z.preprocess(
  parsed,
  z
    .array(folderSchema(MAX_FOLDER_DEPTH - 1))
    .refine((folders) => allFolders(folders).length <= MAX_FOLDERS, `At most ${MAX_FOLDERS} folders`)
    .refine((folders) => allParts(folders).length <= MAX_FOLDER_ENTRIES, `At most ${MAX_FOLDER_ENTRIES} entries`),
)

function parsed(sent: unknown): unknown {
  if (typeof sent !== 'string') return sent
  try {
    return JSON.parse(sent) as unknown
  } catch {
    return sent
  }
}

/** Returns all folders of a tree, each before the folders in it. */
export function allFolders(folders: readonly DatasetFolder[]): readonly DatasetFolder[] {
  return folders.flatMap((folder) => [folder, ...allFolders(folder.children.filter((each) => each.type === 'folder'))])
}

function allParts(folders: readonly DatasetFolder[]): readonly FolderPart[] {
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

/**
 * Returns stored folders with the current names of their columns and metrics. A part is found by its uuid, otherwise by
 * its name: parts that were imported, copied or created again have another uuid. Missing parts are left out.
 */
export function currentFolders(text: string | null, parts: FolderParts): readonly DatasetFolder[] {
  const stored = foldersBody.safeParse(text ?? '[]')
  if (!stored.success) return []
  const used = new Set<string>()
  const columns = indexOf(parts.columns.map(({ uuid: id, column_name }) => [id, column_name] as const))
  const metrics = indexOf(parts.metrics.map(({ uuid: id, metric_name }) => [id, metric_name] as const))
  const current = ({ children, ...folder }: DatasetFolder): DatasetFolder => ({
    ...folder,
    children: children.flatMap((child): readonly (FolderPart | DatasetFolder)[] => {
      if (child.type === 'folder') return [current(child)]
      const found = (child.type === 'column' ? columns : metrics)(child)
      if (!found || used.has(found.uuid)) return []
      used.add(found.uuid)
      return [{ type: child.type, ...found }]
    }),
  })
  return stored.data.map(current)
}

interface NamedId {
  readonly uuid: string
  readonly name: string
}

function indexOf(parts: readonly (readonly [string | null | undefined, string | undefined])[]) {
  const all = parts.flatMap(([id, name]): readonly NamedId[] => (id && name !== undefined ? [{ uuid: id, name }] : []))
  const byId = new Map(all.map((each) => [each.uuid, each]))
  const byName = new Map(all.map((each) => [each.name, each]))
  return ({ uuid: id, name }: FolderPart): NamedId | undefined => byId.get(id) ?? byName.get(name)
}
