import type { LightMyRequestResponse } from 'fastify'
import type { Client } from './app.ts'

const TYPE = 'application/x-www-form-urlencoded'

const tokenIn = (page: string) => /name="csrf_token" value="([^"]+)"/.exec(page)?.[1] ?? ''
const cookieIn = (header: string | readonly string[] | undefined) => [header ?? ''].flat()[0]?.split(';')[0] ?? ''
const formOf = (page: string) => new URLSearchParams({ csrf_token: tokenIn(page) }).toString()

/** Opens a sign-in link and submits its form; returns the response to the form, or the page if it has none. */
export async function submitLink(client: Client, path: string): Promise<LightMyRequestResponse> {
  const page = await client.get(path)
  if (page.statusCode !== 200) return page
  const cookie = cookieIn(page.headers['set-cookie'])
  return client.post(path, formOf(page.body), {
    headers: { 'content-type': TYPE, ...(cookie === '' ? {} : { cookie }) },
  })
}

/** Like `submitLink`, for a server that listens at a port. */
export async function submitLinkAt(url: string): Promise<Response> {
  const page = await fetch(url)
  if (page.status !== 200) return page
  const headers = { 'content-type': TYPE, cookie: cookieIn(page.headers.getSetCookie()[0]) }
  return fetch(url, { method: 'POST', headers, body: formOf(await page.text()), redirect: 'manual' })
}
