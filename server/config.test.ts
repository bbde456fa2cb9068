import { expect, it } from 'vitest'
import { readSettings } from './config.ts'
import settings from './settings.json' with { type: 'json' }

const read = (environment: Record<string, string>) => readSettings(environment, '/srv/facet')

it('An empty environment gives the defaults of the table', () => {
  expect(read({})).toMatchObject({
    port: 8088,
    host: '127.0.0.1',
    home: '/srv/facet/.facet',
    adminPassword: undefined,
    givenSecretKey: undefined,
    databaseUrl: undefined,
    examples: true,
    webTimeout: 60,
    cacheTimeout: 86_400,
    basePath: '',
    trustProxy: false,
  })
})

it('X-TRANS-03 X-TRANS-04: events are polled for every 500 ms unless the environment says otherwise', () => {
  expect(read({})).toMatchObject({ asyncSettings: { transport: 'polling', pollingDelay: 500 } })
})

it('Every setting of the table is read', () => {
  expect(
    read({
      PORT: '0',
      HOST: '::',
      FACET_HOME: '/data',
      FACET_ADMIN_PASSWORD: 'a long one',
      FACET_SECRET_KEY: 'sixteen letters!',
      DATABASE_URL: 'postgres://facet@127.0.0.1:5432/facet',
      FACET_EXAMPLES: '0',
      FACET_WEB_TIMEOUT_S: '120',
      FACET_FEATURES: '{"UX_BETA":true}',
      FACET_FEATURE_DASHBOARD_CROSS_FILTERS: '0',
      FACET_BASE_PATH: '/facet/',
      FACET_TRUST_PROXY: '10.0.0.0/8, ::1',
      FACET_ASYNC_TRANSPORT: 'ws',
      FACET_ASYNC_POLLING_MS: '1500',
      FACET_CACHE_DISK_MB: '2',
      FACET_CACHE_TIMEOUT_S: '-1',
      FACET_DEFAULT_VIZ_TYPE: 'pie',
    }),
  ).toMatchObject({
    port: 0,
    host: '::',
    home: '/data',
    adminPassword: 'a long one',
    givenSecretKey: 'sixteen letters!',
    databaseUrl: 'postgres://facet@127.0.0.1:5432/facet',
    examples: false,
    webTimeout: 120,
    flags: { UX_BETA: true, DASHBOARD_CROSS_FILTERS: false },
    basePath: '/facet',
    trustProxy: ['10.0.0.0/8', '::1'],
    asyncSettings: { transport: 'ws', pollingDelay: 1500 },
    diskCacheBytes: 2_097_152,
    cacheTimeout: -1,
    defaultVizType: 'pie',
  })
  expect(settings.map(({ name }) => name)).toHaveLength(17)
})

it.each([
  [{ PORT: '70000' }, 'PORT must be a number from 0 to 65535'],
  [{ PORT: 'http' }, 'PORT must be a number from 0 to 65535'],
  [{ FACET_DEFAULT_VIZ_TYPE: 'nosuch' }, 'FACET_DEFAULT_VIZ_TYPE must be a type of chart such as table or pie'],
  [{ HOST: 'a b' }, 'HOST must be an address or a host name'],
  [{ FACET_ADMIN_PASSWORD: 'short' }, 'FACET_ADMIN_PASSWORD must have at least 8 characters'],
  [{ FACET_SECRET_KEY: 'short' }, 'FACET_SECRET_KEY must have at least 16 characters'],
  [
    { FACET_SECRET_KEY: 'CHANGE_ME_TO_A_COMPLEX_RANDOM_SECRET' },
    'FACET_SECRET_KEY is a key from an example; make one of your own',
  ],
  [
    { DATABASE_URL: 'mysql://x/y', FACET_SECRET_KEY: 'sixteen letters!' },
    'DATABASE_URL must be a URL such as postgres://user@host:5432/name',
  ],
  [
    { DATABASE_URL: 'postgres://x/y' },
    'FACET_SECRET_KEY is required with DATABASE_URL, so that every server signs with the same key',
  ],
  [{ FACET_EXAMPLES: 'maybe' }, 'FACET_EXAMPLES must be 1 or 0'],
  [{ FACET_WEB_TIMEOUT_S: '0' }, 'FACET_WEB_TIMEOUT_S must be greater than 0'],
  [{ FACET_BASE_PATH: 'facet' }, 'FACET_BASE_PATH must be a path such as /facet'],
  [{ FACET_ASYNC_TRANSPORT: 'pigeon' }, 'FACET_ASYNC_TRANSPORT must be polling or ws'],
  [{ FACET_CACHE_DISK_MB: '1.5' }, 'FACET_CACHE_DISK_MB must be a whole number of megabytes'],
  [{ FACET_CACHE_TIMEOUT_S: 'never' }, 'FACET_CACHE_TIMEOUT_S must be a whole number of seconds, or -1'],
  [{ FACET_TRUST_PROXY: 'everybody' }, 'FACET_TRUST_PROXY must be 1, or addresses parted by commas'],
  [{ FACET_FEATURE_UX_BETA: 'maybe' }, 'FACET_FEATURE_UX_BETA must be true or false, not maybe'],
])('%j is refused with one message', (environment, problem) => {
  expect(read(environment)).toEqual({ problems: [problem] })
})

it('All problems are told at once', () => {
  expect(read({ PORT: 'x', FACET_EXAMPLES: 'x' })).toEqual({
    problems: ['PORT must be a number from 0 to 65535', 'FACET_EXAMPLES must be 1 or 0'],
  })
})
