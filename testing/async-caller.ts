import { vi } from 'vitest'
import type { AsyncEvent } from '#core/rest/async-event.ts'
import type { DataFixture } from './data-fixture.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** A caller of a server that answers chart data by jobs, with the event channel of a browser. */
export interface AsyncCaller {
  readonly cookie: string
  readonly headers: Readonly<Record<string, string>>
  call(
    method: Method,
    url: string,
    body?: object,
    more?: Record<string, string>,
  ): Promise<Awaited<ReturnType<DataFixture['app']['inject']>>>
  /** Returns all events of the channel so far. */
  events(lastId?: string): Promise<readonly AsyncEvent[]>
  /** Waits for the event of a job. */
  eventOf(jobId: string): Promise<AsyncEvent>
}

/** Returns a caller with these roles and a new channel. */
export async function asyncCaller(fixture: DataFixture, username: string, ...roles: string[]): Promise<AsyncCaller> {
  const bearer = { authorization: `Bearer ${await fixture.token(username, ...roles)}` }
  const first = await fixture.app.inject({ url: '/api/v1/me/', headers: bearer })
  const cookie = String(first.headers['set-cookie']).split(';')[0] as string
  const headers = { ...bearer, cookie }
  const call: AsyncCaller['call'] = (method, url, body, more = {}) =>
    fixture.app.inject({ method, url, headers: { ...headers, ...more }, ...(body ? { payload: body } : {}) })
  const events: AsyncCaller['events'] = async (lastId) => {
    const answer = await call('GET', `/api/v1/async_event/${lastId === undefined ? '' : `?last_id=${lastId}`}`)
    return answer.json<{ result: AsyncEvent[] }>().result
  }
  const eventOf = (jobId: string) =>
    vi.waitFor(
      async () => {
        const found = (await events()).find((event) => event.job_id === jobId)
        if (!found) throw new Error('There is no event yet')
        return found
      },
      { timeout: 30_000, interval: 20 },
    )
  return { cookie, headers, call, events, eventOf }
}
