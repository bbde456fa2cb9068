import type { z } from 'zod'
import { requireWithin } from '#core/rest/bounds.ts'
import { readBody } from '#core/rest/body.ts'
import { ApiError, type FieldErrors } from '#core/rest/api-error.ts'
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
import { lettersOf } from './extent.ts'
import { fieldsBeyond, filesWarning, keptWarning, secretsWarning } from './left-out.ts'
import { secretsIn, keysBeyond } from './unknown-keys.ts'
import { countFiles, type FileDone, type TellProgress } from './progress.ts'
import { noTags, readTagFile, TAGS, type TagFile } from './tag-file.ts'
import { readYaml } from './yaml.ts'

/** What a bundle is a bundle of. `assets` is everything in it. */
export type BundleKind = 'dashboard' | 'chart' | 'dataset' | 'database' | 'saved_query' | 'assets'

/** The objects of a bundle, by their path below its root. */
export interface Bundle {
  readonly databases: ReadonlyMap<string, DatabaseFile>
  readonly queries: ReadonlyMap<string, SavedQueryFile>
  readonly datasets: ReadonlyMap<string, DatasetFile>
  readonly charts: ReadonlyMap<string, ChartFile>
  readonly dashboards: ReadonlyMap<string, DashboardFile>
  readonly tagFile: TagFile
}

/** A bundle and what it is a bundle of. */
export interface ReadBundle {
  readonly kind: BundleKind
  readonly bundle: Bundle
  /** What of its files is left out, in sentences. */
  readonly warnings: readonly string[]
  /** Names of databases by the uuid that stands for them, where the bundle knows them by name alone. */
  readonly named?: ReadonlyMap<string, string>
}

/** Trouble with the files of a bundle, by path. */
export type Problems = Record<string, string | FieldErrors>

/** What a bundle says of itself. */
export const METADATA = 'metadata.yaml'
const FOLDERS = ['databases/', 'queries/', 'datasets/', 'charts/', 'dashboards/'] as const
/** What `metadata.yaml` calls each kind. */
export const TYPES: Readonly<Record<BundleKind, string>> = {
  dashboard: 'Dashboard',
  chart: 'Slice',
  dataset: 'SqlaTable',
  database: 'Database',
  saved_query: 'SavedQuery',
  assets: 'assets',
}

/** Fails the import with what is wrong with each file. */
export function refuseImport(kind: BundleKind, problems: Problems): never {
  throw new ApiError('import-failed', { args: [kind], extra: problems })
}

/** The files of a bundle below its root folder, without those that are no part of it. */
function belowRoot(files: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const chosen = [...files].filter(([path, text]) => {
    const parts = path.split('/')
    return /\.ya?ml$/i.test(path) && text !== '' && !parts.some((part) => part.startsWith('.') || part.startsWith('_'))
  })
  const rooted = chosen.some(([path]) => path === METADATA)
  return new Map(rooted ? chosen : chosen.map(([path, text]) => [path.slice(path.indexOf('/') + 1), text]))
}

/**
 * Reads the files of a bundle, with or without its root folder. Without a kind, the bundle says what it is. Fails with
 * `import-empty`, `import-unknown`, `bound-passed` and, for files that do not fit, `import-failed`.
 */
export function readBundle(files: ReadonlyMap<string, string>, wanted?: BundleKind, tell?: TellProgress): ReadBundle {
  const inside = belowRoot(files)
  if (inside.size === 0) throw new ApiError('import-empty')
  const head = inside.get(METADATA)
  if (head === undefined) throw new ApiError('import-unknown')
  const problems: Problems = {}
  const kind = readKind(head, wanted, problems)
  const own = [...inside.keys()].filter((path) => FOLDERS.some((each) => path.startsWith(each)))
  const isRead = countFiles(tell, 'read', own.length)
  const reader: Reader = { inside, problems, warnings: [], letters: 0, isRead }
  const bundle: Bundle = {
    databases: readFolder(reader, 'databases/', databaseFile),
    queries: readFolder(reader, 'queries/', savedQueryFile),
    datasets: readFolder(reader, 'datasets/', datasetFile),
    charts: readFolder(reader, 'charts/', chartFile),
    dashboards: readFolder(reader, 'dashboards/', dashboardFile),
    tagFile: readTags(reader),
  }
  if (Object.keys(problems).length > 0) refuseImport(kind, problems)
  const unread = [...inside.keys()].filter(
    (path) => path !== METADATA && path !== TAGS && !FOLDERS.some((each) => path.startsWith(each)),
  )
  return { kind, bundle, warnings: [...filesWarning(unread), ...reader.warnings] }
}

function readKind(text: string, wanted: BundleKind | undefined, problems: Problems): BundleKind {
  const metadata = readYaml(text) as Record<string, unknown> | undefined
  const kinds = Object.keys(TYPES) as BundleKind[]
  const named = kinds.find((kind) => TYPES[kind] === metadata?.['type'])
  const kind = wanted ?? named ?? 'assets'
  if (typeof metadata !== 'object' || metadata === null) problems[METADATA] = 'Not a valid YAML file'
  else if (metadata['version'] === undefined) problems[METADATA] = { version: ['Missing data for required field.'] }
  else if (metadata['version'] !== '1.0.0') problems[METADATA] = { version: ['Must be equal to 1.0.0.'] }
  else if (metadata['type'] !== undefined && metadata['type'] !== TYPES[kind])
    problems[METADATA] = { type: [`Must be equal to ${TYPES[kind]}.`] }
  return kind
}

interface Reader {
  readonly inside: ReadonlyMap<string, string>
  readonly problems: Problems
  readonly warnings: string[]
  /** Letters of what was read, with aliases written out. */
  letters: number
  readonly isRead: FileDone
}

function readTags({ inside, problems }: Reader): TagFile {
  const text = inside.get(TAGS)
  if (text === undefined) return noTags
  const read = readTagFile(readYaml(text))
  if ('ok' in read) return read.ok
  problems[TAGS] = read.errors
  return noTags
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
    reader.letters += lettersOf(value)
    requireWithin('bundle-yaml-bytes', reader.letters)
    const read = value === undefined ? { errors: undefined } : readBody(schema, value)
    if ('ok' in read) {
      const unknown = keysBeyond(schema, value)
      found.set(path, unknown ? ({ ...(read.ok as object), unknown } as z.output<Schema>) : read.ok)
      const secrets = folder === 'databases/' ? secretsIn(value) : []
      const kept = fieldsBeyond(schema, value).filter((name) => !secrets.includes(name))
      warnings.push(...keptWarning(path, kept), ...secretsWarning(path, secrets))
    } else problems[path] = read.errors ?? 'Not a valid YAML file'
  }
  return found
}
