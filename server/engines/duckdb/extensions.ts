import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type DuckDBConnection, version } from '@duckdb/node-api'
import { ApiError } from '#core/rest/api-error.ts'
import { textLiteral } from '../ansi.ts'

/** The extensions that may be loaded, each for one type of source. Other files in the folder are never loaded. */
const EXTENSIONS = [
  'sqlite_scanner',
  'postgres_scanner',
  'mysql_scanner',
  'httpfs',
  'delta',
  'avro',
  'iceberg',
  'ducklake',
] as const

export type Extension = (typeof EXTENSIONS)[number]

/** Extensions that need others, which are loaded before. */
const NEEDED: Readonly<Partial<Record<Extension, readonly Extension[]>>> = { iceberg: ['avro'] }

/** Returns the extensions that a folder has; at least one is expected there, so the first one if there is none. */
export function extensionsIn(folder: string): readonly Extension[] {
  const found = EXTENSIONS.filter((name) => existsSync(fileOf(folder, name)))
  return found.length > 0 ? found : EXTENSIONS.slice(0, 1)
}

const fileOf = (folder: string, name: Extension): string => join(folder, `${name}.duckdb_extension`)

/** Messages of DuckDB about files that it does not load, with the messages for users. */
const REASONS: readonly (readonly [RegExp, (found: RegExpExecArray) => string])[] = [
  [/built specifically for DuckDB version '([^']*)'/, ([, built]) => `it was built for DuckDB ${built}`],
  [/built for the platform '([^']*)'/, ([, platform]) => `it was built for ${platform}`],
  [/signature is either missing or invalid/, () => 'its signature is missing or invalid'],
  [/metadata at the end of the file is invalid|not a DuckDB extension/, () => 'it is not an extension of DuckDB'],
]

/**
 * Loads extensions from a folder, before the configuration is locked. Nothing is downloaded. Throws `extensions-unset`,
 * `extension-missing` and `extension-unusable`.
 */
export async function loadExtensions(
  connection: Pick<DuckDBConnection, 'run'>,
  folder: string | undefined,
  names: ReadonlySet<Extension>,
): Promise<void> {
  for (const name of new Set([...names].flatMap((each) => [...(NEEDED[each] ?? []), each]))) {
    if (folder === undefined) throw new ApiError('extensions-unset', { args: [name, version()] })
    const file = fileOf(folder, name)
    if (!existsSync(file)) throw new ApiError('extension-missing', { args: [name, version()] })
    try {
      await connection.run(`LOAD ${textLiteral(file)}`)
    } catch (error) {
      throw new ApiError('extension-unusable', { args: [name, version(), reasonOf(error)], cause: error })
    }
  }
}

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : ''
  for (const [pattern, reason] of REASONS) {
    const found = pattern.exec(message)
    if (found) return reason(found)
  }
  return 'it cannot be read'
}
