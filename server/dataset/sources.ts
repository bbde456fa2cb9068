import { attachedDatabases } from '#core/access/attached-databases.ts'
import type { Database } from '#core/entity/database.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { UploadReport } from '#core/rest/upload.ts'
import type {
  Attachable,
  Connection,
  CsvPreview,
  CsvReading,
  Engine,
  Load,
  ParquetFile,
  EngineStorage,
  TableChanges,
  OnRows,
} from '#server/engines/engine.ts'
import type { TypedTable } from '#server/engines/typed-table.ts'
import { certificateSettings } from '#server/engines/certificates.ts'
import { engineNamed, engines } from '#server/engines/index.ts'
import type { SshTunnel } from '#server/engines/ssh-tunnel.ts'
import { withoutFolder } from '#server/engines/remove-folder-path.ts'
import { currentCaller, withImpersonation } from '#server/engines/engine-caller.ts'
import type { Log } from '#server/base/log.ts'
import type { SecretKeys } from '#server/base/secret-keys.ts'
import { type ResolvedConnection, storedConnection } from '#server/security/connection-secret.ts'
import { poolSizeOf } from '#core/rest/pool-size.ts'
import { functionAllowlist, allowedFunctions } from '#core/entity/allowed-functions.ts'
import { CatalogueCache } from './catalogue-cache.ts'
import { connectThrough, serverOf, withTunnelSocket, runWithSignal } from './connect-through.ts'
import { type FileOwnership, type LocalDatabase, localFile } from './file-ownership.ts'
import { Guard } from '#server/sql/guard.ts'

/* Connections to databases of users: opened on first use, shared by queries, closed when unused or changed. */

/** A database with an open connection. */
export interface Source {
  readonly engine: Engine
  readonly connection: Connection
  readonly guard: Guard
}

/** A database with the tunnel that its connection uses, if any. */
interface OpenSource extends Source {
  readonly tunnel: SshTunnel | undefined
}

/** The result of a connection test: the part of the database that does not exist yet. */
interface ConnectionTest {
  readonly missing?: string | undefined
}

interface Slot {
  /** The URI of the open connection; if it changes, the connection is reopened. */
  address: string
  source: Promise<OpenSource> | undefined
  tunnel: SshTunnel | undefined
  users: number
  /** Resolves when the connection has no more exclusive user. */
  turn: Promise<void>
  idle: (() => void) | undefined
}

interface SourceOptions {
  /** The local files that this home owns. */
  readonly ownership?: FileOwnership | undefined
  /** The key of hashed columns, which are rejected without one. */
  readonly maskKey?: string | undefined
  /** Returns databases that others attach. */
  readonly findDatabase?: FindDatabase | undefined
  /** Receives the errors of SSH tunnels, which clients do not see. */
  readonly log?: Pick<Log, 'warn'> | undefined
}

/** Milliseconds: maximum time of a connection test. */
const TEST_MS = 30_000
const NEVER = new AbortController().signal

/** The open databases; each opens on first use. */
export class Sources {
  /** Lists of schemas and tables. */
  readonly catalogue = new CatalogueCache()
  readonly #slots = new Map<number, Slot>()
  readonly #storage: EngineStorage
  readonly #secretKey: SecretKeys | undefined
  readonly #maskKey: string | undefined
  readonly #ownership: FileOwnership | undefined
  readonly #findDatabase: FindDatabase
  readonly #log: SourceOptions['log']

  /** `secretKey` decrypts stored passwords. */
  constructor(storage: EngineStorage, secretKey?: SecretKeys, options: SourceOptions = {}) {
    const { ownership, maskKey, findDatabase = () => Promise.resolve(undefined), log } = options
    this.#log = log
    this.#findDatabase = findDatabase
    const attachable = (id: number) => this.#attachable(id)
    this.#storage = { ...storage, fileReader: engines.find(({ stage }) => stage), attachable }
    this.#secretKey = secretKey
    this.#ownership = ownership
    this.#maskKey = maskKey
  }

