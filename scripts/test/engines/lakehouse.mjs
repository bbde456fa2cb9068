import { execFile } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { prepareExtensions } from './duckdb-extensions.mjs'
import { installPythonPackages } from './python-packages.mjs'

const execFileAsync = promisify(execFile)

/** The libraries that write the tables of the tests. */
const PACKAGES = ['deltalake==1.6.6', 'pyiceberg[pyarrow,sql-sqlite]==0.12.0']

/**
 * Installs the extensions of DuckDB and libraries for Delta Lake and Apache Iceberg, about 500 MB, and writes tables.
 * @param {string} cache
 * @returns {Promise<import('../engine-suites.mjs').EngineServer>}
 */
export async function prepareLakehouse(cache) {
  const extensions = await prepareExtensions(join(cache, 'extensions'))
  if ('missing' in extensions) return extensions
  const tables = join(cache, 'tables')
  try {
    const programs = await installPythonPackages(join(cache, 'libraries'), PACKAGES)
    rmSync(tables, { recursive: true, force: true })
    mkdirSync(tables)
    await execFileAsync(join(programs, 'python'), [join(import.meta.dirname, 'lakehouse.py'), tables])
    return { env: { ...extensions.env, FACET_TEST_LAKEHOUSE: tables } }
  } catch (error) {
    return { missing: `the tables cannot be written: ${/** @type {Error} */ (error).message.split('\n', 1)[0]}` }
  }
}
