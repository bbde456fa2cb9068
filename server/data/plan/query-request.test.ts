import { expect, it, vi } from 'vitest'
import type { Database } from '#core/entity/database.ts'
import { MAX_ROWS } from '#core/query/max-rows.ts'
import { NUMBER_RULES_VERSION } from '#server/data/number-rules/number-rules.ts'
import { keyOf, type QueryRequest } from './query-request.ts'

const request = (username: string, impersonate_user: boolean, isAnonymous = false): QueryRequest =>
  ({
    dataRequest: { user: { username, isAnonymous }, format: 'columns' },
    loaded: {
      dataset: { id: 1, definition_version: 1 },
      database: { id: 1, sqlalchemy_uri: 'trino://db/hive', data_version: 1, extra: null, impersonate_user },
    },
    queryObject: { query: {}, type: 'full', limits: { rows: 50_000, max: MAX_ROWS } },
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

it.each<[string, Partial<Database> | null]>([
  ['another id', { id: 8 }],
  ['another address', { sqlalchemy_uri: 'sqlite:////srv/other.sqlite' }],
  ['a certificate', { server_cert: 'PEM' }],
  ['a tunnel', { tunnel: '{}' }],
  ['another account', { impersonate_user: true }],
  ['other data', { data_version: 2 }],
  ['no longer being there', null],
])('reads no cached result of a joined database after %s of one of its databases', (_, change) => {
  const member = { id: 7, sqlalchemy_uri: 'sqlite:////srv/a.sqlite', server_cert: null, tunnel: null }
  const stored = { ...member, impersonate_user: false, data_version: 1 } as Database
  const joined = (attached: readonly (Database | null)[]): QueryRequest => {
    const plain = request('ana', false)
    return { ...plain, loaded: { ...plain.loaded, attached } }
  }
  const key = keyOf(joined([stored]))
  expect(keyOf(joined([{ ...stored }]))).toBe(key)
  expect(keyOf(joined([change && { ...stored, ...change }]))).not.toBe(key)
  expect(keyOf(request('ana', false))).not.toBe(key)
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

it('shares cached results only between users with the same quota of rows', () => {
  const limitedTo = (max: number): QueryRequest => {
    const given = request('ana', false)
    return { ...given, queryObject: { ...given.queryObject, limits: { rows: 50_000, max } } }
  }
  expect(keyOf(limitedTo(100))).toBe(keyOf(limitedTo(100)))
  expect(keyOf(limitedTo(100))).not.toBe(keyOf(limitedTo(200)))
  expect(keyOf(limitedTo(100))).not.toBe(keyOf(limitedTo(MAX_ROWS)))
})

it('reads no cached result of an earlier version of the rules for numbers', async () => {
  const rules = '#server/data/number-rules/number-rules.ts'
  const keyWith = async (version: string): Promise<string> => {
    vi.resetModules()
    vi.doMock(rules, () => ({ NUMBER_RULES_VERSION: version }))
    try {
      return (await import('./query-request.ts')).keyOf(request('ana', false))
    } finally {
      vi.doUnmock(rules)
    }
  }
  expect(await keyWith(NUMBER_RULES_VERSION)).toBe(keyOf(request('ana', false)))
  expect(await keyWith(`${NUMBER_RULES_VERSION} next-rule`)).not.toBe(keyOf(request('ana', false)))
})
