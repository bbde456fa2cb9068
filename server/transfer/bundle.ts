import type { z } from 'zod'
import { isObject } from '#core/rest/json.ts'
import { requireWithin } from '#core/rest/bounds.ts'
import { readBody } from '#core/rest/body.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { FieldErrors } from '#core/rest/catalogue-error.ts'
import {
  type ChartFile,
  chartFile,
  type DashboardFile,
  dashboardFile,
  type DatabaseFile,
  databaseFile,
  type DatasetFile,
  datasetFile,
  type SavedQueryFile,
  savedQueryFile,
} from './files.ts'
import { expandedLength } from './expanded-length.ts'
import { unknownFieldsOf, filesWarning, retainedFieldsWarning, secretsWarning } from './omission-warnings.ts'
import { fileTunnel } from './tunnels.ts'
import { secretsIn, unknownKeysOf } from './unknown-keys.ts'
import { createFileProgress, type FileDone, type ReportProgress } from './progress.ts'
import { FOLDER_FILE, type FolderFile, noFolders, readFolderFile } from './folder-file.ts'
import { noTags, readTagFile, TAGS_FILE, type TagFile } from './tag-file.ts'
import { readYaml } from './yaml.ts'

/** The type of a bundle. `assets` includes everything in it. */
export type BundleKind = 'dashboard' | 'chart' | 'dataset' | 'database' | 'saved_query' | 'assets'

/** The entities of a bundle, by their path below its root. */
export interface Bundle {
  readonly databases: ReadonlyMap<string, DatabaseFile>
  readonly queries: ReadonlyMap<string, SavedQueryFile>
  readonly datasets: ReadonlyMap<string, DatasetFile>
  readonly charts: ReadonlyMap<string, ChartFile>
  readonly dashboards: ReadonlyMap<string, DashboardFile>
  readonly tagFile: TagFile
  readonly folderFile: FolderFile
}

/** A bundle and its type. */
export interface ReadBundle {
  readonly kind: BundleKind
  readonly bundle: Bundle
  /** Sentences about omitted files. */
  readonly warnings: readonly string[]
  /** Names of databases by a placeholder uuid, if the bundle identifies them only by name. */
  readonly named?: ReadonlyMap<string, string>
}

/** Errors in the files of a bundle, by path. */
export type Problems = Record<string, string | FieldErrors>

/** The file with the metadata of a bundle. */
export const METADATA = 'metadata.yaml'
const FOLDERS = ['databases/', 'queries/', 'datasets/', 'charts/', 'dashboards/'] as const
/** The name of each type in `metadata.yaml`. */
export const METADATA_TYPE_NAMES: Readonly<Record<BundleKind, string>> = {
  dashboard: 'Dashboard',
  chart: 'Slice',
  dataset: 'SqlaTable',
  database: 'Database',
  saved_query: 'SavedQuery',
  assets: 'assets',
}

/** Throws the import error with the problems of each file. */
export function rejectImport(kind: BundleKind, problems: Problems): never {
  throw new ApiError('import-failed', { args: [kind], extra: problems })
}

/** Returns the files of a bundle below its root folder; other files are left out. */
function belowRoot(files: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const chosen = [...files].filter(([path, text]) => {
    const parts = path.split('/')
    return /\.ya?ml$/i.test(path) && text !== '' && !parts.some((part) => part.startsWith('.') || part.startsWith('_'))
  })
  const rooted = chosen.some(([path]) => path === METADATA)
  return new Map(rooted ? chosen : chosen.map(([path, text]) => [path.slice(path.indexOf('/') + 1), text]))
}

/**
 * Reads the files of a bundle, with or without its root folder. Without `wanted`, the bundle states its type. Throws
 * `import-empty`, `import-unknown`, `bound-passed` and, for invalid files, `import-failed`.
 */
