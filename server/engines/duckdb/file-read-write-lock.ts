import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { ApiError } from '#core/rest/api-error.ts'
import type { UploadReport } from '#core/rest/upload.ts'
import type { CsvPreview, CsvReading, Load, OnRows, TableChanges, TableCreation, WriteKind } from '../engine.ts'
import { attachAll, attachedError, type AttachedSource } from './attach-databases.ts'
import { AttachedReader } from './attached-reader.ts'
import { BucketTables } from './bucket-tables.ts'
import { changeTables } from './change-tables.ts'
import { columnarPreview } from './read-columnar.ts'
import { createTableFrom } from './create-table.ts'
import { csvPreview } from './csv.ts'
import { FileReader } from './file-reader.ts'
import { FileSet } from './file-set.ts'
import type { FileSource } from './file-tables.ts'
import { LakeSet } from './lake-set.ts'
import type { LakeSource } from './lake-tables.ts'
import { load } from './load-table.ts'
import type { BucketSource } from './object-store.ts'
import { type OpenedDatabase, open } from './open-database.ts'
import { Reader } from './reader.ts'
import type { TextTables } from './select-files.ts'
import { writeStatement } from './write-statement.ts'

interface PendingOpen {
  readonly file: string
  readonly scratch: string
  /** Memory limit of the engine in bytes. */
  readonly memory: number
  /** Files of users, which are read instead of a database file. */
  readonly source?: FileSource | LakeSource | undefined
  /** Other databases, which are attached instead. */
  readonly attached?: AttachedSource | undefined
  /** A bucket of an object store, which is read instead. */
  readonly bucket?: BucketSource | undefined
}

/** Milliseconds after which files of users are compared with the directory again. */
const CHECK_MS = 200
/** The same as a multiple of the duration of the last comparison. */
const CHECK_SHARE = 10

/** An open source and its running queries. */
interface OpenSource {
  reader?: Promise<Reader> | undefined
  /** The open files of a source of files. */
  set?: FileSet | LakeSet
  /** The tables of a bucket. */
  bucket?: BucketTables
  reads: number
}

async function closeReader(source: OpenSource | undefined): Promise<void> {
  const opened = await source?.reader?.catch(() => undefined)
  opened?.close()
}

/** Access to one database file, or to files of users: many concurrent readers, or one writer. A waiting writer precedes later readers. */
export class FileReadWriteLock {
  readonly #opening: PendingOpen
  /** The source that later queries read. */
  #current: OpenSource = { reads: 0 }
  /** Open files of a source that have changed: running queries read them. At most one, as each has an instance. */
  #retired: OpenSource | undefined
  /** The types of text files, which are found again only for tables with a changed file. */
  readonly #textTables: TextTables = new Map()
  /** True if an empty database is open because the file did not exist. */
  #empty = false
  /** The time at which the files are compared with the directory again, as of `performance.now`. */
  #nextCheck = 0
  /** Resolves when there is no exclusive user and the next may start. */
  #turn: Promise<void> = Promise.resolve()
  #idle: (() => void) | undefined

  constructor(opening: PendingOpen) {
    this.#opening = opening
  }

  async read<T>(work: (reader: Reader) => Promise<T>, signal?: AbortSignal): Promise<T> {
    for (let turn = this.#turn; ; turn = this.#turn) {
      await turn
      signal?.throwIfAborted()
      if (this.#turn !== turn) continue
      const outdated = this.#isOutdated()
      if (outdated === false) break
      if (this.#current.set && this.#retired === undefined) this.#retire()
      else await this.#exclusive(() => this.#close())
      if (outdated !== true) throw outdated.error
    }
    const current = this.#current
    current.reads++
    try {
      const opening = (current.reader ??= this.#open(current))
      opening.catch(() => {
        if (current.reader === opening) current.reader = undefined
      })
      return await work(await opening)
    } catch (error) {
      throw this.#explain(error, current)
    } finally {
      current.reads--
      if (current.reads === 0 && current === this.#retired) await this.#closeRetired()
      if (this.#current.reads === 0) this.#idle?.()
    }
  }

  /** Replaces the open files, which running queries still read; they are closed when the last of these has ended. */
  #retire(): void {
    this.#retired = this.#current
    this.#current = { reads: 0 }
    if (this.#retired.reads === 0) void this.#closeRetired()
  }

  async #closeRetired(): Promise<void> {
    const retired = this.#retired
    this.#retired = undefined
    await closeReader(retired)
  }

  #explain(error: unknown, { set, bucket }: OpenSource): unknown {
    const { attached } = this.#opening
    if (attached) return attachedError(error, attached.members)
    // The set is not closed during a read.
    return (set ?? bucket)?.explain(error) ?? error
  }

  /**
   * Another process may have created the database file, or changed the files of a source. Returns the error if the files
   * cannot be listed: the open ones must not be read any more.
   */
  #isOutdated(): boolean | { readonly error: unknown } {
    const { set } = this.#current
    if (!set) return this.#empty && existsSync(this.#opening.file)
    if (performance.now() < this.#nextCheck) return false
    try {
      return this.#checked(() => set.isOutdated())
    } catch (error) {
      return { error }
    }
  }

  /** Lists the files of a source, and sets the time of the next comparison. Other errors than those of the catalogue have paths of the server. */
  #checked<T>(list: () => T): T {
    const before = performance.now()
    try {
      const found = list()
      const now = performance.now()
      this.#nextCheck = now + Math.max(CHECK_MS, CHECK_SHARE * (now - before))
      return found
    } catch (error) {
      if (error instanceof ApiError) throw error
      throw new ApiError('data-file-unreadable', { args: [basename(this.#opening.source?.path ?? '')], cause: error })
    }
  }

  /** Loads a file in a separate instance after all reads have ended. The signal aborts the load without changes. */
  async load(given: Load, signal: AbortSignal, onRows?: OnRows): Promise<UploadReport | null> {
    const { file, scratch, memory } = this.#opening
    return this.#exclusive(async () => {
      signal.throwIfAborted()
      await this.#close()
      const opened = await open({ file, scratch, memory, write: true, files: dirname(given.file) })
      try {
        return await load(opened, given, signal, onRows)
      } finally {
        opened.close()
      }
    })
  }

  /** Creates a table or view after all reads have ended. */
  create(creation: TableCreation, select: string, signal: AbortSignal): Promise<null> {
    return this.#change(signal, async (opened) => {
      await createTableFrom(opened, creation, select, signal)
      return null
    })
  }

  /** Runs one statement that changes data or tables after all reads have ended. */
  write(text: string, kind: WriteKind, signal: AbortSignal): Promise<number | null> {
    return this.#change(signal, (opened) => writeStatement(opened, text, kind, signal))
  }

  /** Drops and renames tables after all reads have ended. */
  changeTables(changes: TableChanges): Promise<null> {
    return this.#change(undefined, async (opened) => {
      await changeTables(opened, changes)
      return null
    })
  }

