import { posix } from 'node:path'
import type { Database } from '#core/entity/database.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { engineNamed } from '#server/engines/index.ts'
import type { Home } from '#server/store/home-files.ts'
import type { Store } from '#server/store/store.ts'

export type LocalDatabase = Pick<Database, 'database_name' | 'backend' | 'sqlalchemy_uri'>

/** The plug-in modules of a home, as the store names them. */
export const PLUGINS = 'plugins'

/**
 * Several servers may use one store, but the files of local databases lie in one home only. The store records which.
 * A server whose home does not hold a file rejects requests for it, because it would answer from another file.
 */
export class FileOwnership {
  readonly #store: Store
  readonly home: Home

  constructor(store: Store, home: Home) {
    this.#store = store
    this.home = home
  }

  /**
   * Settles when this home holds the file of the database, or the database has none. A file that no home holds goes to
   * this one. Fails with `file-held-by-other-home`.
   */
  async require(database: LocalDatabase): Promise<void> {
    const file = localFile(database)
    if (file !== undefined) requireSame(await this.claim(file), this.home, database.database_name)
  }

  /** Settles unless another home holds the file. Claims nothing. Fails with `file-held-by-other-home`. */
  async requireNoOther(file: string | undefined, name: string): Promise<void> {
    const holder = file === undefined ? undefined : await this.#store.homeFiles.holder(file)
    if (holder) requireSame(holder, this.home, name)
  }

  /** Claims a file that no home holds. Returns the home that holds it. */
  async claim(file: string): Promise<Home> {
    return (await this.#store.homeFiles.holder(file)) ?? (await this.#store.homeFiles.claim(file, this.home))
  }
}

/** Returns the file of a database in the home, as the store names it; undefined for databases of other servers. */
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
