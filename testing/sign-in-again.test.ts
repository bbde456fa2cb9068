import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { ApiResponseError, call, configureCalls } from '#calls/call.ts'
import { signIn } from '#calls/sign-in.ts'
import { closeSession, openSession } from '#server/security/sessions.ts'
import { makeTestApp, PASSWORD, type TestApp } from '#testing/app.ts'

let fixture: TestApp
/** The session cookie of the browser; undefined if it has none. */
let cookie: string | undefined

beforeAll(async () => {
  fixture = await makeTestApp()
  vi.stubGlobal('fetch', fetchByInject)
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await fixture.close()
})

/** A browser's fetch: stores the cookie, and follows redirects by GET. */
async function fetchByInject(url: string, init: RequestInit): Promise<Response> {
  const isForm = init.body instanceof URLSearchParams
  const headers = {
    ...(init.headers as Record<string, string>),
    ...(isForm ? { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' } : {}),
    ...(cookie === undefined ? {} : { cookie: `session=${cookie}` }),
  }
  const { body } = init
  const text = body instanceof URLSearchParams ? body.toString() : body
  const payload = typeof text === 'string' ? { payload: text } : {}
  const answer = await fixture.app.inject({ method: init.method as 'GET', url, headers, ...payload })
  const given = /^session=([^;]*)/.exec(String(answer.headers['set-cookie'] ?? ''))?.[1]
  if (given !== undefined) cookie = given
  const { location } = answer.headers
  if (answer.statusCode === 302) return fetchByInject(String(location), { method: 'GET', headers: { accept: '*/*' } })
  const response = new Response(answer.body, { status: answer.statusCode })
  return Object.defineProperty(response, 'url', { value: `http://localhost${url}` })
}

const rename = (id: number) => call('PUT', `/api/v1/dashboard/${id}`, { body: { dashboard_title: 'Kept work' } })

it.each(['ended on the server', 'been forgotten by the browser'])(
  'signs in again without leaving the page when the session has %s, and saves with the new token',
  async (how) => {
    const ada = await fixture.user('ada', ['Admin'])
    const board = await fixture.dashboard()
    cookie = await openSession(fixture.context.store, ada.id, fixture.now)
    await closeSession(fixture.context.store, cookie)
    if (how.startsWith('been')) cookie = undefined
    configureCalls({ basePath: '', csrfToken: 'of the ended session', timeout: 60_000 })
    await expect(rename(board.id)).rejects.toBeInstanceOf(ApiResponseError)
    expect(await signIn('ada', 'a wrong password')).toEqual({ problem: 'failed' })
    expect(await signIn('ada', PASSWORD)).toEqual({ userId: ada.id, csrfToken: expect.stringMatching(/./) })
    await rename(board.id)
    expect((await fixture.context.store.dashboards.get(board.id))?.dashboard_title).toBe('Kept work')
    // Already signed in, as in another tab: the open session is used.
    expect(await signIn('ada', PASSWORD)).toMatchObject({ userId: ada.id })
  },
)