export function readBundle(
  files: ReadonlyMap<string, string>,
  expectedKind?: BundleKind,
  reportProgress?: ReportProgress,
): ReadBundle {
  const inside = belowRoot(files)
  if (inside.size === 0) throw new ApiError('import-empty')
  const head = inside.get(METADATA)
  if (head === undefined) throw new ApiError('import-unknown')
  const problems: Problems = {}
  const kind = readKind(head, expectedKind, problems)
  const own = [...inside.keys()].filter((path) => FOLDERS.some((each) => path.startsWith(each)))
  const isRead = createFileProgress(reportProgress, 'read', own.length)
  const reader: Reader = { inside, problems, warnings: [], letters: 0, isRead }
  const bundle: Bundle = {
    databases: readFolder(reader, 'databases/', databaseFile),
    queries: readFolder(reader, 'queries/', savedQueryFile),
    datasets: readFolder(reader, 'datasets/', datasetFile),
    charts: readFolder(reader, 'charts/', chartFile),
    dashboards: readFolder(reader, 'dashboards/', dashboardFile),
    tagFile: readTags(reader),
    folderFile: readFolders(reader),
  }
  if (Object.keys(problems).length > 0) rejectImport(kind, problems)
  const unread = [...inside.keys()].filter(
    (path) =>
      path !== METADATA && path !== TAGS_FILE && path !== FOLDER_FILE && !FOLDERS.some((each) => path.startsWith(each)),
  )
  return { kind, bundle, warnings: [...filesWarning(unread), ...reader.warnings] }
}

function readKind(text: string, expectedKind: BundleKind | undefined, problems: Problems): BundleKind {
  const metadata = readYaml(text) as Record<string, unknown> | undefined
  const kinds = Object.keys(METADATA_TYPE_NAMES) as BundleKind[]
  const named = kinds.find((kind) => METADATA_TYPE_NAMES[kind] === metadata?.['type'])
  const kind = expectedKind ?? named ?? 'assets'
  if (typeof metadata !== 'object' || metadata === null) problems[METADATA] = 'Not a valid YAML file'
  else if (metadata['version'] === undefined) problems[METADATA] = { version: ['Missing data for required field.'] }
  else if (metadata['version'] !== '1.0.0') problems[METADATA] = { version: ['Must be equal to 1.0.0.'] }
  else if (metadata['type'] !== undefined && metadata['type'] !== METADATA_TYPE_NAMES[kind])
    problems[METADATA] = { type: [`Must be equal to ${METADATA_TYPE_NAMES[kind]}.`] }
  return kind
}

interface Reader {
  readonly inside: ReadonlyMap<string, string>
  readonly problems: Problems
  readonly warnings: string[]
  /** Characters read so far, with aliases expanded. */
  letters: number
  readonly isRead: FileDone
}

function readTags({ inside, problems }: Reader): TagFile {
  const text = inside.get(TAGS_FILE)
  if (text === undefined) return noTags
  const read = readTagFile(readYaml(text))
  if ('ok' in read) return read.ok
  problems[TAGS_FILE] = read.errors
  return noTags
}

function readFolders({ inside, problems }: Reader): FolderFile {
  const text = inside.get(FOLDER_FILE)
  if (text === undefined) return noFolders
  const read = readFolderFile(readYaml(text))
  if ('ok' in read) return read.ok
  problems[FOLDER_FILE] = read.errors
  return noFolders
}

/** Returns whether an import uses a key of a file that is in no schema: the tunnel of a database. */
function usedIn(folder: string, value: unknown): (name: string) => boolean {
  const hasTunnel = folder === 'databases/' && isObject(value) && fileTunnel(value) !== undefined
  return (name) => hasTunnel && /^ssh_tunnel(?:\.|$)/.test(name)
}

function readFolder<Schema extends z.ZodType>(
  reader: Reader,
  folder: string,
  schema: Schema,
): ReadonlyMap<string, z.output<Schema>> {
  const { inside, problems, warnings } = reader
  const found = new Map<string, z.output<Schema>>()
  for (const [path, text] of inside) {
    if (!path.startsWith(folder)) continue
    const value = readYaml(text)
    reader.isRead()
    reader.letters += expandedLength(value)
    requireWithin('bundle-yaml-bytes', reader.letters)
    const read = value === undefined ? { errors: undefined } : readBody(schema, value)
    if ('ok' in read) {
      const unknown = unknownKeysOf(schema, value)
      found.set(path, unknown ? ({ ...(read.ok as object), unknown } as z.output<Schema>) : read.ok)
      const isUsed = usedIn(folder, value)
      const secrets = folder === 'databases/' ? secretsIn(value).filter((name) => !isUsed(name)) : []
      const retained = unknownFieldsOf(schema, value).filter((name) => !secrets.includes(name) && !isUsed(name))
      warnings.push(...retainedFieldsWarning(path, retained), ...secretsWarning(path, secrets))
    } else problems[path] = read.errors ?? 'Not a valid YAML file'
  }
  return found
}
