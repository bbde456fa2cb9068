import { has } from '#core/access/ability.ts'
import { Fault } from '#core/rest/fault.ts'
import type { Asked } from '#server/route/route.ts'

/** Refuses who does not hold a pair that an act needs beside that of its route. */
export function requirePair({ user }: Pick<Asked, 'user'>, permission: string, view: string): void {
  if (!has(user, permission, view)) throw new Fault(user.isAnonymous ? 'token-missing' : 'forbidden')
}
