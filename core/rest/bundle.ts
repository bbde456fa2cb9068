import { readErrorBody } from './read-error.ts'

/** The action of an import for one file of a bundle. */
export type BundleAction =
  /** No entity has this uuid. */
  | 'create'
  /** The existing entity is replaced. */
  | 'update'
  /** The entity was deleted; it is restored with the content of the file. */
  | 'restore'
  /** The existing entity is unchanged. */
  | 'keep'
  /** The existing entity equals the file. */
  | 'same'

/** One field that an import changes, as short texts; null if there is no value. */
export interface FieldChange {
  /** Dotted if a part of a field changes, for example `params.row_limit`. */
  readonly name: string
  readonly before: string | null
  readonly after: string | null
}

/** The changes of an import for one file. */
export interface BundleChange {
  /** Below the root of the bundle. */
  readonly path: string
  readonly kind: 'database' | 'dataset' | 'chart' | 'dashboard' | 'saved_query'
  readonly name: string
  readonly action: BundleAction
  /** At most 50; `more` counts the others. */
  readonly fields: readonly FieldChange[]
  readonly more: number
}

/** A dashboard that an import saves as a draft: only its owners and admins see it. */
export interface ImportedDraft {
  readonly uuid: string
  readonly name: string
}

/** The response of an import; `changes` for a dry run, `drafts` if dashboards become drafts. */
export interface ImportResponse {
  readonly message: string
  readonly warnings?: readonly string[]
  readonly changes?: readonly BundleChange[]
  readonly drafts?: readonly ImportedDraft[]
}

/** The progress of an import or export: files done, and files in the current stage. */
export interface BundleProgress {
  /** Files are read, checked, or written. */
  readonly stage: 'read' | 'check' | 'write'
  readonly done: number
  readonly of: number
}

/** Ids of frames: progress, and the response at the end. */
export const PROGRESS_FRAME = 'progress'
export const ANSWER_FRAME = 'answer'

/** The obstacles to an import, grouped by how to resolve them. */
export interface ImportObstacles {
  /** Database files that need a password. */
  readonly passwordsNeeded: readonly string[]
  /** Files of existing entities: the user must confirm overwriting. */
  readonly alreadyExists: readonly string[]
  /** Other problems, as `path: text`. */
  readonly other: readonly string[]
}

const PASSWORD = 'Must provide a password for the database'
const EXISTS = 'already exists and `overwrite=true` was not passed'
/** Keys of `extra` that are not files. */
const ERROR_EXTRA_KEYS = ['issue_codes', 'code', 'args']

function isPasswordNeeded(trouble: unknown): boolean {
  const schema =
    typeof trouble === 'object' && trouble !== null ? (trouble as { _schema?: unknown })._schema : undefined
  return Array.isArray(schema) && schema.length === 1 && schema[0] === PASSWORD
}

/**
 * Reads the body of a failed import. Missing passwords and existing entities are recognized by their wire format.
 * Undefined if the body names no files.
 */
export function parseImportObstacles(body: unknown): ImportObstacles | undefined {
  const extra = readErrorBody(body).errors[0]?.extra ?? {}
  const files = Object.entries(extra).filter(([path]) => !ERROR_EXTRA_KEYS.includes(path))
  if (!files.some(([path]) => /\.ya?ml$/i.test(path))) return undefined
  const passwordsNeeded = files.filter(([, trouble]) => isPasswordNeeded(trouble)).map(([path]) => path)
  const alreadyExists = files
    .filter(([, trouble]) => typeof trouble === 'string' && trouble.includes(EXISTS))
    .map(([path]) => path)
  const known = new Set([...passwordsNeeded, ...alreadyExists])
  const other = files.filter(([path]) => !known.has(path)).map(([path, trouble]) => `${path}: ${troubleText(trouble)}`)
  return { passwordsNeeded, alreadyExists, other }
}

function troubleText(trouble: unknown): string {
  if (typeof trouble === 'string') return trouble
  if (Array.isArray(trouble)) return trouble.map(troubleText).join(' ')
  if (typeof trouble !== 'object' || trouble === null) return String(trouble)
  return Object.entries(trouble)
    .map(([field, texts]) => (field === '_schema' ? troubleText(texts) : `${field}: ${troubleText(texts)}`))
    .join('; ')
}
