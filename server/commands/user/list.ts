import type { UserGroup } from '#core/entity/group.ts'
import type { User } from '#core/entity/user.ts'
import type { Command } from '../command.ts'

const HEAD = ['NAME', 'FULL NAME', 'E-MAIL', 'ROLES', 'GROUPS', 'ACTIVE', 'LAST SIGN-IN (UTC)']

export const listUsers: Command = {
  name: 'user list',
  takes: [],
  meaning: 'Lists the users, their roles and groups, and when they last signed in',
  options: { json: { meaning: 'Print a JSON array, for programs' } },
  async run({ store, terminal, has }) {
    const { rows } = await store.users.list({ order: [{ column: 'username', direction: 'asc' }] })
    const names = new Map((await store.roles.list({})).rows.map(({ id, name }) => [id, name]))
    const groups = (await store.groups.list({ order: [{ column: 'name', direction: 'asc' }] })).rows
    const users = rows.map((user) => details(user, names, groups))
    if (has('json')) return terminal.print(JSON.stringify(users))
    const lines = users.map(
      ({ username, first_name, last_name, email, roles, groups: teams, active, is_service, last_login }) => [
        username,
        `${first_name} ${last_name}`.trim(),
        email ?? '',
        [...roles, ...teams.flatMap(({ name, roles: given }) => given.map((role) => `${role} (${name})`))].join(', '),
        teams.map(({ name }) => name).join(', '),
        active ? 'yes' : 'no',
        is_service ? 'service account' : (last_login?.slice(0, 16).replace('T', ' ') ?? 'never'),
      ],
    )
    for (const line of columns([HEAD, ...lines])) terminal.print(line)
  },
}

/** Returns a user with the names of their own roles, and of their groups with the roles of these. */
function details(user: User, names: ReadonlyMap<number, string>, groups: readonly UserGroup[]) {
  const { id, username, first_name, last_name, email, active, is_service, last_login } = user
  const named = (ids: readonly number[]) => ids.flatMap((role) => names.get(role) ?? []).toSorted()
  const teams = groups
    .filter((group) => group.users.includes(id))
    .map((group) => ({ name: group.name, roles: named(group.roles) }))
  const at = last_login === null ? null : new Date(last_login).toISOString()
  return {
    id,
    username,
    first_name,
    last_name,
    email,
    roles: named(user.roles),
    groups: teams,
    active,
    is_service,
    last_login: at,
  }
}

/** Control characters in user input must not reach the terminal. */
const replaceControlCharacters = (text: string) => text.replace(/\p{C}/gu, ' ')

function columns(rows: readonly (readonly string[])[]): readonly string[] {
  const cells = rows.map((row) => row.map(replaceControlCharacters))
  const widths = HEAD.map((_, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)))
  return cells.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
