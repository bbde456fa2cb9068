import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { installLocked } from './engines/install-locked.mjs'

/**
 * The environment of the tests and the end of the server; or the reason why the tests cannot run.
 * @typedef {{ env: NodeJS.ProcessEnv, stop?: () => Promise<void> } | { missing: string }} EngineServer
 */

/**
 * A type of database, or a way to one, whose server or driver `npm test` does not have.
 * @typedef {object} EngineSuite
 * @property {string} engine the wire name
 * @property {string} server the server and its version
 * @property {readonly string[]} files test files, which only `npm run test:engines` runs
 * @property {(cache: string) => Promise<EngineServer>} prepare installs, finds or starts the server; `cache` is a
 * folder of the engine that outlives the run
 */

/**
 * Types of database whose servers cannot be started here: a URI in the environment names one.
 * @type {readonly (readonly [engine: string, server: string])[]}
 */
const VARIANTS = [
  ['timescaledb', 'TimescaleDB'],
  ['yugabytedb', 'YugabyteDB'],
  ['cockroachdb', 'CockroachDB'],
  ['redshift', 'Amazon Redshift'],
  ['starrocks', 'StarRocks'],
  ['doris', 'Apache Doris'],
  ['mssql', 'Microsoft SQL Server'],
  ['snowflake', 'Snowflake'],
  ['bigquery', 'Google BigQuery'],
  ['databricks', 'Databricks SQL'],
]

/**
 * @param {string} name a file in the folder of the engines
 * @returns {Record<string, any>}
 */
function readJson(name) {
  return JSON.parse(readFileSync(join(import.meta.dirname, '../../server/engines', name), 'utf8'))
}

/**
 * @param {readonly [string, string]} variant
 * @returns {EngineSuite}
 */
function variantSuite([engine, server]) {
  const name = `FACET_TEST_${engine.toUpperCase()}_URI`
  return {
    engine,
    server,
    files: ['server/engines/shared/variant-contract.test.ts'],
    prepare: async (cache) => {
      const uri = process.env[name]
      if (!uri) return { missing: `${name} is not set` }
      const home = join(cache, 'home')
      const lock = readJson('driver-locks.json')[engine]
      try {
        if (lock) await installLocked(join(home, 'drivers', engine), lock)
      } catch (error) {
        return { missing: `the driver cannot be installed: ${/** @type {Error} */ (error).message}` }
      }
      return { env: { FACET_TEST_ENGINE: engine, FACET_TEST_URI: uri, FACET_TEST_HOME: home } }
    },
  }
}

/** @type {readonly EngineSuite[]} */
export const ENGINE_SUITES = [
  {
    engine: 'clickhouse',
    server: 'ClickHouse 26.7 (chdb 3.4.0)',
    files: ['server/engines/clickhouse/contract.test.ts', 'server/engines/clickhouse/queries.test.ts'],
    prepare: async (cache) => (await import('./engines/clickhouse.mjs')).prepareClickHouse(cache),
  },
  {
    engine: 'trino',
    server: 'Trino 483',
    files: ['server/engines/trino/contract.test.ts'],
    prepare: async (cache) => (await import('./engines/trino.mjs')).prepareTrino(cache),
  },
  {
    engine: 'federation',
    server: 'Extensions of DuckDB 1.5.5',
    files: ['server/engines/federation/federation.test.ts', 'server/resources/database/federation-rules.test.ts'],
    prepare: async (cache) => (await import('./engines/duckdb-extensions.mjs')).prepareExtensions(cache),
  },
  {
    engine: 's3',
    server: 'S3 (moto 5.2.5)',
    files: ['server/engines/s3/store.test.ts'],
    prepare: async (cache) => (await import('./engines/moto.mjs')).prepareS3(cache),
  },
  {
    engine: 'lakehouse',
    server: 'Delta Lake, Apache Iceberg and DuckLake',
    files: ['server/engines/lakehouse/tables.test.ts', 'server/engines/lakehouse/ducklake.test.ts'],
    prepare: async (cache) => (await import('./engines/lakehouse.mjs')).prepareLakehouse(cache),
  },
  {
    engine: 'ssh',
    server: 'OpenSSH, as a tunnel to PostgreSQL',
    files: ['server/engines/ssh-tunnel.test.ts'],
    prepare: async (cache) => (await import('./engines/ssh.mjs')).prepareSsh(cache),
  },
  ...VARIANTS.map(variantSuite),
]
