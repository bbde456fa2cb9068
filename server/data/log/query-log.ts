import type { QueryRecord } from '#core/entity/query-record.ts'
import type { Log } from '#server/base/log.ts'
import type { Store } from '#server/store/store.ts'

const WRITE_AFTER_MS = 1000
const WRITE_AT = 1000

/**
 * Writes the query log. Records within a second are written in one batch, so that no query waits for the store. If the
 * store cannot write, records are lost, but no results.
 */
export class QueryLog {
  readonly #store: Store
  readonly #log: Log
  #waiting: QueryRecord[] = []
  #timer: NodeJS.Timeout | undefined

  constructor({ store, log }: { readonly store: Store; readonly log: Log }) {
    this.#store = store
    this.#log = log
  }

  record(record: QueryRecord): void {
    this.#waiting.push(record)
    if (this.#waiting.length >= WRITE_AT) void this.write()
    else this.#timer ??= setTimeout(() => void this.write(), WRITE_AFTER_MS).unref()
  }

  /** Writes pending records. */
  async write(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const records = this.#waiting
    this.#waiting = []
    try {
      await this.#store.queryRecords.append(records)
    } catch (error) {
      this.#log.warn('The query log could not be written', { cause: String(error), lost: records.length })
    }
  }
}
