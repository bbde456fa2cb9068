import { MAX_TOKEN_DAYS } from '#core/rest/me.ts'
import type { User } from '#core/entity/user.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { createApiToken, revokeApiToken } from '#server/security/api-tokens.ts'
import { userNamed } from '#server/security/user-registration.ts'
import { type CommandCall, type Command, CommandError, UsageError } from '../command.ts'

/** Maximum characters of the name of a token. */
const MAX_NAME_LENGTH = 100

/** Returns the service account that the first argument names. Throws `user-not-service`. */
async function accountOf({ store, names }: CommandCall): Promise<User> {
  const user = await userNamed(store, names[0] ?? '')
  if (!user.is_service) throw new ApiError('user-not-service', { args: [user.username] })
  return user
}

function scopeOf({ text }: CommandCall): 'read' | 'write' {
  const scope = text('scope') ?? 'read'
  if (scope !== 'read' && scope !== 'write') throw new UsageError('--scope takes read or write.')
  return scope
}

function daysOf({ text }: CommandCall): number {
  const days = Number(text('days') ?? 90)
  if (!Number.isInteger(days) || days < 1 || days > MAX_TOKEN_DAYS)
    throw new UsageError(`--days takes a whole number from 1 to ${MAX_TOKEN_DAYS}.`)
  return days
}

async function roleIdOf({ store, text }: CommandCall): Promise<number | null> {
  const name = text('role')
  if (name === undefined) return null
  const role = await store.roles.byName(name)
  if (!role) throw new CommandError(`There is no role ${name}.`)
  return role.id
}

const createCommand: Command = {
  name: 'token create',
  takes: ['ACCOUNT', 'NAME'],
  meaning: 'Creates an API token of a service account and prints it; it is not shown again',
  options: {
    scope: { value: 'SCOPE', meaning: 'read (the default) or write' },
    role: { value: 'ROLE', meaning: 'A role of the account, to which the rights of the token are limited' },
    days: { value: 'N', meaning: `Days until the token expires: 90 by default, ${MAX_TOKEN_DAYS} at most` },
  },
  async run(call) {
    const [, name = ''] = call.names
    if (name.trim() === '' || name.length > MAX_NAME_LENGTH)
      throw new UsageError(`The name of the token has 1 to ${MAX_NAME_LENGTH} characters.`)
    const user = await accountOf(call)
    const [scope, days, roleId] = [scopeOf(call), daysOf(call), await roleIdOf(call)]
    const current = await call.store.users.current(user.id)
    if (!current) throw new ApiError('user-inactive', { args: [user.username] })
    if (roleId !== null && !current.roleIds.includes(roleId))
      throw new CommandError(`${user.username} does not have the role ${call.text('role')}.`)
    const draft = { name: name.trim(), scope, days, roleId }
    const { token, text } = await createApiToken(call.store, user.id, draft, call.now(), null)
    call.terminal.printMessage(`Token ${token.id} of ${user.username}. Store it now: it is not shown again.`)
    call.terminal.print(text)
  },
}

const listCommand: Command = {
  name: 'token list',
  takes: ['ACCOUNT'],
  meaning: 'Lists the API tokens of a service account',
  options: { json: { meaning: 'Print a JSON array, for programs' } },
  async run(call) {
    const { id } = await accountOf(call)
    const roles = new Map((await call.store.roles.list({})).rows.map((role) => [role.id, role.name]))
    const rows = (await call.store.apiTokens.ofUser(id)).map((token) => ({
      id: token.id,
      name: token.name,
      prefix: token.prefix,
      scope: token.scope,
      role: token.role_id === null ? null : (roles.get(token.role_id) ?? `deleted role ${token.role_id}`),
      expires_on: new Date(token.expires_at).toISOString(),
      last_used_on: token.last_used_at === null ? null : new Date(token.last_used_at).toISOString(),
    }))
    if (call.has('json')) return call.terminal.print(JSON.stringify(rows))
    for (const { id: token, name, prefix, scope, role, expires_on } of rows)
      call.terminal.print(
        `${token}  ${replaceControlCharacters(name)}  ${prefix}…  ${scope}${role === null ? '' : `, role ${replaceControlCharacters(role)}`}  until ${expires_on}`,
      )
  },
}

const revokeCommand: Command = {
  name: 'token revoke',
  takes: ['ACCOUNT', 'ID'],
  meaning: 'Revokes an API token of a service account, from the next request on',
  options: {},
  async run(call) {
    const user = await accountOf(call)
    const id = Number(call.names[1])
    const known = (await call.store.apiTokens.ofUser(user.id)).some((token) => token.id === id)
    if (!known) throw new CommandError(`${user.username} has no token ${call.names[1]}.`)
    await revokeApiToken(call.store, user.id, id, null)
    call.terminal.printMessage(`The token ${id} of ${user.username} is revoked.`)
  },
}

/** Control characters in names must not reach the terminal. */
const replaceControlCharacters = (text: string) => text.replace(/\p{C}/gu, ' ')

export const tokenCommands: readonly Command[] = [createCommand, listCommand, revokeCommand]
