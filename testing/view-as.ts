import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import type { Context } from '#server/route/context.ts'
import { csrfToken } from '#server/security/csrf.ts'
import { findSession, openSession } from '#server/security/sessions.ts'
import { csrfBindingOf } from '#server/security/view-as.ts'

/** The user or the role as which an administrator views, as the body of the call. */
export type Subject = { readonly user_id: number } | { readonly role_id: number }

/** A session of a browser whose CSRF token follows its views. */
export interface BrowserSession {
  readonly cookie: string
  readonly call: (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    payload?: unknown,
  ) => Promise<LightMyRequestResponse>
  /** Begins to view; returns the response. */
  readonly viewAs: (subject: Subject & { readonly reason?: string }) => Promise<LightMyRequestResponse>
  readonly stop: () => Promise<LightMyRequestResponse>
}

/** Signs a user in at a test application; `headers` are those of every request. */
export async function openBrowserSession(
  { app, context }: { readonly app: FastifyInstance; readonly context: Context },
  userId: number,
  headers: InjectOptions['headers'] = {},
): Promise<BrowserSession> {
  const { store, config, now } = context
  const cookie = await openSession(store, userId, now())
  const tokenOf = async () => {
    const session = await store.within(() => findSession(store, cookie, now()))
    return session ? csrfToken(config.secretKey, csrfBindingOf(session, session.view_as_from !== null), now()) : ''
  }
  const call: BrowserSession['call'] = async (method, url, payload) =>
    app.inject({
      method,
      url,
      headers: {
        cookie: `session=${cookie}`,
        ...(method === 'GET' ? {} : { 'x-csrftoken': await tokenOf() }),
        ...headers,
      },
      ...(payload === undefined ? {} : { payload: payload as object }),
    })
  return {
    cookie,
    call,
    viewAs: (subject) => call('POST', '/api/v1/security/view_as/', subject),
    stop: () => call('DELETE', '/api/v1/security/view_as/'),
  }
}
