import { expect, it } from 'vitest'
import { openSeededStore } from '#testing/store-template.ts'
import { createApiToken } from './api-tokens.ts'
import { jobUser, withPresentRights } from './present-rights.ts'

const DAY_MS = 24 * 3_600_000

it('a job ends with the token that started it: revoked, expired, ended with all sessions, or with less scope', async () => {
  let now = Date.UTC(2024, 5, 15)
  let uuids = 0
  const store = await openSeededStore(
    undefined,
    () => now,
    () => `uuid-${++uuids}`,
  )
  try {
    const { id } = await store.users.create({ username: 'ada', first_name: 'Ada', last_name: 'Test' }, null)
    const token = async (scope: 'read' | 'write') =>
      (await createApiToken(store, id, { name: `${scope}${++uuids}`, scope, days: 1 }, now)).token
    const started = await token('write')
    const user = await jobUser(store, id, { id: started.id, scope: 'write' })
    expect([user.username, user.apiToken]).toEqual(['ada', { id: started.id, scope: 'write' }])
    expect((await withPresentRights(store, user)).apiToken).toEqual(user.apiToken)
    // Without a token, a job needs only its user.
    expect((await jobUser(store, id)).apiToken).toBeUndefined()
    await expect(jobUser(store, null)).rejects.toMatchObject({ code: 'not-signed-in' })
    const ended = { code: 'token-job-ended' }
    const narrow = await token('read')
    expect((await jobUser(store, id, { id: narrow.id, scope: 'read' })).username).toBe('ada')
    await expect(jobUser(store, id, { id: narrow.id, scope: 'write' })).rejects.toMatchObject(ended)
    await store.apiTokens.remove(id, started.id)
    await expect(jobUser(store, id, user.apiToken)).rejects.toMatchObject(ended)
    await expect(withPresentRights(store, user)).rejects.toMatchObject(ended)
    const other = await token('write')
    const later = { ...user, apiToken: { id: other.id, scope: 'write' } } as const
    now += DAY_MS - 1
    expect((await withPresentRights(store, later)).username).toBe('ada')
    now += 1
    await expect(withPresentRights(store, later)).rejects.toMatchObject(ended)
    const last = await token('write')
    await store.users.update(id, { tokens_from: now }, null)
    await expect(jobUser(store, id, { id: last.id, scope: 'write' })).rejects.toMatchObject(ended)
  } finally {
    await store.close()
  }
})
