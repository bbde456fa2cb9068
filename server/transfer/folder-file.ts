import * as z from 'zod'
import { folderName } from '#core/entity/folder.ts'
import { readBody } from '#core/rest/body.ts'
import type { FieldErrors } from '#core/rest/api-error.ts'

/** The file of a bundle with the folders of its entities. Other products ignore it. */
export const FOLDER_FILE = 'folders.yaml'

const MAX_LENGTH = 100
const uuid = z.string().min(1).max(MAX_LENGTH).toLowerCase()

const schema = z.object({
  folders: z.array(z.object({ uuid, name: folderName, parent_uuid: uuid.nullish() })).nullish(),
  objects: z.record(uuid, uuid).nullish(),
})

/** A folder of a bundle. */
type BundledFolder = NonNullable<z.output<typeof schema>['folders']>[number]

/** The content of `folders.yaml`. */
export interface FolderFile {
  /** By uuid. */
  readonly folders: ReadonlyMap<string, BundledFolder>
  /** The uuids of folders by the uuid of an entity. */
  readonly objects: ReadonlyMap<string, string>
}

export const noFolders: FolderFile = { folders: new Map(), objects: new Map() }

/** Parses `folders.yaml`; returns its errors if it is invalid. */
export function readFolderFile(
  value: unknown,
): { readonly ok: FolderFile } | { readonly errors: FieldErrors | string } {
  if (value === undefined) return { errors: 'Not a valid YAML file' }
  const read = readBody(schema, value ?? {})
  if ('errors' in read) return read
  const { folders, objects } = read.ok
  return {
    ok: {
      folders: new Map((folders ?? []).map((each) => [each.uuid, each])),
      objects: new Map(Object.entries(objects ?? {})),
    },
  }
}
