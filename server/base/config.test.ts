import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readSettings } from './config.ts'
import { unknownNames } from './setting-names.ts'
import settings from './settings.json' with { type: 'json' }

const read = (environment: Record<string, string>) => readSettings(environment, '/srv/facet')

it('An empty environment gives the defaults of the table', () => {
  expect(read({})).toMatchObject({
    port: 8088,
    host: '127.0.0.1',
    home: '/srv/facet/.facet',
    adminPassword: undefined,
    givenSecretKey: undefined,
    previousSecretKeys: [],
    databaseUrl: undefined,
    examples: undefined,
    webTimeout: 60,
    cacheTimeout: 86_400,
    sqlResults: { lifetimeMs: 86_400_000, maxRows: 100_000, maxBytes: 104_857_600, maxUserBytes: 1_073_741_824 },
    basePath: '',
    publicUrl: '',
    indexable: false,
    trustProxy: false,
    logLevel: 'info',
  })
})

it('X-TRANS-03 X-TRANS-04: events are polled for every 500 ms by default', () => {
  expect(read({})).toMatchObject({ asyncSettings: { transport: 'polling', pollingDelay: 500 } })
})

const PEM = '-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----\n'

it('Every setting of the table is read', () => {
  const folder = mkdtempSync(join(tmpdir(), 'facet-settings-'))
  const authority = join(folder, 'ca.pem')
  writeFileSync(authority, PEM)
  const given = {
    PORT: '0',
    HOST: '::',
    FACET_HOME: '/data',
    FACET_ADMIN_PASSWORD: 'a long one',
    FACET_SECRET_KEY: 'sixteen letters!',
    FACET_SECRET_KEY_PREVIOUS: 'the key of last year',
    DATABASE_URL: 'postgres://facet@127.0.0.1:5432/facet',
    FACET_EXAMPLES: '0',
    FACET_DATA_DIRS: '/srv/data, /srv/files',
    FACET_DUCKDB_EXTENSIONS: '/srv/extensions',
    FACET_S3_ENDPOINTS: 'https://s3.example.org, http://127.0.0.1:9000',
    FACET_ENGINES: '8',
    FACET_WEB_TIMEOUT_S: '120',
    FACET_FEATURES: '{"UX_BETA":true}',
    FACET_FEATURE_DASHBOARD_CROSS_FILTERS: '0',
    FACET_BASE_PATH: '/facet/',
    FACET_PUBLIC_URL: 'https://data.example.org/',
    FACET_PLUGIN_ORIGINS: 'https://plugins.example.org/, http://127.0.0.1:9000',
    FACET_FRAME_ANCESTORS: 'https://intranet.example.org/',
    FACET_IMAGE_ORIGINS: 'https://pictures.example.org/',
    FACET_INDEXABLE: '1',
    FACET_TRUST_PROXY: '10.0.0.0/8, ::1',
    FACET_ASYNC_TRANSPORT: 'ws',
    FACET_ASYNC_POLLING_MS: '1500',
    FACET_CACHE_DISK_MB: '2',
    FACET_UPLOAD_BYTES: '5000',
    FACET_SQLLAB_RESULT_S: '60',
    FACET_SQLLAB_RESULT_ROWS: '2000',
    FACET_SQLLAB_RESULT_MB: '2',
    FACET_SQLLAB_USER_RESULTS_MB: '3',
    FACET_SQLLAB_EXPORT_ROWS: '1000',
    FACET_SQLLAB_EXPORT_ROLE_ROWS: 'Gamma=10, sql lab=20',
    FACET_CACHE_TIMEOUT_S: '-1',
    FACET_DEFAULT_VIZ_TYPE: 'pie',
    FACET_GUEST_ROLE_NAME: 'Embedded',
    FACET_GUEST_TOKEN_S: '600',
    FACET_REQUIRE_SECOND_FACTOR: '1',
    FACET_IDENTITY_PROVIDERS: '{"providers":[]}',
    FACET_PROXY_USER_HEADER: 'X-Remote-User',
    FACET_PROXY_EMAIL_HEADER: 'X-Remote-Email',
    FACET_PROXY_GROUPS_HEADER: 'X-Remote-Groups',
    FACET_PROXY_ADDRESSES: '10.0.0.5, 10.1.0.0/24',
    FACET_SMTP_HOST: 'mail.example.org',
    FACET_SMTP_PORT: '465',
    FACET_SMTP_SECURITY: 'tls',
    FACET_SMTP_CA_FILE: authority,
    FACET_SMTP_USER: 'facet',
    FACET_SMTP_PASSWORD: 'another long one',
    FACET_SMTP_FROM: 'facet@example.org',
    FACET_SMTP_HOURLY: '7',
    FACET_LOG_DAYS: '365',
    FACET_LOG_LEVEL: 'debug',
  }
  expect(read(given)).toMatchObject({
    port: 0,
    host: '::',
    home: '/data',
    adminPassword: 'a long one',
    givenSecretKey: 'sixteen letters!',
    previousSecretKeys: ['the key of last year'],
    databaseUrl: 'postgres://facet@127.0.0.1:5432/facet',
    examples: false,
    dataDirectories: ['/srv/data', '/srv/files'],
    duckdbExtensions: '/srv/extensions',
    engineProcesses: 8,
    webTimeout: 120,
    flags: { UX_BETA: true, DASHBOARD_CROSS_FILTERS: false },
    uploadBytes: 5000,
    sqlResults: { lifetimeMs: 60_000, maxRows: 2000, maxBytes: 2_097_152, maxUserBytes: 3_145_728 },
    exportRows: 1000,
    exportRoleRows: { Gamma: 10, 'sql lab': 20 },
    basePath: '/facet',
    publicUrl: 'https://data.example.org',
    pluginOrigins: ['https://plugins.example.org', 'http://127.0.0.1:9000'],
    frameAncestors: ['https://intranet.example.org'],
    imageOrigins: ['https://pictures.example.org'],
    indexable: true,
    trustProxy: ['10.0.0.0/8', '::1'],
    asyncSettings: { transport: 'ws', pollingDelay: 1500 },
    diskCacheBytes: 2_097_152,
    cacheTimeout: -1,
    defaultVizType: 'pie',
    guestRoleName: 'Embedded',
    guestTokenSeconds: 600,
    logDays: 365,
    requireSecondFactor: true,
    identityProviders: [],
    signInProxy: {
      userHeader: 'x-remote-user',
      emailHeader: 'x-remote-email',
      groupsHeader: 'x-remote-groups',
      addresses: ['10.0.0.5', '10.1.0.0/24'],
    },
    mailServer: {
      host: 'mail.example.org',
      port: 465,
      security: 'tls',
      ca: PEM,
      login: { user: 'facet', pass: 'another long one' },
      from: 'facet@example.org',
      maxPerHour: 7,
    },
    logLevel: 'debug',
  })
  rmSync(folder, { recursive: true })
  const names = Object.keys(given).map((name) => name.replace(/^(FACET_FEATURE_).*/, '$1<NAME>'))
  expect(settings.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
})

it.each([
  [{ PORT: '70000' }, 'PORT must be a number from 0 to 65535'],
  [
    { FACET_DATA_DIRS: 'data' },
    'FACET_DATA_DIRS must be absolute paths of directories such as /srv/data, separated by commas',
  ],
  [
    { FACET_DATA_DIRS: '/' },
    'FACET_DATA_DIRS must be absolute paths of directories such as /srv/data, separated by commas',
  ],
  [{ PORT: 'http' }, 'PORT must be a number from 0 to 65535'],
  [{ FACET_LOG_DAYS: '0' }, 'FACET_LOG_DAYS must be a whole number of days, at most 9999'],
  [
    { FACET_PUBLIC_URL: 'https://data.example.org/facet' },
    'FACET_PUBLIC_URL must be a URL without a path such as https://facet.example.org',
  ],
  [
    { FACET_PUBLIC_URL: 'javascript:alert(1)' },
    'FACET_PUBLIC_URL must be a URL without a path such as https://facet.example.org',
  ],
  [
    { FACET_PLUGIN_ORIGINS: 'https://plugins.example.org/charts' },
    'FACET_PLUGIN_ORIGINS must be addresses without a path such as https://plugins.example.org, separated by commas',
  ],
  [
    { FACET_FRAME_ANCESTORS: '*' },
    'FACET_FRAME_ANCESTORS must be addresses without a path such as https://intranet.example.org, separated by commas',
  ],
  ...['https://a;sandbox', 'https://*', "https://a'b", 'https://a"b'].flatMap(
    (origins): [Record<string, string>, string][] => [
      [
        { FACET_FRAME_ANCESTORS: origins },
        'FACET_FRAME_ANCESTORS must be addresses without a path such as https://intranet.example.org, separated by commas',
      ],
      [
        { FACET_PLUGIN_ORIGINS: origins },
        'FACET_PLUGIN_ORIGINS must be addresses without a path such as https://plugins.example.org, separated by commas',
      ],
    ],
  ),
  [
    { FACET_IMAGE_ORIGINS: 'https:' },
    'FACET_IMAGE_ORIGINS must be addresses without a path such as https://pictures.example.org, separated by commas',
  ],
  [{ FACET_INDEXABLE: 'yes' }, 'FACET_INDEXABLE must be 1 or 0'],
  [{ FACET_DEFAULT_VIZ_TYPE: 'nosuch' }, 'FACET_DEFAULT_VIZ_TYPE must be a type of chart such as table or pie'],
  [{ HOST: 'a b' }, 'HOST must be an address or a host name'],
  [{ FACET_ADMIN_PASSWORD: 'short' }, 'FACET_ADMIN_PASSWORD must have at least 8 characters'],
  [{ FACET_SECRET_KEY: 'short' }, 'FACET_SECRET_KEY must have at least 16 characters'],
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
  [{ FACET_ENGINES: '0' }, 'FACET_ENGINES must be a number from 1 to 64'],
  [{ FACET_BASE_PATH: 'facet' }, 'FACET_BASE_PATH must be a path such as /facet'],
  [{ FACET_ASYNC_TRANSPORT: 'pigeon' }, 'FACET_ASYNC_TRANSPORT must be polling or ws'],
  [{ FACET_CACHE_DISK_MB: '1.5' }, 'FACET_CACHE_DISK_MB must be a whole number of megabytes'],
  [{ FACET_UPLOAD_BYTES: '0' }, 'FACET_UPLOAD_BYTES must be a whole number of bytes, greater than 0'],
  [
    { FACET_SQLLAB_EXPORT_ROLE_ROWS: 'Gamma' },
    'FACET_SQLLAB_EXPORT_ROLE_ROWS must be names of roles with rows such as Gamma=100000, separated by commas',
  ],
  [{ FACET_SQLLAB_RESULT_S: '0' }, 'FACET_SQLLAB_RESULT_S must be a whole number of seconds, from 1 to 2592000'],
  [{ FACET_SQLLAB_RESULT_ROWS: '1e5' }, 'FACET_SQLLAB_RESULT_ROWS must be a whole number of rows, from 1 to 1000000'],
  [{ FACET_SQLLAB_RESULT_MB: '257' }, 'FACET_SQLLAB_RESULT_MB must be a whole number of megabytes, from 1 to 256'],
  [{ FACET_SQLLAB_EXPORT_ROWS: '0' }, 'FACET_SQLLAB_EXPORT_ROWS must be a whole number of rows, greater than 0'],
  [{ FACET_CACHE_TIMEOUT_S: 'never' }, 'FACET_CACHE_TIMEOUT_S must be a whole number of seconds, or -1'],
  [{ FACET_LOG_LEVEL: 'loud' }, 'FACET_LOG_LEVEL must be one of debug, info, warn, error, silent'],
  [{ FACET_TRUST_PROXY: 'everybody' }, 'FACET_TRUST_PROXY must be 1, or addresses separated by commas'],
  [{ FACET_FEATURE_UX_BETA: 'maybe' }, 'FACET_FEATURE_UX_BETA must be true or false, not maybe'],
])('rejects %j with one message', (environment, problem) => {
  expect(read(environment)).toEqual({ problems: [problem] })
})

it.each([
  'CHANGE_ME_TO_A_COMPLEX_RANDOM_SECRET',
  ' CHANGE_ME_TO_A_COMPLEX_RANDOM_SECRET ',
  'thisISaSECRET_1234',
  'YOUR_OWN_RANDOM_GENERATED_SECRET_KEY',
  'TEST_NON_DEV_SECRET',
  'CHANGE_ME_SECRET_KEY',
  '\x02\x01thisismyscretkey\x01\x02\\e\\y\\y\\h',
])('rejects the secret key %j, which is published in examples', (key) => {
  const problem = 'FACET_SECRET_KEY is a key from an example; generate your own'
  expect(read({ FACET_SECRET_KEY: key })).toEqual({ problems: [problem] })
})

it('All problems are reported at once', () => {
  expect(read({ PORT: 'x', FACET_EXAMPLES: 'x' })).toEqual({
    problems: ['PORT must be a number from 0 to 65535', 'FACET_EXAMPLES must be 1 or 0'],
  })
})

it.each([
  [{ FACET_HOME: '/x', FACET_LOG_LEVEL: 'info', FACET_FEATURE_UX_BETA: '1', FACET_DEV_SERVER: 'x' }, []],
  [{ FACET_HOEM: '/x' }, ['FACET_HOEM is not a setting and is ignored; the closest setting is FACET_HOME']],
  [
    { FACET_WEB_TIMEOUT: '5' },
    ['FACET_WEB_TIMEOUT is not a setting and is ignored; the closest setting is FACET_WEB_TIMEOUT_S'],
  ],
  [{ FACET_ZZZZZZZZZZZZZZZZZZZZ: '5' }, ['FACET_ZZZZZZZZZZZZZZZZZZZZ is not a setting and is ignored']],
  [{ FACET_HOEM: '' }, []],
  [
    { FACET_FEATURE_DASHBOARD_RBCA: '1' },
    ['FACET_FEATURE_DASHBOARD_RBCA is not a flag of this version; the closest flag is DASHBOARD_RBAC'],
  ],
  [
    { FACET_FEATURES: '{"UX_BETTA":true,"UX_BETA":true}' },
    ['FACET_FEATURES: UX_BETTA is not a flag of this version; the closest flag is UX_BETA'],
  ],
  [{ FACET_FEATURES: 'not JSON' }, []],
  [{ FACETHOME: '/x', SUPERSET_HOME: '/x' }, []],
])('the value %j has the warning %j', (environment, lines) => expect(unknownNames(environment)).toEqual(lines))
