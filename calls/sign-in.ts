import { buildUrl, call, responseFailure, renewCsrfToken, send } from '#calls/call.ts'

/**
 * Why a sign-in failed: a wrong name or password, too many attempts, a missing or wrong code, or a second factor that the
 * user has to set up first.
 */
export type SignInProblem = 'failed' | 'wait' | 'code' | 'set-up'

/** A session that a sign-in has opened. */
export interface NewSession {
  readonly userId: number
  readonly csrfToken: string
}

const ME = '/api/v1/me/'

/** Returns the CSRF token of the sign-in form; undefined if the page has no form because a session is active. */
async function formToken(): Promise<string | undefined> {
  const page = await send('GET', '/login/', { accept: 'text/html' })
  return /name="csrf_token" value="([^"]+)"/.exec(await page.text())?.[1]
}

/** True if a parameter of the sign-in page names a problem. */
export function isSignInProblem(text: string | null | undefined): text is SignInProblem {
  return text === 'failed' || text === 'wait' || text === 'code'
}

/**
 * Signs in like the form of the sign-in page, without leaving the page. Returns the new session, whose CSRF token is
 * used from now on, or the problem. Rejects with an `ApiResponseError` if the server fails.
 */
export async function signIn(
  username: string,
  password: string,
  code?: string,
): Promise<NewSession | { readonly problem: SignInProblem }> {
  const token = await formToken()
  const response =
    token === undefined
      ? await send('GET', ME)
      : await send('POST', '/login/', {
          query: { next: buildUrl(ME) },
          body: new URLSearchParams({ username, password, csrf_token: token, ...(code ? { code } : {}) }),
          headers: { 'x-csrftoken': token },
        })
  const { pathname, searchParams } = new URL(response.url, 'http://localhost')
  if (pathname.endsWith('/login/code/')) return { problem: searchParams.get('step') === 'set-up' ? 'set-up' : 'code' }
  const problem = searchParams.get('problem')
  if (isSignInProblem(problem)) return { problem }
  if (!response.ok) throw await responseFailure(response)
  const { result: user } = (await response.json()) as { readonly result: { readonly id: number } }
  const { result: csrfToken } = await call<{ readonly result: string }>('GET', '/api/v1/security/csrf_token/')
  renewCsrfToken(csrfToken)
  return { userId: user.id, csrfToken }
}