  /** Works exclusively on the database, in an instance that can access no other file. */
  async #change<T>(signal: AbortSignal | undefined, work: (opened: OpenedDatabase) => Promise<T>): Promise<T> {
    return this.#exclusive(async () => {
      signal?.throwIfAborted()
      await this.#close()
      const opened = await open({ ...this.#opening, write: true })
      try {
        return await work(opened)
      } finally {
        opened.close()
      }
    })
  }

  /** Parses the beginning of a file in a separate instance, without the database file, so it never waits. */
  async beginning(reading: CsvReading): Promise<CsvPreview> {
    const { scratch, memory } = this.#opening
    const files = dirname(reading.file)
    const opened = await open({ file: join(files, 'none'), scratch, memory, write: false, files })
    try {
      const connection = await opened.connect()
      try {
        const isCsv = (reading.format ?? 'csv') === 'csv'
        return await (isCsv ? csvPreview(connection, reading) : columnarPreview(connection, reading))
      } finally {
        connection.closeSync()
      }
    } finally {
      opened.close()
    }
  }

  async #open(current: OpenSource): Promise<Reader> {
    const { source, attached, bucket, scratch } = this.#opening
    if (source) return this.#openSource(source, scratch, current)
    if (attached) {
      let members = attached.members
      const attach = async (connection: DuckDBConnection) => {
        members = await attachAll(connection, attached)
      }
      return new AttachedReader(await open({ ...this.#opening, write: false, attach }), members)
    }
    if (bucket) return this.#openBucket(bucket, current)
    this.#empty = !existsSync(this.#opening.file)
    return new Reader(await open({ ...this.#opening, write: false }))
  }

  async #openSource(source: FileSource | LakeSource, scratch: string, current: OpenSource): Promise<Reader> {
    const set = this.#checked(() =>
      'type' in source ? new LakeSet(source, scratch) : new FileSet(source, scratch, this.#textTables),
    )
    const attaching =
      set instanceof LakeSet
        ? {
            attach: (connection: DuckDBConnection) => set.attach(connection),
            attachLocked: (connection: DuckDBConnection) => set.attachLocked(connection),
          }
        : {}
    try {
      const opened = await open({ ...this.#opening, write: false, paths: set.paths, ...attaching })
      const reader = new FileReader(opened, set)
      current.set = set
      return reader
    } catch (error) {
      set.close()
      throw error
    }
  }

  async #openBucket(source: BucketSource, current: OpenSource): Promise<Reader> {
    const tables = await BucketTables.open(source)
    try {
      const { scratch } = this.#opening
      const attach = (connection: DuckDBConnection) => tables.attach(connection, scratch)
      const reader = new FileReader(
        await open({ ...this.#opening, write: false, attach, files: tables.directory }),
        tables,
      )
      current.bucket = tables
      return reader
    } catch (error) {
      tables.close()
      throw tables.explain(error)
    }
  }

  async #close(): Promise<void> {
    const current = this.#current
    this.#current = { reads: 0 }
    this.#empty = false
    await closeReader(current)
  }

  async #exclusive<T>(work: () => Promise<T>): Promise<T> {
    const before = this.#turn
    let done = (): void => {}
    this.#turn = new Promise((resolve) => {
      done = resolve
    })
    try {
      await before
      if (this.#current.reads > 0) {
        await new Promise<void>((resolve) => {
          this.#idle = resolve
        })
        this.#idle = undefined
      }
      return await work()
    } finally {
      done()
    }
  }
}
