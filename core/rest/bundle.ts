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
export interface DraftDashboard {
  readonly uuid: string
  readonly name: string
}

/** The response of an import; `changes` for a dry run, `drafts` if dashboards become drafts. */
export interface ImportResponse {
  readonly message: string
  readonly warnings?: readonly string[]
  readonly changes?: readonly BundleChange[]
  readonly drafts?: readonly DraftDashboard[]
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
export const RESPONSE_FRAME = 'answer'

/** The form fields of an import with secrets by path, and the error that requires each. */
const SECRET_ERRORS = {
  passwords: 'Must provide a password for the database',
  ssh_tunnel_passwords: 'Must provide a password for the ssh tunnel',
  ssh_tunnel_private_keys: 'Must provide a private key for the ssh tunnel',
  ssh_tunnel_private_key_passwords: 'Must provide a private key password for the ssh tunnel',
} as const

export type BundleSecretField = keyof typeof SECRET_ERRORS

/** Secrets for an import, by form field and by path of the database's file. */
export type BundleSecrets = Readonly<Partial<Record<BundleSecretField, Readonly<Record<string, string>>>>>

/** A secret that a file needs. */
export interface NeededSecret {
  readonly field: BundleSecretField
  readonly path: string
  /** The server that receives it. */
  readonly server?: string | undefined
}

/** The key of `extra` with the servers that receive the secrets of files, by path. */
export const SECRET_SERVERS = 'secret_servers'

/** Returns the error of a file whose database or SSH tunnel needs secrets. */
export const secretsNeededError = (fields: readonly BundleSecretField[]): { readonly _schema: readonly string[] } => ({
  _schema: fields.map((field) => SECRET_ERRORS[field]),
})

/** The obstacles to an import, grouped by how to resolve them. */
export interface ImportObstacles {
  /** The secrets that files of databases need. */
  readonly secretsNeeded: readonly NeededSecret[]
  /** Files of existing entities: the user must confirm overwriting. */
  readonly alreadyExists: readonly string[]
  /** Other problems, as `path: text`. */
  readonly other: readonly string[]
}

const EXISTS = 'already exists and `overwrite=true` was not passed'
/** Keys of `extra` that are not files. */
const ERROR_EXTRA_KEYS = ['issue_codes', 'code', 'args', SECRET_SERVERS]

/** Returns the form fields that a file needs; none if it also has other errors. */
function fieldsNeeded(trouble: unknown): readonly BundleSecretField[] {
  const schema: unknown =
    typeof trouble === 'object' && trouble !== null ? (trouble as { _schema?: unknown })._schema : undefined
  if (!Array.isArray(schema)) return []
  const fields = (Object.keys(SECRET_ERRORS) as BundleSecretField[]).filter((field) =>
    schema.includes(SECRET_ERRORS[field]),
  )
  return fields.length === schema.length ? fields : []
}

/**
 * Reads the body of a failed import. Missing secrets and existing entities are recognized by their wire format.
 * Undefined if the body names no files.
 */
export function parseImportObstacles(body: unknown): ImportObstacles | undefined {
  const extra = readErrorBody(body).errors[0]?.extra ?? {}
  const files = Object.entries(extra).filter(([path]) => !ERROR_EXTRA_KEYS.includes(path))
  if (!files.some(([path]) => /\.ya?ml$/i.test(path))) return undefined
  const secretsNeeded = files.flatMap(([path, trouble]) => {
    const server = secretServer(extra, path)
    return fieldsNeeded(trouble).map((field) => ({ field, path, ...(server === undefined ? {} : { server }) }))
  })
  const alreadyExists = files
    .filter(([, trouble]) => typeof trouble === 'string' && trouble.includes(EXISTS))
    .map(([path]) => path)
  const known = new Set([...secretsNeeded.map(({ path }) => path), ...alreadyExists])
  const other = files
    .filter(([path]) => !known.has(path))
    .map(([path, trouble]) => `${path}: ${importErrorText(trouble)}`)
  return { secretsNeeded, alreadyExists, other }
}

function secretServer(
  { [SECRET_SERVERS]: servers }: Readonly<Record<string, unknown>>,
  path: string,
): string | undefined {
  const found: unknown = (servers as Readonly<Record<string, unknown>> | undefined)?.[path]
  return Array.isArray(found) ? found.join(', ') : undefined
}

function importErrorText(trouble: unknown): string {
  if (typeof trouble === 'string') return trouble
  if (Array.isArray(trouble)) return trouble.map(importErrorText).join(' ')
  if (typeof trouble !== 'object' || trouble === null) return String(trouble)
  return Object.entries(trouble)
    .map(([field, texts]) => (field === '_schema' ? importErrorText(texts) : `${field}: ${importErrorText(texts)}`))
    .join('; ')
}
