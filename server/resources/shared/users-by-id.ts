import type { Entity } from '#core/entity/entity.ts'
import type { User } from '#core/entity/user.ts'
import type { Store } from '#server/store/store.ts'

/** A user as referenced by other entities. */
export interface UserReference {
  readonly id: number
  readonly username: string
  readonly first_name: string
  readonly last_name: string
}

/** Users by id. */
export type UsersById = ReadonlyMap<number, UserReference>

type AuthoredEntity = Pick<Entity, 'created_by_fk' | 'changed_by_fk'> & {
  readonly owners?: readonly number[]
  readonly last_saved_by_fk?: number | null
}

function toPerson({ id, username, first_name, last_name }: User): UserReference {
  return { id, username, first_name, last_name }
}

/** Loads all users that these rows reference. */
export async function loadUsers(store: Store, rows: readonly AuthoredEntity[]): Promise<UsersById> {
  const ids = new Set<number>()
  for (const row of rows) {
    for (const id of [row.created_by_fk, row.changed_by_fk, row.last_saved_by_fk, ...(row.owners ?? [])])
      if (id !== null && id !== undefined) ids.add(id)
  }
  if (ids.size === 0) return new Map()
  const { rows: users } = await store.users.list({ where: { col: 'id', op: 'in', value: [...ids] } })
  return new Map(users.map((user) => [user.id, toPerson(user)]))
}

/** Returns the user with an id; null if there is none. */
export function userReferenceOf(usersById: UsersById, id: number | null | undefined): UserReference | null {
  return id === null || id === undefined ? null : (usersById.get(id) ?? null)
}

/** Returns first and last name; empty for null. */
export function nameOf(person: UserReference | null): string {
  return person ? `${person.first_name} ${person.last_name}`.trim() : ''
}

/** Returns the owners of a row that still exist. */
export function ownersOf(usersById: UsersById, row: { readonly owners: readonly number[] }): readonly UserReference[] {
  return row.owners.flatMap((id) => usersById.get(id) ?? [])
}
