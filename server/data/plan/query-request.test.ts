import { expect, it } from 'vitest'
import { keyOf, type QueryRequest } from './query-request.ts'

const request = (username: string, impersonate_user: boolean, isAnonymous = false): QueryRequest =>
  ({
    dataRequest: { user: { username, isAnonymous }, format: 'columns' },
    loaded: {
      dataset: { id: 1, definition_version: 1 },
      database: { id: 1, sqlalchemy_uri: 'trino://db/hive', data_version: 1, extra: null, impersonate_user },
    },
    question: { query: {}, type: 'full' },
    rules: [],
    masks: [],
    tables: [],
    ranges: {},
    read: [],
    keys: [],
  }) as unknown as QueryRequest

it('shares cached results between users only if they query as the same account', () => {
  expect(keyOf(request('ana', false))).toBe(keyOf(request('bob', false)))
  expect(keyOf(request('ana', true))).toBe(keyOf(request('ana', true)))
  expect(keyOf(request('ana', true))).not.toBe(keyOf(request('bob', true)))
  // The name in a guest token is not that of an account.
  expect(keyOf(request('ana', true, true))).not.toBe(keyOf(request('ana', true)))
})

it('uses no cached results from before the secrets of the database, and so its client certificate, have changed', () => {
  const withSecrets = (secrets: string | null): QueryRequest => {
    const given = request('ana', false)
    const database = { ...given.loaded.database, secrets }
    return { ...given, loaded: { ...given.loaded, database } }
  }
  expect(keyOf(withSecrets('one'))).toBe(keyOf(withSecrets('one')))
  expect(keyOf(withSecrets('one'))).not.toBe(keyOf(withSecrets('two')))
  expect(keyOf(withSecrets('one'))).not.toBe(keyOf(withSecrets(null)))
})
