import { readErrorBody } from './read-error.ts'

/** What an import makes of one file of a bundle. */
export type BundleAction =
  /** There is nothing of its uuid. */
  | 'create'
  /** What is there is replaced. */
  | 'update'
  /** What is there was deleted, and comes back as the file has it. */
  | 'restore'
  /** What is there stays as it is. */
  | 'keep'
  /** What is there is equal. */
  | 'same'

/** One field that an import changes, as short texts; null where there is none. */
export interface FieldChange {
  /** Dotted where a part of a field changes, as `params.row_limit`. */
  readonly name: string
  readonly before: string | null
  readonly after: string | null
}

/** What an import does for one file. */
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

/** A dashboard that an import leaves as a draft: only its owners and administrators see it. */
export interface ImportedDraft {
  readonly uuid: string
  readonly name: string
}

/** What an import answers; `changes` when it was a rehearsal, `drafts` where dashboards arrive as drafts. */
export interface ImportAnswer {
  readonly message: string
  readonly warnings?: readonly string[]
  readonly changes?: readonly BundleChange[]
  readonly drafts?: readonly ImportedDraft[]
}

/** How far an import or export has come: files done, of those that its present stage has. */
export interface BundleProgress {
  /** Files are read, what they say is checked, or they are written. */
  readonly stage: 'read' | 'check' | 'write'
  readonly done: number
  readonly of: number
}

/** Ids of frames: how far it has come, and at the end what it is answered. */
export const PROGRESS_FRAME = 'progress'
export const ANSWER_FRAME = 'answer'

/** What stands in the way of an import, by what is to be done about it. */
export interface ImportTrouble {
  /** Files of databases whose password has to be given. */
  readonly passwordsNeeded: readonly string[]
  /** Files of what is there already: the person is asked whether to overwrite it. */
  readonly alreadyExists: readonly string[]
  /** What nobody can answer by a password or a yes, as `path: text`. */
  readonly other: readonly string[]
}

const PASSWORD = 'Must provide a password for the database'
const EXISTS = 'already exists and `overwrite=true` was not passed'
/** Keys of `extra` that are no files. */
const BESIDE = ['issue_codes', 'code', 'args']

function isPasswordNeeded(trouble: unknown): boolean {
  const schema =
    typeof trouble === 'object' && trouble !== null ? (trouble as { _schema?: unknown })._schema : undefined
  return Array.isArray(schema) && schema.length === 1 && schema[0] === PASSWORD
}

/**
 * Reads the body of a failed import: the two questions are known by their shapes. Undefined where the body tells of no
 * files.
 */
export function importTrouble(body: unknown): ImportTrouble | undefined {
  const extra = readErrorBody(body).errors[0]?.extra ?? {}
  const files = Object.entries(extra).filter(([path]) => !BESIDE.includes(path))
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
