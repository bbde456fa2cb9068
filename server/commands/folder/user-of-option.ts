import { isAdmin } from '#core/access/ability.ts'
import type { CurrentUser } from '#core/access/current-user.ts'
import { type CommandCall, CommandError, type Option } from '../command.ts'

/** The option that names the user whose permissions apply. */
export const asOption: Readonly<Record<string, Option>> = {
  as: {
    value: 'NAME',
    meaning: 'The user whose permissions apply and who owns new objects; admin by default',
  },
}

/** Returns the user of `--as`. */
export async function userOfOption({ store, text }: CommandCall): Promise<CurrentUser & { readonly userId: number }> {
  const name = text('as') ?? 'admin'
  const existing = await store.users.byUsername(name)
  const user = existing && (await store.users.current(existing.id))
  if (!user || user.userId === null)
    throw new CommandError(`There is no active user ${name}. List the users with "facet user list".`)
  return { ...user, userId: user.userId }
}

/** Throws a `CommandError` unless the user may export and apply grants or quotas. */
export function requireAdminUser(user: CurrentUser, subjectKind: 'grants' | 'quotas'): void {
  if (!isAdmin(user))
    throw new CommandError(`Only administrators export and apply ${subjectKind}. Name an administrator with --as.`)
}
