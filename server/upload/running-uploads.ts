import type { IncomingFileObserver } from '#server/base/incoming-file-observer.ts'
import { bounds } from '#core/rest/bounds.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { RunningUpload } from '#core/rest/upload.ts'
import type { OnRows } from '#server/engines/engine.ts'

/** Milliseconds for which the result of an upload is listed. */
const RESULT_MS = 3_600_000
/** Maximum listed results per user. */
const MAX_RESULTS = 20
/** Maximum retained keys of stopped uploads per user. */
const MAX_STOPPED = 100

/** The description of an upload for its user. */
export type UploadSubject = Pick<RunningUpload, 'key' | 'file_name' | 'table_name' | 'database_id'>

interface Entry {
  readonly userId: number
  readonly stop: AbortController
  upload: RunningUpload
  endedAt: number | undefined
  receipt: IncomingFileObserver | undefined
  /** Returns the received bytes. */
  receivedBytes: (() => number) | undefined
}

/** An upload whose file begins to arrive. */
export interface IncomingUpload {
  readonly userId: number
  readonly subject: UploadSubject
  /** The bytes of the request; null if unknown. */
  readonly totalBytes: number | null
  /** Aborted when the connection is lost. */
  readonly signal: AbortSignal
}

/** The uploads of one server that outlive the connections of their callers. Each is listed only for its user. */
export class RunningUploads {
  /** By user and key: users choose their keys, and those of others have no effect on them. */
  readonly #entries = new Map<string, Entry>()
  /** Keys that were stopped before their upload was complete, with the time; by user. */
  readonly #stopped = new Map<number, Map<string, number>>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  /** Returns the running uploads of a user and the latest results. */
  list(userId: number): readonly RunningUpload[] {
    this.#forget(userId)
    return this.#of(userId).map(({ upload, receivedBytes }) => ({
      ...upload,
      received_bytes: receivedBytes?.() ?? null,
    }))
  }

  /**
   * Stops an upload of a user, or removes its result from the list. Returns true if the key exists; an upload that is
   * still arriving is stopped once complete.
   */
  remove(userId: number, key: string): boolean {
    const entry = this.#entries.get(entryKey(userId, key))
    if (entry === undefined) this.#stopLater(userId, key)
    if (entry === undefined) return false
    if (entry.endedAt === undefined) entry.stop.abort(new ApiError('upload-stopped'))
    else this.#entries.delete(entryKey(userId, key))
    return true
  }

  #stopLater(userId: number, key: string): void {
    this.#forgetStopped()
    const own = this.#stopped.get(userId) ?? new Map<string, number>()
    const [oldest] = own.keys()
    if (own.size >= MAX_STOPPED && oldest !== undefined) own.delete(oldest)
    this.#stopped.set(userId, own.set(key, this.#now()))
  }

  #forgetStopped(): void {
    const limit = this.#now() - RESULT_MS
    for (const [userId, keys] of this.#stopped) {
      for (const [key, at] of keys) if (at < limit) keys.delete(key)
      if (keys.size === 0) this.#stopped.delete(userId)
    }
  }

  /**
   * Lists an upload while its file arrives. The receipt is given to `run` when the file is complete. Throws
   * `work-waiting` if the user has too many uploads, and `upload-key` if the key is taken.
   */
  receive({ userId, subject, totalBytes, signal }: IncomingUpload): IncomingFileObserver {
    const entry = this.#add(userId, subject)
    entry.upload = { ...entry.upload, state: 'receiving', total_bytes: totalBytes }
    const receipt: IncomingFileObserver = {
      signal: entry.stop.signal,
      follow: (bytes) => {
        entry.receivedBytes = bytes
      },
      end: () => {
        if (entry.upload.state !== 'receiving') return
        if (!signal.aborted || entry.stop.signal.aborted)
          return void this.#entries.delete(entryKey(userId, subject.key))
        entry.upload = { ...entry.upload, state: 'failed', message: new ApiError('upload-lost').message }
        entry.endedAt = this.#now()
      },
    }
    entry.receipt = receipt
    return receipt
  }

  #add(userId: number, subject: UploadSubject): Entry {
    this.#forget(userId)
    if (this.#entries.has(entryKey(userId, subject.key))) throw new ApiError('upload-key')
    if (this.#stopped.get(userId)?.has(subject.key)) throw new ApiError('upload-stopped')
    const running = this.#of(userId).filter(({ endedAt }) => endedAt === undefined)
    const { most } = bounds['running-uploads']
    if (running.length >= most) throw new ApiError('work-waiting', { args: [most] })
    const upload = {
      ...subject,
      state: 'running',
      received_bytes: null,
      total_bytes: null,
      rows: null,
      total_rows: null,
      dataset_id: null,
      message: null,
    } as const
    const entry: Entry = {
      userId,
      stop: new AbortController(),
      upload,
      endedAt: undefined,
      receipt: undefined,
      receivedBytes: undefined,
    }
    this.#entries.set(entryKey(userId, subject.key), entry)
    return entry
  }

  /**
   * Runs an upload until it has ended or its user stops it. `receipt` is that of `receive`, if its file was followed.
   * Throws `work-waiting` if the user has too many, and `upload-key` if the key is taken.
   */
  async run<T extends { readonly dataset: { readonly id: number } }>(
    userId: number,
    subject: UploadSubject,
    work: (signal: AbortSignal, onRows: OnRows) => Promise<T>,
    receipt?: IncomingFileObserver,
  ): Promise<T> {
    const received = this.#entries.get(entryKey(userId, subject.key))
    const isReceived = receipt !== undefined && received?.receipt === receipt
    const entry = received && isReceived ? received : this.#add(userId, subject)
    entry.upload = { ...entry.upload, ...subject, state: 'running' }
    const { signal } = entry.stop
    try {
      signal.throwIfAborted()
      const result = await work(signal, (rows, total) => {
        entry.upload = { ...entry.upload, rows, total_rows: total }
      })
      entry.upload = { ...entry.upload, state: 'success', dataset_id: result.dataset.id }
      return result
    } catch (error) {
      const message = error instanceof ApiError ? error.message : new ApiError('internal').message
      entry.upload = { ...entry.upload, state: 'failed', message }
      if (signal.aborted) this.#entries.delete(entryKey(userId, subject.key))
      throw error
    } finally {
      entry.endedAt = this.#now()
    }
  }

  #of(userId: number): readonly Entry[] {
    return [...this.#entries.values()].filter((entry) => entry.userId === userId)
  }

  /** Removes old results. */
  #forget(userId: number): void {
    const limit = this.#now() - RESULT_MS
    for (const [key, { endedAt }] of this.#entries)
      if (endedAt !== undefined && endedAt < limit) this.#entries.delete(key)
    const ended = this.#of(userId).filter(({ endedAt }) => endedAt !== undefined)
    for (const { upload } of ended.slice(0, Math.max(0, ended.length - MAX_RESULTS)))
      this.#entries.delete(entryKey(userId, upload.key))
  }
}

function entryKey(userId: number, key: string): string {
  return `${userId} ${key}`
}
