import { posix } from 'node:path'
import type { Database } from '#core/entity/database.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { engineNamed } from '#server/engines/index.ts'
import type { Home } from '#server/store/home-files.ts'
import type { Store } from '#server/store/store.ts'

export type LocalDatabase = Pick<Database, 'database_name' | 'backend' | 'sqlalchemy_uri'>

/** The plug-in modules of a home, as named in the store. */
export const PLUGINS = 'plugins'

/**
 * Several servers may share one store, but the files of local databases are in one home only. The store records which.
 * A server whose home does not contain a file rejects requests for it, because it would read another file.
 */
export class FileOwnership {
  readonly #store: Store
  readonly home: Home

  constructor(store: Store, home: Home) {
    this.#store = store
    this.home = home
  }

  /**
   * Resolves if this home owns the file of the database, or the database has no file. A file without an owner is
   * assigned to this home. Throws `file-held-by-other-home`.
   */
  async require(database: LocalDatabase): Promise<void> {
    const file = localFile(database)
    if (file !== undefined) requireSame(await this.claim(file), this.home, database.database_name)
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
