import { readdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { bounds, requireWithin } from '#core/rest/bounds.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { hasEngineMessage } from '#server/data/errors/error-audience.ts'
import type { ChartDataService } from '#server/data/chart-data-service.ts'
import { JobPostponed } from '#server/jobs/runner.ts'
import type { TypedTable } from '#server/engines/typed-table.ts'
import { requireJobToken } from '#server/security/api-tokens.ts'
import { checkAgain } from '#server/security/repeated-check.ts'
import type { Store } from '#server/store/store.ts'
import { currentAccess, requireSameRules } from './export-access.ts'
import type { ExportRecord, ExportRecords } from './export-record.ts'
import { exportFile, createExportWriter } from './export-writer.ts'
import { scanStatement } from './scan-statement.ts'

interface ExportRun {
  readonly store: Store
  readonly chartData: ChartDataService
  readonly records: ExportRecords
  /** Absolute path of a folder that holds only this export. */
  readonly folder: string
  readonly timeoutMs: number
  readonly signal: AbortSignal
  /** Maximum total bytes of the owner's exports. */
  readonly maxBytes?: number
}

/** The outcome of an export. `executed` is null if the SQL may contain row-level security rules. */
interface ExportOutcome {
  readonly record: ExportRecord | undefined
  readonly executed: string | null
}

/** Thrown if the export was removed while it was written. */
export class ExportRemoved extends Error {}

/**
 * Runs the statement of an export with the current permissions of its owner and writes its file. Rejects if a
 * permission is revoked meanwhile, or if the file becomes too large; the folder then holds the partial file. Throws
 * `JobPostponed` or `quota-queries` if the quota of the owner permits no further query at the moment.
 */
export async function runExport(run: ExportRun, begun: ExportRecord): Promise<ExportOutcome> {
  const { store, chartData, records, folder, timeoutMs, signal, maxBytes = bounds['sql-export-bytes'].most } = run
  const access = await startedAccess(run, begun)
  if (chartData.queryQuota.isFull(access.user)) throw new JobPostponed()
  const record = await records.update(begun, { state: 'running', rows: 0, bytes: 0, rulesHash: access.rulesHash })
  if (!record) throw new ExportRemoved()
  await rm(folder, { recursive: true, force: true })
  const writer = await createExportWriter(folder, record.format, chartData.sources)
  let rows = 0
  let others = await bytesOfOthers(records, record)
  const check = async (): Promise<void> => {
    requireSameRules(record, await startedAccess(run, record))
    others = await bytesOfOthers(records, record)
    if (!(await records.update(record, { rows, bytes: writer.bytes }))) throw new ExportRemoved()
  }
  // Each check also writes the progress.
  const watch = checkAgain(check)
  const both = AbortSignal.any([signal, watch.signal])
  try {
    const { user, database } = access
    const { sql, templateParams, rowLimit } = record
    // The quota may have been lowered since the export was requested.
    const maxRows = Math.min(rowLimit, user.quota?.max_rows ?? rowLimit)
    const take = async (chunk: TypedTable): Promise<void> => {
      await writer.add(chunk)
      rows += chunk.rowCount
      if (others + writer.bytes > maxBytes) throw tooManyBytes(others + writer.bytes, maxBytes)
    }
    const statement = { sql, templateParams, maxRows, timeoutMs, quotaWaitMs: 0 }
    const scan = { chartData, store, user, database, ...statement, signal: both, take }
    const { isLimited, executed } = await scanStatement(scan)
    await writer.end(both)
    await watch.end()
    await check()
    await removeParts(folder)
    const done = { state: 'success', rows, bytes: writer.bytes, isLimited, error: null } as const
    return { record: await records.update(record, done), executed }
  } catch (error) {
    throw watch.failure ?? error
  } finally {
    await watch.end()
    await writer.close()
  }
}

/** Returns the access of the owner; throws `token-job-ended` if the token that started the export has ended. */
async function startedAccess(run: ExportRun, record: ExportRecord): ReturnType<typeof currentAccess> {
  if (record.apiToken) await requireJobToken(run.store, record.apiToken)
  const access = await currentAccess(run, record)
  return record.apiToken ? { ...access, user: { ...access.user, apiToken: record.apiToken } } : access
}

async function bytesOfOthers(records: ExportRecords, { key, userId }: ExportRecord): Promise<number> {
  const others = (await records.ofUser(userId)).filter((each) => each.key !== key)
  return others.reduce((sum, { bytes }) => sum + bytes, 0)
}

/** Deletes temporary files of an export. */
async function removeParts(folder: string): Promise<void> {
  const whole = basename(exportFile(folder))
  const parts = (await readdir(folder)).filter((name) => name !== whole)
  await Promise.all(parts.map((name) => rm(join(folder, name), { force: true })))
}

function tooManyBytes(bytes: number, most: number): ApiError {
  const { unit, of } = bounds['sql-export-bytes']
  return new ApiError('bound-passed', { args: [bytes, unit, most, of] })
}

/** Rejects a further export of a user at the limit. */
export async function requireExportSlot(records: ExportRecords, userId: number): Promise<void> {
  const all = await records.ofUser(userId)
  requireWithin('sql-exports', all.length + 1)
  const bytes = all.reduce((sum, each) => sum + each.bytes, 0)
  requireWithin('sql-export-bytes', bytes + 1)
}

/** Returns the error of an export in the form of its record. */
export function exportFailure(error: unknown): Pick<ExportRecord, 'error' | 'hasEngineMessage'> {
  const apiError = error instanceof ApiError ? error : new ApiError('internal', { cause: error })
  return { error: apiError.message, hasEngineMessage: hasEngineMessage(apiError) }
}
