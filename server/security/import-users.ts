import { setImmediate as turn } from 'node:timers/promises'
import { foldText } from '#core/access/fold-text.ts'
import type { UserGroup } from '#core/entity/group.ts'
import type { Patch } from '#core/entity/entity.ts'
import { type User, USER_LENGTHS } from '#core/entity/user.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { ImportedUser } from '#core/rest/security.ts'
import { readAttributes, type UserAttributes, userAttributes } from '#core/rest/user-attributes.ts'
import { t } from '#core/text/t.ts'
import type { Actor } from '#server/store/repository.ts'
import type { Store } from '#server/store/store.ts'
import type { AccountDependencies } from './accounts.ts'
import { lockAdminRoles, requireActiveAdmin } from './administrators.ts'
import { createLinkToken } from './first-user.ts'
import { emailProblem, isPrintable } from './user-registration.ts'
import { revokeAccess } from './user-changes.ts'
import { ATTRIBUTE_COLUMN, joinNames, readUserFile, type UserRow } from './user-file.ts'

/** Lifetime of the links of an import, in milliseconds: one day. */
const IMPORT_LINK_TTL_MS = 24 * 3_600_000
/** Rows after which other work gets a turn. */
const ROWS_PER_TURN = 50

/** The options of an import of users. */
export interface UserImportOptions {
  readonly actor: Actor
  /** Everything is checked and reported, and nothing is stored. */
  readonly isDryRun: boolean
  /** Whether new active users get a link that signs them in once. */
  readonly isInviting: boolean
}

/** A token that signs a new user in once; `expiresAt` in epoch milliseconds. */
export interface Invitation {
  readonly user: Pick<User, 'id' | 'username' | 'email'>
  readonly username: string
  readonly token: string
  readonly expiresAt: number
}

/** The result of an import of users. */
export interface UserImport {
  /** The rows that create or change a user or are rejected, in their order. */
  readonly rows: readonly ImportedUser[]
  readonly unchanged: number
  readonly invitations: readonly Invitation[]
}

/** Rolls back the transaction of a dry run and carries its result. */
class DryRun extends Error {
  readonly result: UserImport

  constructor(result: UserImport) {
    super('A dry run is undone')
    this.result = result
  }
}

/**
 * Creates and changes users as a CSV file describes them, matched by user name, in one transaction. Rows that cannot be
 * applied are rejected with a reason, and the others are applied. Columns that the file does not have do not change.
 * Throws `last-admin`, and the errors of `readUserFile`.
 */
export async function importUsers(
  { store, now }: Pick<AccountDependencies, 'store' | 'now'>,
  csv: string,
  options: UserImportOptions,
): Promise<UserImport> {
  const file = readUserFile(csv)
  try {
    return await store.transaction(async (tx) => {
      const admins = await lockAdminRoles(tx)
      const run = await new ImportedUsers(tx, options, now()).load()
      const rows: ImportedUser[] = []
      for (const [index, row] of file.entries()) {
        if (index % ROWS_PER_TURN === 0) await turn()
        const done = run.plan(row)
        if (done) rows.push(done)
      }
      await run.save()
      await requireActiveAdmin(tx, admins, joinNames(run.restricted.slice(0, 3)))
      const result = { rows, unchanged: file.length - rows.length, invitations: run.invitations }
      if (options.isDryRun) throw new DryRun({ ...result, invitations: [] })
      return result
    })
  } catch (error) {
    if (error instanceof DryRun) return error.result
    throw error
  }
}

/** Returns the attributes of a user after a row: those of its columns replace the stored ones, no values remove one. */
function attributesAfter(stored: UserAttributes, { attributes }: UserRow): UserAttributes {
  const after = new Map(Object.entries(stored))
  for (const [name, values] of attributes) {
    const [value] = values
    if (value === undefined) after.delete(name)
    else after.set(name, values.length === 1 ? value : values)
  }
  return Object.fromEntries(after)
}

/** Returns the values of an attribute as one cell. */
function attributeText(values: string | readonly string[] | undefined): string {
  return [values ?? []].flat().join('; ')
}

/** Returns the stored text of attributes; null for none. */
function printAttributes(attributes: UserAttributes): string | null {
  return Object.keys(attributes).length === 0 ? null : JSON.stringify(attributes)
}

/** A row that changes a known user. */
interface ChangedRow {
  readonly row: UserRow
  readonly known: User
}

