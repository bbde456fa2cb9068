import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { hashPassword } from '#server/security/password.ts'
import { openStore, type Store } from '#server/store/store.ts'
import { signInAndOpen, type Facet } from './facet.ts'

interface Rights {
  /** Permission pairs in addition to the role. */
  readonly more?: readonly (readonly [string, string])[]
  /** Permissions of the role that the user lacks, on any view. */
  readonly without?: readonly string[]
}

/** Returns the ids of the roles that add up to these permissions. */
async function rolesOf(store: Store, name: string, { more = [], without = [] }: Rights): Promise<number[]> {
  const known = await store.roles.byName(name)
  if (!known || (more.length === 0 && without.length === 0)) return known ? [known.id] : []
  const own = await store.roles.create({ name: `${name} ${randomUUID()}` }, null)
  const stored = (await store.roles.pairs(known.id)).filter(([permission]) => !without.includes(permission))
  await store.roles.addPairs(own.id, [...stored, ...more])
  return [own.id]
}

/** Opens a page as a new user with one of the built-in roles; the user is created directly in the store. */
export async function userPage(
  browser: Browser,
  facet: Facet,
  role: 'Alpha' | 'Gamma',
  rights: Rights = {},
): Promise<Page> {
  const username = `${role.toLowerCase()}-${randomUUID().slice(0, 8)}`
  const store = await openStore({ file: join(facet.home, 'facet.db') }, Date.now, randomUUID)
  try {
    const password = await hashPassword(facet.password)
    const roles = await rolesOf(store, role, rights)
    await store.users.create({ username, first_name: role, last_name: 'Walker', password, roles }, null)
  } finally {
    await store.close()
  }
  const context = await browser.newContext({ baseURL: facet.url })
  const page = await context.newPage()
  await signInAndOpen(page, facet, username)
  return page
}
