import type { TokenReference } from '#core/access/current-user.ts'
import type { SqlExportJson } from '#core/rest/sqllab-export.ts'
import type { SqlExportFormat } from '#core/rest/sql-export-formats.ts'
import type { Home } from '#server/store/home-files.ts'
import type { Store } from '#server/store/store.ts'

const RESOURCE = 'sql_export'
const HOUR = 3_600_000

/** How long the file of an export is retained. */
const FILE_MS = 24 * HOUR
/** How long the record of an export is retained. */
const RECORD_MS = 7 * 24 * HOUR

/** A stored export. Times are epoch milliseconds. */
export interface ExportRecord {
  readonly key: string
  readonly userId: number
  readonly queryId: number
  readonly databaseId: number
  readonly clientId: string
  readonly statement: number
  readonly sql: string
  readonly templateParams: string | null
  readonly format: SqlExportFormat
  readonly fileName: string
  readonly rowLimit: number
  readonly state: SqlExportJson['state']
  readonly rows: number
  readonly bytes: number
  readonly isLimited: boolean
  /** Hash of the row-level security rules that the file was written with. */
  readonly rulesHash: string | null
  readonly error: string | null
  /** False if `error` certainly contains no message of the engine, which may quote row values. */
  readonly hasEngineMessage?: boolean
  readonly jobId: number | null
  /** The use of the quota of exports, given back if the export fails; absent in records of earlier versions. */
  readonly quotaUse?: number | null
  /** The personal API token that started the export. */
  readonly apiToken?: TokenReference | undefined
  readonly home: Home
  readonly createdOn: number
  readonly expiresOn: number
}

/** The exports of a store. */
export class ExportRecords {
  readonly #store: Pick<Store, 'keyValues'>
  readonly #now: () => number

  constructor(store: Pick<Store, 'keyValues'>, now: () => number) {
    this.#store = store
    this.#now = now
  }

  async create(values: Omit<ExportRecord, 'createdOn' | 'expiresOn'>): Promise<ExportRecord> {
    const createdOn = this.#now()
    const record: ExportRecord = { ...values, createdOn, expiresOn: createdOn + FILE_MS }
    await this.#store.keyValues.put({
      resource: RESOURCE,
      key: record.key,
      value: JSON.stringify(record),
      user_id: record.userId,
      expires_on: createdOn + RECORD_MS,
    })
    return record
  }

  /** Returns an export, including one with an expired file; undefined if there is none. */
  async get(key: string): Promise<ExportRecord | undefined> {
    const row = await this.#store.keyValues.get(RESOURCE, key)
    return row && (JSON.parse(row.value) as ExportRecord)
  }

  /** Returns the exports of a user whose files have not expired, oldest first. */
  async ofUser(userId: number): Promise<readonly ExportRecord[]> {
    const rows = await this.#store.keyValues.ofPerson(RESOURCE, userId)
    return rows
      .map(({ value }) => JSON.parse(value) as ExportRecord)
      .filter((record) => !hasExpired(record, this.#now()))
  }

  /** Updates an export; returns undefined if it was removed. */
  async update(record: ExportRecord, change: Partial<ExportRecord>): Promise<ExportRecord | undefined> {
    const changed = { ...record, ...change }
    const isThere = await this.#store.keyValues.update(RESOURCE, record.key, JSON.stringify(changed))
    return isThere ? changed : undefined
  }

  async remove(key: string): Promise<void> {
    await this.#store.keyValues.remove(RESOURCE, key)
  }
}

export function hasExpired({ expiresOn }: Pick<ExportRecord, 'expiresOn'>, now: number): boolean {
  return expiresOn <= now
}

/** Returns an export in the form for clients of a home. */
export function exportJson(record: ExportRecord, home: Home): SqlExportJson {
  const { key, clientId, statement, format, state, rows, bytes, rowLimit, isLimited, fileName, error } = record
  return {
    id: key,
    client_id: clientId,
    statement,
    format,
    state,
    rows,
    bytes,
    row_limit: rowLimit,
    limited: isLimited,
    url: state === 'success' ? `/api/v1/sqllab/exports/${key}/file` : null,
    other_server: record.home.id === home.id ? null : record.home.name,
    file_name: fileName,
    created_on: record.createdOn,
    expires_on: record.expiresOn,
    error,
  }
}
