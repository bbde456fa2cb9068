import * as z from 'zod'
import {
  allFolders,
  allParts,
  type DatasetFolder,
  type FolderPart,
  type FolderParts,
  MAX_FOLDER_DEPTH,
  MAX_FOLDER_DESCRIPTION,
  MAX_FOLDER_ENTRIES,
  MAX_FOLDER_NAME,
  MAX_FOLDERS,
} from './dataset-folders.ts'

const uuid = z
  .string()
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i, 'Not a valid UUID.')
  .toLowerCase()

const folderPartBody = z.object({
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
  const child = levels > 0 ? z.union([folderPartBody, z.lazy(() => folderSchema(levels - 1))]) : folderPartBody
  return z.object({ ...head, children: z.array(child).default([]) })
}

/** The folders of a dataset as sent and in bundles. JSON text, as in stored versions, is parsed. */
export const foldersBody = z.preprocess(
  parseFolders,
  z
    .array(folderSchema(MAX_FOLDER_DEPTH - 1))
    .refine((folders) => allFolders(folders).length <= MAX_FOLDERS, `At most ${MAX_FOLDERS} folders`)
    .refine((folders) => allParts(folders).length <= MAX_FOLDER_ENTRIES, `At most ${MAX_FOLDER_ENTRIES} entries`),
)

function parseFolders(sent: unknown): unknown {
  if (typeof sent !== 'string') return sent
  try {
    return JSON.parse(sent) as unknown
  } catch {
    return sent
  }
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
