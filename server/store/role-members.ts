import type { EventDraft } from '#core/entity/event.ts'
import type { Values } from './entity-rows.ts'
import type { Actor } from './repository.ts'
import type { Table } from './tables.ts'

/** The name of members of a role in its events, by the table of the members. */
const MEMBER_NAMES: Readonly<Record<string, 'users' | 'groups'>> = { users: 'users', user_groups: 'groups' }

/** A row before and after a save; the events of roles need its id and its roles. */
export interface SavedMember {
  /** Undefined for a new row. */
  readonly before: Values | undefined
  readonly after: Values & { readonly id: number }
}

/**
 * Returns the events of roles that users or groups received or lost by these saves, one for each role; none for other tables.
 * `before` has the ids of members who lost the role, `after` of those who got it.
 */
export function memberEvents(table: Table, saves: readonly SavedMember[], actor: Actor): readonly EventDraft[] {
  const name = MEMBER_NAMES[table.name]
  if (name === undefined) return []
  const changes = new Map<number, { readonly removed: number[]; readonly added: number[] }>()
  const changesOf = (role: number) => {
    const found = changes.get(role) ?? { removed: [], added: [] }
    changes.set(role, found)
    return found
  }
  for (const { before, after } of saves) {
    const [old, current] = [rolesOf(before), rolesOf(after)]
    for (const role of old) if (!current.includes(role)) changesOf(role).removed.push(after.id)
    for (const role of current) if (!old.includes(role)) changesOf(role).added.push(after.id)
  }
  return Array.from(changes, ([role, { removed, added }]) => memberEvent(role, name, removed, added, actor))
}

/** The ids of the users and groups that have a role. */
export type Members = Readonly<Record<'users' | 'groups', readonly number[]>>

/** Returns the events of a role whose live members lose it with its deletion, or get it back with its restoration. */
export function roleEvents(role: number, members: Members, isRestored: boolean, actor: Actor): readonly EventDraft[] {
  return (['users', 'groups'] as const).flatMap((name): readonly EventDraft[] => {
    if (members[name].length === 0) return []
    const [before, after] = isRestored ? [[], members[name]] : [members[name], []]
    return [memberEvent(role, name, before, after, actor)]
  })
}

function memberEvent(
  role: number,
  name: 'users' | 'groups',
  before: readonly number[],
  after: readonly number[],
  actor: Actor,
): EventDraft {
  return {
    actor,
    action: 'update',
    entity_type: 'role',
    entity_id: role,
    before: JSON.stringify({ [name]: before }),
    after: JSON.stringify({ [name]: after }),
  }
}

function rolesOf(values: Values | undefined): readonly number[] {
  return (values?.['roles'] ?? []) as readonly number[]
}
