import { hasPermission } from '#core/access/ability.ts'
import type { Condition } from '#core/access/condition.ts'
import { folderAccess } from '#core/access/rules.ts'
import { relationOperators, booleanOperator } from '#server/resources/operators.ts'
import type { Operator } from '#server/resources/resource.ts'
import type { RouteRequest } from '#server/route/route.ts'
import { ruleOptions } from './rule-options.ts'

/** A folder as part of other rows. */
export interface NamedFolder {
  readonly id: number
  readonly name: string
}

/** The response names of the folder of a row. */
export const folderColumns = ['folder.id', 'folder.name']

/** The filters of lists by folder. */
export const folderOperators: readonly Operator[] = [
  ...relationOperators('folder_id').filter(({ operator }) => operator === 'rel_o_m'),
  booleanOperator('in_folder', 'Is in a folder', () => ({ col: 'folder_id', op: 'neq', value: null })),
  {
    operator: 'folder_below',
    label: 'In the folder or below',
    condition: (value) =>
      Number.isSafeInteger(value) && { some: 'inFolders', where: { col: 'id', op: 'eq', value: value as number } },
  },
]

/** Returns the folders with these ids that the caller may see. */
export async function visibleFolders(
  ids: readonly (number | null)[],
  request: RouteRequest,
): Promise<ReadonlyMap<number, NamedFolder>> {
  return foldersAmong(ids, request, folderAccess(request.user, ruleOptions(request)))
}

async function foldersAmong(
  ids: readonly (number | null)[],
  { user, context }: RouteRequest,
  where: Condition,
): Promise<ReadonlyMap<number, NamedFolder>> {
  const value = [...new Set(ids.flatMap((id) => id ?? []))]
  if (value.length === 0 || user.guest || !hasPermission(user, 'can_read', 'Folder')) return new Map()
  const { rows } = await context.store.folders.list({ where: { and: [{ col: 'id', op: 'in', value }, where] } })
  return new Map(rows.map(({ id, name }) => [id, { id, name }]))
}

/**
 * Returns a function for the folder of a row in response form; null if the caller may not see it. The folder of a row
 * in a list is visible because of that row, so lists do not evaluate the rule of folders.
 */
export async function loadFolders(
  rows: readonly { readonly folder_id: number | null }[],
  request: RouteRequest,
  as: 'list' | 'show',
): Promise<(row: { readonly folder_id: number | null }) => NamedFolder | null> {
  const ids = rows.map(({ folder_id }) => folder_id)
  const folders = as === 'list' ? await foldersAmong(ids, request, true) : await visibleFolders(ids, request)
  return ({ folder_id }) => folders.get(folder_id ?? 0) ?? null
}