  /**
   * Runs work on the database, reopened if its URI has changed. Throws `not-signed-in` if the database impersonates
   * users and there is none.
   */
  async use<T>(database: Database, work: (source: OpenSource) => Promise<T>): Promise<T> {
    await this.requireHeld(database)
    const slot = this.#slot(database.id)
    await this.#enter(slot, await this.#addressOf(database))
    try {
      slot.source ??= this.#open(database)
      const opening = slot.source
      opening.catch(() => {
        if (slot.source === opening) slot.source = undefined
      })
      const source = await opening
      slot.tunnel = source.tunnel
      return await this.#run(database, source, work)
    } catch (error) {
      throw this.#withoutTunnel(database, error)
    } finally {
      slot.users--
      if (slot.users === 0) slot.idle?.()
    }
  }

  /** Returns an error for readers of the database: those of its tunnel name hosts and users, and are logged. */
  #withoutTunnel({ id }: Database, error: unknown): unknown {
    if (!(error instanceof ApiError) || !error.code.startsWith('tunnel-')) return error
    const { code, message, cause } = error
    const detail = cause instanceof Error ? cause.message : ''
    this.#log?.warn('The SSH tunnel of a database failed', { database: id, code, message, detail })
    return new ApiError('tunnel-failed', { cause: error })
  }

  async #run<T>(database: Database, source: OpenSource, work: (source: OpenSource) => Promise<T>): Promise<T> {
    const before = source.tunnel?.fault
    try {
      if (!database.impersonate_user || !source.engine.impersonates) return await work(source)
      const username = currentCaller()?.username
      if (!username) throw new ApiError('not-signed-in')
      return await withImpersonation(username, () => work(source))
    } catch (error) {
      // The driver only sees a lost connection. An earlier fault of the tunnel is not its cause.
      const fault = source.tunnel?.fault
      throw error instanceof ApiError || fault === before ? error : (fault ?? error)
    }
  }

  /** Resolves if this home may read, or create, the file of the database; see `FileOwnership`. */
  async requireHeld(database: LocalDatabase, access: 'read' | 'create' = 'read'): Promise<void> {
    await (access === 'read' ? this.#ownership?.require(database) : this.#ownership?.requireForCreation(database))
  }

  /** Loads a file into a table unless the signal aborts it; see `Engine.load`. */
  async load(database: Database, load: Load, signal?: AbortSignal, onRows?: OnRows): Promise<UploadReport | null> {
    const { engine, settings } = this.#read(database)
    const { load: loads } = engine
    await this.requireHeld(database, 'create')
    if (!loads) throw new ApiError('engine-unknown', { args: [database.backend] })
    // The database stays open, so that the same process reads the loaded data.
    return this.use(database, (source) =>
      loads(withTunnelSocket(settings, source.tunnel), this.#storage, load, signal, onRows).finally(() =>
        this.catalogue.drop(source),
      ),
    )
  }

  /** Drops and renames tables in one transaction; see `Engine.changeTables`. */
  async changeTables(database: Database, changes: TableChanges): Promise<void> {
    return this.withTableChanges(database, (change) => change(changes))
  }

  /**
   * Runs work that may change tables of the database; see `Engine.changeTables`. Everything that reads the store comes
   * before the work, so that a transaction of the store can contain the changes.
   */
  async withTableChanges<T>(
    database: Database,
    work: (change: (changes: TableChanges) => Promise<void>) => Promise<T>,
  ): Promise<T> {
    const { engine, settings } = this.#read(database)
    const { changeTables } = engine
    await this.requireHeld(database)
    if (!changeTables) throw new ApiError('upload-database', { args: [database.database_name] })
    // The database stays open, so that the same process reads the changed tables.
    return this.use(database, (source) =>
      work((changes) =>
        changeTables(withTunnelSocket(settings, source.tunnel), this.#storage, changes).finally(() =>
          this.catalogue.drop(source),
        ),
      ),
    )
  }

  /** Parses the beginning of a text file like `load`; see `Engine.beginning`. */
  async beginning(database: Database, reading: CsvReading): Promise<CsvPreview> {
    const { engine, settings } = this.#read(database)
    await this.requireHeld(database)
    if (!engine.beginning) throw new ApiError('engine-unknown', { args: [database.backend] })
    return engine.beginning(settings, this.#storage, reading)
  }

  /** Returns a table of any database as a Parquet file; see `Engine.parquet`. */
  async parquet(table: TypedTable, signal: AbortSignal): Promise<Uint8Array> {
    const write = engines.find(({ parquet }) => parquet)?.parquet
    if (!write) throw new ApiError('internal')
    return write(this.#storage, table, signal)
  }

  /** Starts a Parquet file from chunks of any database; see `Engine.parquetFile`. */
  parquetFile(files: { readonly rows: string; readonly file: string }): ParquetFile {
    const begin = engines.find(({ parquetFile }) => parquetFile)?.parquetFile
    if (!begin) throw new ApiError('internal')
    return begin(this.#storage, files)
  }

  /**
   * Tests a URI without keeping the connection. After `TEST_MS`, or when the signal aborts, everything that it opened is
   * closed, and it throws `connection-timeout`.
   */
  async test(database: Pick<Database, 'backend'> & ResolvedConnection, signal = NEVER): Promise<ConnectionTest> {
    await this.#ownership?.requireNoOther(localFile(database), database.sqlalchemy_uri)
    const { engine, settings } = settingsOf(database.backend, database)
    await runWithSignal(AbortSignal.any([signal, AbortSignal.timeout(TEST_MS)]), async () => {
      const opened = await connectThrough(engine, settings, this.#storage, serverOf(database.tunnel))
      try {
        await opened.connection.close()
      } finally {
        await opened.tunnel?.close()
      }
    })
    return { missing: engine.missing?.(settings, this.#storage) }
  }

  /** Returns the errors of the settings of this server that concern types of database. */
  async storageErrors(): Promise<readonly unknown[]> {
    const errors: unknown[] = []
    for (const { storageErrors } of engines) errors.push(...((await storageErrors?.(this.#storage)) ?? []))
    return errors
  }

  /** Returns a sentence about the part of a database that does not exist yet; see `Engine.missing`. */
  missing(database: Database): string | undefined {
    const { engine, settings } = this.#read(database)
    return engine.missing?.(settings, this.#storage)
  }

  /** Returns the number of connections that a database sets for its queries; undefined if its engine has no pool. */
  poolSize({ backend, extra }: Pick<Database, 'backend' | 'extra'>): number | undefined {
    return engineNamed(backend)?.hasPool ? poolSizeOf(extra) : undefined
  }

  /** Closes the connection of a database, which is removed or has lost its tunnel, when nothing uses it. */
  async disconnect(id: number): Promise<void> {
    const slot = this.#slots.get(id)
    if (slot) await this.#exclusive(slot, () => closeSlot(slot))
  }

  async close(): Promise<void> {
    for (const slot of this.#slots.values()) await this.#exclusive(slot, () => closeSlot(slot))
    this.#slots.clear()
  }

  /**
   * Registers a user of the connection. A user for whom it is reopened is registered before anyone can reopen it again.
   */
  async #enter(slot: Slot, address: string): Promise<void> {
    for (let turn = slot.turn; ; turn = slot.turn) {
      await turn
      if (slot.turn === turn) break
    }
    // At the limit of tunnels, unused ones are closed.
    const isOpen = (): boolean => slot.address === address && slot.tunnel?.isClosed !== true
    if (isOpen()) {
      slot.users++
      return
    }
    await this.#exclusive(slot, async () => {
      if (!isOpen()) {
        await closeSlot(slot)
        slot.address = address
      }
      slot.users++
    })
  }

  /** Returns the address of a database with those of the databases that it attaches. */
  async #addressOf(database: Database): Promise<string> {
    const addresses = [addressOf(database)]
    for (const { id } of attachedDatabases(database)) {
      const attached = await this.#findDatabase(id)
      addresses.push(attached ? `${addressOf(attached)} ${attached.impersonate_user}` : '')
    }
    return addresses.join('\n')
  }

  async #attachable(id: number): Promise<Attachable | undefined> {
    const database = await this.#findDatabase(id)
    if (!database) return undefined
    const { engine, settings, server } = this.#read(database)
    const impersonates = database.impersonate_user && engine.impersonates === true
    return {
      name: database.database_name,
      engine: engine.name,
      settings,
      impersonates,
      isTunneled: server !== undefined,
    }
  }

  #slot(id: number): Slot {
    let slot = this.#slots.get(id)
    if (!slot) {
      slot = { address: '', source: undefined, tunnel: undefined, users: 0, turn: Promise.resolve(), idle: undefined }
      this.#slots.set(id, slot)
    }
    return slot
  }

  async #exclusive(slot: Slot, work: () => Promise<void>): Promise<void> {
    const before = slot.turn
    let done = (): void => {}
    slot.turn = new Promise((resolve) => {
      done = resolve
    })
    try {
      await before
      if (slot.users > 0) {
        await new Promise<void>((resolve) => {
          slot.idle = resolve
        })
        slot.idle = undefined
      }
      await work()
    } finally {
      done()
    }
  }

  async #open(database: Database): Promise<OpenSource> {
    const { engine, settings, server } = this.#read(database)
    const opening = connectThrough(engine, settings, this.#storage, server)
    const { connection, tunnel } = await opening.catch((error: unknown) => {
      throw withoutFolder(error)
    })
    const maskKey = this.#maskKey
    const guard = new Guard(connection, engine.dialect, functionAllowlist(database.extra), { maskKey })
    return { engine, connection, guard, tunnel }
  }

  /** Returns the engine of a database, and its settings with the decrypted secrets. */
  #read(database: DatabaseAddress) {
    const key = this.#secretKey
    if (key === undefined)
      return {
        ...withPoolSize(settingsOf(database.backend, { ...database, tunnel: undefined }), database),
        server: undefined,
      }
    const connection = storedConnection(database, key)
    return { ...withPoolSize(settingsOf(database.backend, connection), database), server: serverOf(connection.tunnel) }
  }
}

type FindDatabase = (id: number) => Promise<Database | undefined>

type DatabaseAddress = Pick<Database, 'backend' | 'sqlalchemy_uri' | 'server_cert' | 'secrets' | 'tunnel' | 'extra'>

function settingsOf(backend: string, { sqlalchemy_uri, server_cert, client }: ResolvedConnection) {
  // Other tools use several names for one engine, and for its URIs.
  const engine = engineNamed(backend) ?? engines.find((each) => each.parseUri(sqlalchemy_uri) !== undefined)
  if (!engine) throw new ApiError('engine-unknown', { args: [backend] })
  const settings = engine.parseUri(sqlalchemy_uri)
  if (!settings) throw new ApiError('uri-wrong')
  return {
    engine,
    settings: engine.hasCertificates ? { ...settings, ...certificateSettings(server_cert, client) } : settings,
  }
}

/** Adds the number of connections that the extra settings of a database allow, for engines that have a pool. */
function withPoolSize(read: ReturnType<typeof settingsOf>, { extra }: Pick<Database, 'extra'>) {
  const size = read.engine.hasPool ? poolSizeOf(extra) : undefined
  return size === undefined ? read : { ...read, settings: { ...read.settings, pool_size: size } }
}

function addressOf({ backend, sqlalchemy_uri, server_cert, secrets, tunnel, extra }: DatabaseAddress): string {
  return `${backend} ${sqlalchemy_uri} ${server_cert ?? ''} ${tunnel ?? ''} ${secrets ?? ''} ${allowedFunctions(extra).join(' ')} ${poolSizeOf(extra) ?? ''}`
}

async function closeSlot(slot: Slot): Promise<void> {
  const source = slot.source
  slot.source = undefined
  slot.tunnel = undefined
  const open = await source?.catch(() => undefined)
  await open?.connection.close()
  await open?.tunnel?.close()
}
