import type { Page } from '@playwright/test'
import type { Server } from './home.ts'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const cookieOf = ({ headers }: Response) => headers.getSetCookie()[0]?.split(';')[0]

/** Signs a page in by the server's link. */
export async function openLink(page: Page, { link }: Server): Promise<void> {
  await page.goto(link)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((url) => url.pathname === '/')
}

async function submitLink(link: string): Promise<Response> {
  const form = await fetch(link)
  const token = /name="csrf_token" value="([^"]+)"/.exec(await form.text())?.[1] ?? ''
  const headers = { ...FORM, cookie: cookieOf(form) ?? '' }
  const body = new URLSearchParams({ csrf_token: token }).toString()
  return fetch(link, { method: 'POST', headers, body, redirect: 'manual' })
}

/** Signs in by the server's link and finds the flights dataset. */
export async function signIn({ url, link }: Server): Promise<{ cookie: string; flights: number }> {
  const entered = await submitLink(link)
  const cookie = cookieOf(entered)
  if (!cookie) throw new Error(`Could not sign in: ${entered.status}`)
  const list = await fetch(`${url}/api/v1/dataset/?q=(filters:!((col:table_name,opr:eq,value:flights)))`, {
    headers: { cookie },
  })
  const { result } = (await list.json()) as { result: { id: number }[] }
  if (!result[0]) throw new Error('The flights are not there')
  return { cookie, flights: result[0].id }
}
