import { permissionGroup, permissionText } from '#core/access/permission-text.ts'
import type { ObjectPermission } from '#core/rest/security.ts'

/** A permission pair. */
export type Pair = readonly [permission: string, view: string]

/** A permission with its words. */
interface PermissionLine {
  readonly key: string
  readonly pair: Pair
  readonly text: string
}

export interface PermissionGroup {
  readonly title: string
  readonly lines: readonly PermissionLine[]
}

/** Returns the key of a pair. */
export const pairKey = (pair: Pair): string => JSON.stringify(pair)

/** Returns a permission on an object as a pair. */
export const pairOfObject = ({ permission, view }: ObjectPermission): Pair => [permission, view]

/**
 * Returns the permissions whose words or names contain a text, in groups by title; the lines of a group are sorted by
 * their words.
 */
export function permissionGroups(pairs: readonly Pair[], search: string): readonly PermissionGroup[] {
  const searchText = search.trim().toLowerCase()
  const groups = new Map<string, Map<string, PermissionLine>>()
  for (const pair of pairs) {
    const line = { key: pairKey(pair), pair, text: permissionText(pair) }
    const title = permissionGroup(pair)
    if (![line.text, title, ...pair].some((each) => each.toLowerCase().includes(searchText))) continue
    groups.set(title, (groups.get(title) ?? new Map<string, PermissionLine>()).set(line.key, line))
  }
  return Array.from(groups, ([title, lines]) => ({
    title,
    lines: [...lines.values()].toSorted((a, b) => a.text.localeCompare(b.text)),
  })).toSorted((a, b) => a.title.localeCompare(b.title))
}
