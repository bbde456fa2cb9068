import type { Condition } from '#core/access/condition.ts'
import { folderAccess } from '#core/access/rules.ts'
import type { ExportRun } from './export.ts'

interface PlacedEntity {
  readonly uuid: string
  readonly folder_id: number | null
}

/**
 * Returns the content of `folders.yaml`: the folders of the exported entities and those above that the user may see;
 * undefined if there are none.
 */
export async function exportedFolders(
  { store, user, rules }: Pick<ExportRun, 'store' | 'user' | 'rules'>,
  entities: readonly PlacedEntity[],
): Promise<Readonly<Record<string, unknown>> | undefined> {
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
