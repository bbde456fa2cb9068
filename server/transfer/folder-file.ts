import * as z from 'zod'
import { hasPermission } from '#core/access/ability.ts'
import type { Condition } from '#core/access/condition.ts'
import type { CurrentUser } from '#core/access/current-user.ts'
import { folderAccess, type RuleOptions } from '#core/access/rules.ts'
import { folderName } from '#core/entity/folder.ts'
import { readBody } from '#core/rest/body.ts'
import type { FieldErrors } from '#core/rest/catalogue-error.ts'
import type { Store } from '#server/store/store.ts'

/** The file of a bundle with the folders of its entities. Other products ignore it. */
export const FOLDER_FILE = 'folders.yaml'

const MAX_LENGTH = 100
const uuidText = z.string().min(1).max(MAX_LENGTH).toLowerCase()

const schema = z.object({
  folders: z.array(z.object({ uuid: uuidText, name: folderName, parent_uuid: uuidText.nullish() })).nullish(),
  objects: z.record(uuidText, uuidText).nullish(),
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

interface PlacedEntity {
  readonly uuid: string
  readonly folder_id: number | null
}

/**
 * Returns the content of `folders.yaml`: the folders of the exported entities and those above that the user may see;
 * undefined if there are none or the user may not read folders.
 */
export async function exportedFolders(
  { store, user, rules }: { readonly store: Store; readonly user: CurrentUser; readonly rules: RuleOptions },
  entities: readonly PlacedEntity[],
): Promise<Readonly<Record<string, unknown>> | undefined> {
  if (!hasPermission(user, 'can_read', 'Folder')) return undefined
  const used = [...new Set(entities.flatMap(({ folder_id }) => folder_id ?? []))]
  const paths = await store.folders.paths(used)
  const among: Condition = { col: 'id', op: 'in', value: [...new Set([...paths.values()].flat())] }
  const { rows } = await store.folders.list({ where: { and: [among, folderAccess(user, rules)] } })
  if (rows.length === 0) return undefined
  const uuids = new Map(rows.map(({ id, uuid }) => [id, uuid]))
  const objects = entities.flatMap(({ uuid, folder_id }) => {
    const folder = uuids.get(folder_id ?? 0)
    return folder === undefined ? [] : [[uuid, folder] as const]
  })
  const byUuid = (a: string, b: string) => (a < b ? -1 : 1)
  return {
    folders: rows
      .map(({ uuid, name, parent_id }) => ({ uuid, name, parent_uuid: uuids.get(parent_id ?? 0) ?? null }))
      .toSorted((a, b) => byUuid(a.uuid, b.uuid)),
    objects: Object.fromEntries(objects.toSorted(([a], [b]) => byUuid(a, b))),
  }
}