function isDeactivation({ row, known }: ChangedRow): boolean {
  return row.isActive === false && known.active
}

/** A row that creates a user, or changes a known one. */
interface PlannedRow {
  readonly row: UserRow
  readonly known: User | undefined
}

/**
 * The users, roles and groups of an installation while a file is imported. Users are saved together, so that the action
 * log gets one entry for each role, not one for each user.
 */
class ImportedUsers {
  readonly #inside: Store
  readonly #options: UserImportOptions
  readonly #now: number
  readonly #users = new Map<string, User>()
  /** The user who has a name or an email address, by its folded form. */
  readonly #holders = new Map<string, string>()
  readonly #roles = new Map<string, number>()
  readonly #groups = new Map<string, { readonly group: UserGroup; readonly users: Set<number> }>()
  readonly #seen = new Set<string>()
  readonly #planned: PlannedRow[] = []
  readonly invitations: Invitation[] = []
  /** Names of users who were deactivated, or whose roles or groups changed. */
  readonly restricted: string[] = []

  constructor(tx: Store, options: UserImportOptions, now: number) {
    this.#inside = tx
    this.#options = options
    this.#now = now
  }

  async load(): Promise<this> {
    for (const user of (await this.#inside.users.list({})).rows) this.#remember(user)
    for (const { id, name } of (await this.#inside.roles.list({})).rows) this.#roles.set(name, id)
    for (const group of (await this.#inside.groups.list({})).rows)
      this.#groups.set(group.name, { group, users: new Set(group.users) })
    return this
  }

  #remember(user: User): void {
    this.#users.set(user.username, user)
    this.#hold(user.username, user.email)
  }

  #hold(username: string, email: string | null | undefined): void {
    this.#holders.set(foldText(username), username)
    if (email) this.#holders.set(foldText(email), username)
  }

  /** Plans a row. Returns what it does; undefined if it changes nothing. */
  plan(row: UserRow): ImportedUser | undefined {
    const { line, username } = row
    const existing = this.#users.get(username)
    const reason = this.#problemOf(row, existing)
    this.#seen.add(foldText(username))
    if (reason !== undefined) return { line, username, action: 'reject', reason, fields: [] }
    const fields = this.#changesOf(row, existing)
    if (existing && fields.length === 0) return undefined
    if (row.email !== undefined && existing?.email && existing.email !== row.email)
      this.#holders.delete(foldText(existing.email))
    this.#hold(username, row.email)
    this.#planned.push({ row, known: existing })
    if (fields.some(({ name }) => name === 'roles' || name === 'groups' || name === 'active'))
      this.restricted.push(username)
    return { line, username, action: existing ? 'change' : 'create', fields }
  }

  #problemOf(row: UserRow, existing: User | undefined): string | undefined {
    const { username, email, roles = [], groups = [] } = row
    if (row.problem !== undefined) return row.problem
    if (username.length > USER_LENGTHS.username || !isPrintable(username))
      return new ApiError('user-name-wrong', { args: [JSON.stringify(username), USER_LENGTHS.username] }).message
    if (existing?.is_service) return t('%s is a service account, which no file changes', username)
    if (this.#seen.has(foldText(username))) return t('The file has this user name twice')
    const holder = this.#holders.get(foldText(username))
    if (holder !== undefined && holder !== username) return new ApiError('user-exists', { args: [holder] }).message
    if ([row.firstName ?? '', row.lastName ?? ''].some((name) => name.length > USER_LENGTHS.name))
      return t('A first or last name has more than %s characters', USER_LENGTHS.name)
    if (email && email !== existing?.email) {
      const owner = this.#holders.get(foldText(email))
      const isTaken = owner !== undefined && owner !== username
      const problem = isTaken ? new ApiError('email-used', { args: [email] }) : emailProblem(email)
      if (problem) return problem.message
    }
    const role = roles.find((name) => !this.#roles.has(name))
    if (role !== undefined) return t('There is no role %s', role)
    const group = groups.find((name) => !this.#groups.has(name))
    if (group !== undefined) return t('There is no group %s', group)
    if (!existing && roles.length === 0) return t('A new user needs at least one role')
    const read = userAttributes.safeParse(attributesAfter(readAttributes(existing?.attributes ?? null), row))
    return read.error?.issues[0]?.message
  }

  /** Returns the fields that a row changes, as texts. */
  #changesOf(row: UserRow, existing: User | undefined): ImportedUser['fields'] {
    const roleNames = [...this.#roles].filter(([, id]) => existing?.roles.includes(id)).map(([name]) => name)
    const teams = [...this.#groups].filter(([, { users }]) => existing && users.has(existing.id)).map(([name]) => name)
    const stored = readAttributes(existing?.attributes ?? null)
    const attributes = Array.from(
      row.attributes,
      ([name, values]) => [`${ATTRIBUTE_COLUMN}${name}`, attributeText(stored[name]), attributeText(values)] as const,
    )
    const fields = [
      ['first_name', existing?.first_name ?? '', row.firstName],
      ['last_name', existing?.last_name ?? '', row.lastName],
      ['email', existing?.email ?? '', row.email === null ? '' : row.email],
      ['roles', joinNames(roleNames), row.roles && joinNames(row.roles)],
      ['groups', joinNames(teams), row.groups && joinNames(row.groups)],
      ['active', String(existing?.active ?? true), row.isActive === undefined ? undefined : String(row.isActive)],
      ...attributes,
    ] as const
    return fields.flatMap(([name, before, after]) =>
      after === undefined || after === before ? [] : [{ name, before: existing ? before : '', after }],
    )
  }

  #roleIds(names: readonly string[]): readonly number[] {
    return names.flatMap((name) => this.#roles.get(name) ?? []).toSorted((a, b) => a - b)
  }

  /** Saves the planned rows and the members of groups. Changes go first: they may free the email addresses of new users. */
  async save(): Promise<void> {
    await this.#change(this.#planned.flatMap(({ row, known }) => (known ? [{ row, known }] : [])))
    await this.#create(this.#planned.flatMap(({ row, known }) => (known ? [] : [row])))
    await this.#saveGroups()
  }

  async #create(rows: readonly UserRow[]): Promise<void> {
    const drafts = rows.map((row) => ({
      username: row.username,
      first_name: row.firstName ?? '',
      last_name: row.lastName ?? '',
      email: row.email ?? null,
      roles: this.#roleIds(row.roles ?? []),
      active: row.isActive ?? true,
      password: null,
      attributes: printAttributes(attributesAfter({}, row)),
    }))
    const users = await this.#inside.users.createMany(drafts, this.#options.actor)
    for (const [index, user] of users.entries()) {
      this.#join(user, rows[index]?.groups)
      if (!user.active || !this.#options.isInviting || this.#options.isDryRun) continue
      const token = await createLinkToken(this.#inside, user.id, this.#now, IMPORT_LINK_TTL_MS)
      const expiresAt = this.#now + IMPORT_LINK_TTL_MS
      this.invitations.push({ user, username: user.username, token, expiresAt })
    }
  }

  async #change(changes: readonly ChangedRow[]): Promise<void> {
    const { actor } = this.#options
    const patches = changes.map((each) => ({ id: each.known.id, patch: this.#patchOf(each) }))
    await this.#inside.users.updateMany(patches, actor)
    for (const change of changes) {
      if (isDeactivation(change)) await revokeAccess(this.#inside, change.known.id, actor)
      this.#join(change.known, change.row.groups)
    }
  }

  #patchOf(change: ChangedRow): Patch<User> {
    const { row, known } = change
    return {
      ...(row.firstName === undefined ? {} : { first_name: row.firstName }),
      ...(row.lastName === undefined ? {} : { last_name: row.lastName }),
      ...(row.email === undefined ? {} : { email: row.email }),
      ...(row.roles === undefined ? {} : { roles: this.#roleIds(row.roles) }),
      ...(row.isActive === undefined ? {} : { active: row.isActive }),
      ...(row.attributes.size === 0
        ? {}
        : { attributes: printAttributes(attributesAfter(readAttributes(known.attributes), row)) }),
      ...(isDeactivation(change) ? { tokens_from: this.#now } : {}),
    }
  }

  #join({ id }: User, groups: readonly string[] | undefined): void {
    if (groups === undefined) return
    for (const [name, { users }] of this.#groups)
      if (groups.includes(name)) users.add(id)
      else users.delete(id)
  }

  /** Stores the members of the groups that changed. */
  async #saveGroups(): Promise<void> {
    for (const { group, users } of this.#groups.values()) {
      const after = [...users].toSorted((a, b) => a - b)
      if (after.join() === group.users.join()) continue
      const options = { ifVersion: group.version }
      await this.#inside.groups.update(group.id, { users: after }, this.#options.actor, options)
    }
  }
}
