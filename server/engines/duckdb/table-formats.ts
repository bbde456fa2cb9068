import { existsSync, opendirSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ApiError } from '#core/rest/api-error.ts'

/** A format whose metadata list the valid files of a table; its folder also has files with removed rows. */
export type TableFormat = 'Delta Lake' | 'Apache Iceberg' | 'Apache Hudi'

/** Entries of the folder of a table, or of a partition, by name. */
const MARKERS: ReadonlyMap<string, TableFormat> = new Map([
  ['_delta_log', 'Delta Lake'],
  ['.hoodie', 'Apache Hudi'],
  ['.hoodie_partition_metadata', 'Apache Hudi'],
])
/** Entries of the folder of a table in Apache Iceberg. */
const ICEBERG = /^metadata\/(?:version-hint\.text|[^/]*\.metadata\.json(?:\.gz)?)$/
/** Maximum number of entries of a folder `metadata` above a source that are read in search of one of Apache Iceberg. */
const MAX_METADATA = 10_000

/** Prefixes below the folder of a table of which a bucket has an object if the table has a format. */
export const FORMAT_PREFIXES: readonly string[] = [
  '_delta_log/',
  '.hoodie/',
  '.hoodie_partition_metadata',
  'metadata/0',
  'metadata/v',
]

/** The folders of tables with a format, by entries below one folder. */
export class TableFormats {
  readonly #folders = new Map<string, TableFormat>()
  /** The formats of files that are links. */
  readonly #links = new Map<string, TableFormat>()
  /** The formats of the folders to which links lead. */
  readonly #targets = new Map<string, TableFormat | undefined>()

  /** Adds the folder that an entry marks, if any, by the path of the entry. */
  add(entry: string): void {
    const parts = entry.split('/')
    const marker = parts.findIndex((part) => MARKERS.has(part))
    if (marker >= 0) this.#mark(parts.slice(0, marker), MARKERS.get(parts[marker] ?? ''))
    if (ICEBERG.test(parts.slice(-2).join('/'))) this.#mark(parts.slice(0, -2), 'Apache Iceberg')
  }

  /** Adds a file that is a link at a path, if it leads into a table with a format. A removed file has none. */
  addLink(entry: string, path: string): void {
    const target = targetOf(path)
    if (target === undefined) return
    const folder = dirname(target)
    if (!this.#targets.has(folder)) this.#targets.set(folder, formatAbove(target))
    const format = this.#targets.get(folder)
    if (format) this.#links.set(entry, format)
  }

  #mark(parts: readonly string[], format: TableFormat | undefined): void {
    const folder = parts.join('/')
    if (format) this.#folders.set(folder, this.#folders.get(folder) ?? format)
  }

  /** The format of the folder itself. */
  get own(): TableFormat | undefined {
    return this.#folders.get('')
  }

  /** Returns the format of the table that a file is in. */
  of(file: string): TableFormat | undefined {
    for (let end = file.lastIndexOf('/'); end > 0; end = file.lastIndexOf('/', end - 1)) {
      const format = this.#folders.get(file.slice(0, end))
      if (format) return format
    }
    return this.own ?? this.#links.get(file)
  }
}

/** Throws `data-files-format` for a table with a format: its removed rows would be counted. */
export function requirePlainTable(name: string, format: TableFormat | undefined): void {
  if (format) throw new ApiError('data-files-format', { args: [name, format] })
}

/** Returns the format of the table that a folder or file is in, by the folders above it. */
export function formatAbove(path: string): TableFormat | undefined {
  const folder = dirname(path)
  return folder === path ? undefined : (folderFormat(folder) ?? formatAbove(folder))
}

/** Returns the format of the table whose folder this is. */
export function folderFormat(folder: string): TableFormat | undefined {
  for (const [name, format] of MARKERS) if (existsSync(join(folder, name))) return format
  return hasIcebergMetadata(join(folder, 'metadata')) ? 'Apache Iceberg' : undefined
}

function targetOf(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}

/** Returns whether a folder has metadata of Apache Iceberg; false for one that the server may not read. */
function hasIcebergMetadata(folder: string): boolean {
  if (!existsSync(folder)) return false
  if (existsSync(join(folder, 'version-hint.text'))) return true
  try {
    const directory = opendirSync(folder)
    try {
      for (let read = 0; read < MAX_METADATA; read++) {
        const entry = directory.readSync()
        if (!entry) return false
        if (ICEBERG.test(`metadata/${entry.name}`)) return true
      }
      return false
    } finally {
      directory.closeSync()
    }
  } catch {
    return false
  }
}
