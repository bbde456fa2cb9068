import { setImmediate as turn } from 'node:timers/promises'
import type { CurrentUser } from '#core/access/current-user.ts'
import { has, isAdmin, owns } from '#core/access/ability.ts'
import type { BundleChange, ImportedDraft } from '#core/rest/bundle.ts'
import type { Actor } from '#server/store/repository.ts'
import type { Store } from '#server/store/store.ts'
import type { BundleKind, Problems } from './bundle.ts'
import type { FileDone } from './progress.ts'
import type { TagFile } from './tag-file.ts'

/** Who imports what, and how. */
export interface Importing {
  readonly store: Store
  readonly actor: Actor
  /** Who asks; absent when the product itself imports, which may do everything. */
  readonly user: CurrentUser | undefined
  readonly kind: BundleKind
  readonly overwrite: boolean
  /** Passwords of databases, by path. */
  readonly passwords: Readonly<Record<string, string>>
  /** Seals the passwords of databases; a bundle that brings one fails without. */
  readonly secretKey: string | undefined
  /** What the bundle says of its tags. */
  readonly tagFile: TagFile
  readonly problems: Problems
  /** What could not be taken over, in sentences; grows as the bundle is written. */
  readonly warnings: string[]
  /** What it does, file by file; grows likewise. */
  readonly changes: BundleChange[]
  /** Whether imported dashboards are published, whatever their files say. */
  readonly isPublishing: boolean
  /** Imported dashboards that are drafts; grows as dashboards are written. */
  readonly drafts: ImportedDraft[]
  /** Aborted when the caller has left: then nothing is written. */
  readonly signal?: AbortSignal | undefined
  /** Hears of each file that it is written. */
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

/** What the kinds are called in messages. */
const NAMES: Readonly<Record<Kind, string>> = { ...VIEWS, saved_query: 'Saved Query' }

interface Row {
  readonly id: number
  readonly deleted_at: number | null
  readonly owners: readonly number[]
}

/** What is to be done with an object of a bundle. */
export type Decision = 'create' | 'keep' | 'overwrite'

/** Whether an object is left as it is: one that lives, of a kind that is not imported itself or is not to be replaced. */
export function keepsExisting({ kind: top, overwrite }: Importing, kind: Kind, known: Row | undefined): boolean {
  return known?.deleted_at === null && (!overwrite || (top !== kind && top !== 'assets'))
}

/**
 * What becomes of an object. Only objects of the kind that is imported are overwritten, and only when asked; trouble is
 * noted under the path. A deleted object comes back as the bundle has it.
 */
export function decide(importing: Importing, kind: Kind, path: string, known: Row | undefined): Decision {
  const { user, kind: top, problems } = importing
  const noun = NAMES[kind].toLowerCase()
  const may = user === undefined || has(user, 'can_write', VIEWS[kind])
  if (!known) {
    if (!may) problems[path] = `${NAMES[kind]} doesn't exist and user doesn't have permission to create ${noun}s`
    return 'create'
  }
  if (keepsExisting(importing, kind, known)) {
    if (top === kind || top === 'assets')
      problems[path] = `${NAMES[kind]} already exists and \`overwrite=true\` was not passed`
    return 'keep'
  }
  if (!may || (user && kind !== 'database' && !isAdmin(user) && !owns(user, known)))
    problems[path] = `A ${noun} already exists and user doesn't have permissions to overwrite it`
  return 'overwrite'
}

/** Milliseconds of writing after which others get a turn: the store of one file answers without giving any. */
const TURN_MS = 20

let turnedAt = 0

/** Before each file: ends the import when its caller has left, and lets the process hear of it. */
export async function goOn({ signal }: Pick<Importing, 'signal'>): Promise<void> {
  signal?.throwIfAborted()
  if (performance.now() - turnedAt < TURN_MS) return
  await turn()
  turnedAt = performance.now()
  signal?.throwIfAborted()
}

/** Owners of something new: who imports it. */
export function newOwners({ actor }: Importing): readonly number[] {
  return actor === null ? [] : [actor]
}
