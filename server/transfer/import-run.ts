import { setImmediate as turn } from 'node:timers/promises'
import type { CurrentUser } from '#core/access/current-user.ts'
import { hasPermission } from '#core/access/ability.ts'
import { type Condition, satisfies } from '#core/access/condition.ts'
import { editAccess, ownership } from '#core/access/rules.ts'
import type { BundleChange, DraftDashboard } from '#core/rest/bundle.ts'
import type { SecretKeys } from '#server/base/secret-keys.ts'
import type { Actor } from '#server/store/repository.ts'
import type { Store } from '#server/store/store.ts'
import type { BundleKind, Problems } from './bundle.ts'
import type { TunnelSecrets } from '#server/security/tunnel-secret.ts'
import type { FileDone } from './progress.ts'
import type { TagFile } from './tag-file.ts'

/** The state and options of a running import. */
export interface ImportRun {
  readonly store: Store
  readonly actor: Actor
  /** The importing user; absent if the product itself imports, which may do everything. */
  readonly user: CurrentUser | undefined
  readonly kind: BundleKind
  readonly overwrite: boolean
  /** Passwords of databases, by path. */
  readonly passwords: Readonly<Record<string, string>>
  /** Secrets of SSH tunnels, by path. */
  readonly tunnelSecrets: Readonly<Record<string, TunnelSecrets>>
  /** Whether masked secrets of SSH tunnels must be given; otherwise their tunnels are imported with a warning. */
  readonly needsTunnelSecrets: boolean
  /** Encrypts the passwords of databases; without it, a bundle with passwords fails. */
  readonly secretKey: SecretKeys | undefined
  /** The tags described in the bundle. */
  readonly tagFile: TagFile
  readonly problems: Problems
  /** Sentences about what could not be imported; added while the bundle is written. */
  readonly warnings: string[]
  /** The changes by file; added while the bundle is written. */
  readonly changes: BundleChange[]
  /** Whether imported dashboards are published, whatever their files say. */
  readonly isPublishing: boolean
  /** Imported dashboards that are drafts; added while dashboards are written. */
  readonly drafts: DraftDashboard[]
  /** Aborted when the caller has disconnected: then nothing is written. */
  readonly signal?: AbortSignal | undefined
  /** Called for each file that is written. */
  readonly isWritten?: FileDone
}

type Kind = Exclude<BundleKind, 'assets'>

const VIEWS: Readonly<Record<Kind, string>> = {
  dashboard: 'Dashboard',
  chart: 'Chart',
  dataset: 'Dataset',
  database: 'Database',
  saved_query: 'SavedQuery',
}

/** The names of the types in messages. */
const NAMES: Readonly<Record<Kind, string>> = { ...VIEWS, saved_query: 'Saved Query' }

interface Row {
  readonly id: number
  readonly deleted_at: number | null
  readonly owners: readonly number[]
}

/** Returns the condition for rows that an import by the user may overwrite. */
function editable(user: CurrentUser, kind: Kind): Condition {
  const types = { dashboard: 'Dashboard', chart: 'Chart', dataset: 'Dataset' } as const
  if (kind === 'database') return true
  return kind === 'saved_query' ? ownership(user) : editAccess(user, types[kind])
}

/** The action for an entity of a bundle. */
export type ImportAction = 'create' | 'keep' | 'overwrite'

/** True if an entity is not changed: it is live, and either not of the imported type or not to be replaced. */
export function keepsExisting({ kind: top, overwrite }: ImportRun, kind: Kind, existing: Row | undefined): boolean {
  return existing?.deleted_at === null && (!overwrite || (top !== kind && top !== 'assets'))
}

/**
 * Returns the action for an entity. Only entities of the imported type are overwritten, and only on request; problems
 * are recorded under the path. A deleted entity is restored with the values of the bundle.
 */
export function decideImportAction(
  importing: ImportRun,
  kind: Kind,
  path: string,
  existing: Row | undefined,
): ImportAction {
  const { user, kind: top, problems } = importing
  const noun = NAMES[kind].toLowerCase()
  const may = user === undefined || hasPermission(user, 'can_write', VIEWS[kind])
  if (!existing) {
    if (!may) problems[path] = `${NAMES[kind]} doesn't exist and user doesn't have permission to create ${noun}s`
    return 'create'
  }
  if (keepsExisting(importing, kind, existing)) {
    if (top === kind || top === 'assets')
      problems[path] = `${NAMES[kind]} already exists and \`overwrite=true\` was not passed`
    return 'keep'
  }
  if (!may || (user && !satisfies(editable(user, kind), { ...existing })))
    problems[path] = `A ${noun} already exists and user doesn't have permissions to overwrite it`
  return 'overwrite'
}

/** Milliseconds of writing after which the event loop gets a turn: a file store never yields by itself. */
const TURN_MS = 20

let turnedAt = 0

/**
 * Called before each file: ends the import if its caller has disconnected, and yields so that the process can notice.
 */
export async function yieldBetweenFiles({ signal }: Pick<ImportRun, 'signal'>): Promise<void> {
  signal?.throwIfAborted()
  if (performance.now() - turnedAt < TURN_MS) return
  await turn()
  turnedAt = performance.now()
  signal?.throwIfAborted()
}

/** Returns the owners of a new entity: the importing user. */
export function newOwners({ actor }: ImportRun): readonly number[] {
  return actor === null ? [] : [actor]
}
