import { execFile } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findProgram } from '../programs.mjs'

const execFileAsync = promisify(execFile)

/** The version of DuckDB that package.json pins. */
const VERSION = '1.5.5'
const NAMES = ['sqlite_scanner', 'postgres_scanner', 'mysql_scanner', 'httpfs', 'delta', 'avro', 'iceberg', 'ducklake']

/**
 * Installs the extensions of DuckDB from their Python wheels, about 120 MB. DuckDB checks their signatures.
 * @param {string} cache
 * @returns {Promise<import('../engine-suites.mjs').EngineServer>}
 */
export async function prepareExtensions(cache) {
  const given = process.env['FACET_TEST_EXTENSIONS']
  if (given) return { env: { FACET_TEST_EXTENSIONS: given } }
  const folder = join(cache, VERSION)
  const file = (/** @type {string} */ name) => join(folder, `${name}.duckdb_extension`)
  try {
    const missing = NAMES.filter((name) => !existsSync(file(name)))
    if (missing.length > 0) await install(folder, missing)
    return { env: { FACET_TEST_EXTENSIONS: folder } }
  } catch (error) {
    return { missing: `the extensions cannot be installed: ${/** @type {Error} */ (error).message.split('\n', 1)[0]}` }
  }
}

/**
 * @param {string} folder
 * @param {readonly string[]} names
 */
async function install(folder, names) {
  const python = findProgram(['python3'])
  if (!python) throw new Error('Python is not installed')
  mkdirSync(folder, { recursive: true })
  const wheels = names.map((name) => `duckdb-extension-${name.replace('_', '-')}==${VERSION}`)
  await execFileAsync(python, [
    '-m',
    'pip',
    'download',
    '--quiet',
    '--no-deps',
    '--only-binary=:all:',
    '-d',
    folder,
    ...wheels,
  ])
  // A wheel is a ZIP file.
  const unpack = `import glob, os, sys, zipfile
for wheel in glob.glob(os.path.join(sys.argv[1], '*.whl')):
    with zipfile.ZipFile(wheel) as files:
        for name in files.namelist():
            if name.endswith('.duckdb_extension'):
                with open(os.path.join(sys.argv[1], os.path.basename(name)), 'wb') as out:
                    out.write(files.read(name))
    os.remove(wheel)`
  await execFileAsync(python, ['-c', unpack, folder])
}
