import { existsSync } from 'node:fs'
import { join, posix } from 'node:path'
import type { Condition } from '#core/access/condition.ts'
import type { Database } from '#core/entity/database.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { engineNamed } from '#server/engines/index.ts'
import type { Home } from '#server/store/home-files.ts'
import type { Store } from '#server/store/store.ts'

export type LocalDatabase = Pick<Database, 'id' | 'database_name' | 'backend' | 'sqlalchemy_uri'>

/** The plug-in modules of a home, as named in the store. */
export const PLUGINS = 'plugins'

/**
 * Several servers may share one store, but the files of local databases are in one home only. The store records which.
 * A server whose home does not contain a file rejects requests for it, because it would read another file.
 */
export class FileOwnership {
  readonly #store: Store
  readonly #folder: string
  readonly home: Home

  /** `folder` is the folder of the home. */
  constructor(store: Store, folder: string, home: Home) {
    this.#store = store
    this.#folder = folder
    this.home = home
  }

  /**
   * Resolves if this home may read the file of the database, or the database has no file. A file without an owner is
   * assigned to this home if the home has it. Throws `file-held-by-other-home`, and `file-not-on-server` if a database
   * with datasets of tables has a file that no home is known to have. SQL of a virtual dataset may read no table;
   * otherwise the engine reports the missing one.
   */
  require(database: LocalDatabase): Promise<void> {
    return this.#require(database, { col: 'sql', op: 'eq', value: null })
  }

  async #require(database: LocalDatabase, ...kind: readonly Condition[]): Promise<void> {
    const file = localFile(database)
    if (file === undefined) return
    const holder = (await this.#store.homeFiles.holder(file)) ?? (await this.#claimExisting(file))
    if (holder) requireSame(holder, this.home, database.database_name)
    else await this.#requireNone(database, kind)
  }

  /**
   * Like `require`, before this home creates the file: also assigns a file that no home has, unless the database has
   * datasets.
   */
  async requireForCreation(database: LocalDatabase): Promise<void> {
    await this.#require(database)
    const file = localFile(database)
    if (file !== undefined) await this.requireExisting(file, database.database_name)
  }

  /** Resolves if this home owns a file that it has; claims it if no home does. Throws `file-held-by-other-home`. */
  async requireExisting(file: string, name: string): Promise<void> {
    requireSame(await this.claim(file), this.home, name)
  }

  /** Resolves unless another home owns the file. Claims nothing. Throws `file-held-by-other-home`. */
  async requireNoOther(file: string | undefined, name: string): Promise<void> {
    const holder = file === undefined ? undefined : await this.#store.homeFiles.holder(file)
    if (holder) requireSame(holder, this.home, name)
  }

  /** Claims a file without an owner. Returns the home that owns it. */
  async claim(file: string): Promise<Home> {
    return (await this.#store.homeFiles.holder(file)) ?? (await this.#store.homeFiles.claim(file, this.home))
  }

  async #claimExisting(file: string): Promise<Home | undefined> {
    return existsSync(join(this.#folder, file)) ? this.claim(file) : undefined
  }

  /** A database without such datasets is new: its first upload creates the file. */
  async #requireNone({ id, database_name }: LocalDatabase, kind: readonly Condition[]): Promise<void> {
    const dataset = await this.#store.datasets.find({ and: [{ col: 'database_id', op: 'eq', value: id }, ...kind] })
    if (dataset) throw new ApiError('file-not-on-server', { args: [database_name] })
  }
}

/** Returns the file of a database in the home, as named in the store; undefined for databases on other servers. */
export function localFile({
  backend,
  sqlalchemy_uri,
}: Pick<Database, 'backend' | 'sqlalchemy_uri'>): string | undefined {
  const engine = engineNamed(backend)
  const settings = engine?.isOwn ? engine.parseUri(sqlalchemy_uri) : undefined
  return settings?.['file'] === undefined ? undefined : posix.join('databases', String(settings['file']))
}

function requireSame(holder: Home, home: Home, name: string): void {
  if (holder.id !== home.id) throw new ApiError('file-held-by-other-home', { args: [name, holder.name] })
}
