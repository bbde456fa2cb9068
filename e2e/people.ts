import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { hashPassword } from '#server/security/password.ts'
import { openStore } from '#server/store/store.ts'
import type { Facet } from './facet.ts'

/** A page of a new person with one of the roles every installation has; beside the product, as people are made so far. */
export async function personPage(browser: Browser, facet: Facet, role: 'Alpha' | 'Gamma'): Promise<Page> {
  const username = `${role.toLowerCase()}-${randomUUID().slice(0, 8)}`
  const store = await openStore({ file: join(facet.home, 'facet.db') }, Date.now, randomUUID)
  try {
    const known = await store.roles.byName(role)
    const password = await hashPassword(facet.password)
    const roles = known ? [known.id] : []
    await store.users.create({ username, first_name: role, last_name: 'Walker', password, roles }, null)
  } finally {
    await store.close()
  }
  const context = await browser.newContext({ baseURL: facet.url })
  const page = await context.newPage()
  await page.goto('/login/')
  await page.getByLabel(/username/i).fill(username)
  await page.getByLabel(/password/i).fill(facet.password)
  await page.getByRole('button', { name: /sign in/i }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
  return page
}
