import { type FileHandle, open } from 'node:fs/promises'
import { ApiError } from '#core/rest/api-error.ts'
import type { BadRowPolicy, ReportedRecord, UploadReport } from '#core/rest/upload.ts'
import type { OnRows } from '../engine.ts'
import type { CsvLayout } from './csv-layout.ts'
import { type CsvRecord, csvFields, scanRecords } from './csv-records.ts'

/** Maximum size of one record in bytes. */
const MAX_RECORD_BYTES = 16 << 20
/** Maximum number of records listed in a report; the counts include all. */
export const MAX_REPORTED = 1000
/** Maximum number of lines named in a message. */
const MAX_LISTED_LINES = 5
/** Number of records between two reports of progress. */
export const ROWS_PER_REPORT = 100_000
const NO_BYTES = new Uint8Array()
/** Size of a write in bytes. */
const WRITE_BYTES = 1 << 20

/** The outcome for a record. */
type RecordOutcome = 'row' | 'short' | 'trimmed' | 'empty' | 'header' | 'unread' | ReportedRecord['reason']

const isRow = (fate: RecordOutcome): boolean =>
  fate === 'row' || fate === 'short' || fate === 'trimmed' || fate === 'empty'

/** Returns a function that classifies the records of a file, in order. */
function recordSorter(layout: CsvLayout): (record: CsvRecord) => RecordOutcome {
  const { names, hasHeader, preamble, maxRows = Infinity, keepsBlankLines } = layout
  let seen = 0
  let isHeaderSeen = !hasHeader
  let rows = 0
  const width = names.length
  const rowFate = (fields: number, lastFilled: number): RecordOutcome => {
    if (fields > width && lastFilled > width) return 'long'
    rows++
    if (fields === width) return 'row'
    return fields < width ? 'short' : 'trimmed'
  }
  return ({ fields, isBlank, lastFilled }) => {
    seen++
    if (seen <= preamble) return isBlank ? 'blank' : 'above-header'
    if (rows >= maxRows && isHeaderSeen) return 'unread'
    if (isBlank && keepsBlankLines && isHeaderSeen && width > 1) {
      rows++
      return 'empty'
    }
    // In a file with one column, a blank line is a row without a value.
    if (isBlank && (width > 1 || !(isHeaderSeen && (hasHeader || rows > 0)))) return 'blank'
    if (!isHeaderSeen) {
      isHeaderSeen = true
      return 'header'
    }
    return rowFate(fields, lastFilled)
  }
}

/** Returns the line where a row begins. Rows count from 1 and include only loaded rows. */
export async function lineOfRow(file: string, layout: CsvLayout, row: number): Promise<number> {
  const sort = recordSorter(layout)
  let [count, line] = [0, 1]
  await scanRecords(file, layout.marks, (record) => {
    const fate = sort(record)
    if (isRow(fate)) count++
    else return
    if (count <= row) line = record.line
  })
  return line
}

/** A file as the engine reads it, and the outcome for its records. */
export interface CsvAccount {
  /** The file itself, or a copy next to it that contains only the rows, with uniform line ends. */
  readonly path: string
  /** True if the first record of `path` is the header. */
  readonly hasHeaderRecord: boolean
  readonly longest: number
  readonly report: UploadReport
}

interface ScannedFile {
  readonly report: UploadReport
  readonly longest: number
  readonly needsCopy: boolean
}

interface ScanOptions {
  readonly isCut: boolean
  readonly onRows: OnRows | undefined
}

async function scan(file: string, layout: CsvLayout, { isCut, onRows }: ScanOptions): Promise<ScannedFile> {
  const sort = recordSorter(layout)
  const ends = new Set<string>()
  const reported: ReportedRecord[] = []
  const counts = { records: 0, rows: 0, blank: 0, 'above-header': 0, short: 0, long: 0 }
  let [longest, needsCopy] = [0, false]
  await scanRecords(file, layout.marks, (record) => {
    // The last record of a truncated file may be incomplete.
    if (isCut && record.error === 'quote-open') return
    const fate = sort(record)
    if (fate === 'unread') {
      needsCopy = true
      return
    }
    requireRecord(record, fate)
    if (record.end !== '') ends.add(record.end)
    counts.records++
    longest = Math.max(longest, record.size)
    if (isRow(fate)) counts.rows++
    if (counts.records % ROWS_PER_REPORT === 0) onRows?.(counts.rows, null)
    if (fate === 'trimmed' || fate === 'empty' || (fate === 'blank' && record.size > 0)) needsCopy = true
    if (fate === 'row' || fate === 'trimmed' || fate === 'empty' || fate === 'header') return
    counts[fate]++
    if (fate !== 'blank') needsCopy = true
    if (reported.length < MAX_REPORTED)
      reported.push({ line: record.line, reason: fate, cells: record.fields, columns: layout.names.length })
  })
  const { records, rows, ...others } = counts
  const report = { records, rows, has_header: layout.hasHeader, counts: others, reported }
  return { report, longest, needsCopy: needsCopy || ends.size > 1 }
}

function requireRecord({ line, error, size }: CsvRecord, fate: RecordOutcome): void {
  if (size > MAX_RECORD_BYTES) {
    const args = [`its record in line ${line} is larger than ${MAX_RECORD_BYTES >> 20} MB`]
    throw new ApiError('upload-unreadable', { args })
  }
  if (error === undefined || fate === 'above-header') return
  const reasonText = error === 'quote-open' ? 'a quote that is never closed' : 'text after a closing quote'
  throw new ApiError('upload-unreadable', { args: [`its record in line ${line} has ${reasonText}`] })
}

/** Rejects rows that are too long, and files in which most rows are shorter than the header. */
function requireWidth({ counts, reported, rows }: UploadReport, badRows: BadRowPolicy | undefined): void {
  const isShort = counts.short * 2 > rows
  if (badRows === 'skip' ? counts.short < rows || rows === 0 : counts.long === 0 && !isShort) return
  const named = reported.filter(({ reason }) => reason === 'long' || (isShort && reason === 'short'))
  const lines = named.slice(0, MAX_LISTED_LINES).map(({ line, cells }) => `${line} (${cells})`)
  const more = counts.long + (isShort ? counts.short : 0) - lines.length
  const text = lines.join(', ') + (more > 0 ? `, and ${more} more` : '')
  throw new ApiError('upload-ragged', { args: [named[0]?.columns ?? 0, text] })
}

/** Writes the rows of a file with the same width and uniform line ends. */
async function copyRows(file: string, layout: CsvLayout, to: FileHandle): Promise<void> {
  const sort = recordSorter(layout)
  const width = layout.names.length
  const { delimiter } = layout.marks
  let parts: Uint8Array[] = []
  let size = 0
  let written = Promise.resolve()
  const flush = () => {
    const bytes = Buffer.concat(parts)
    parts = []
    size = 0
    written = written.then(() => to.appendFile(bytes))
  }
  await scanRecords(
    file,
    layout.marks,
    (record) => {
      const fate = sort(record)
      if (!isRow(fate) || record.error !== undefined) return
      const extra = delimiter.repeat(Math.max(0, width - record.fields))
      const bytes = fate === 'trimmed' ? trimEmptyFields(record, layout) : fate === 'empty' ? NO_BYTES : record.bytes
      parts.push(bytes, Buffer.from(`${extra}\n`))
      size += bytes.length
      if (size > WRITE_BYTES) flush()
    },
    { isCollecting: true },
  )
  flush()
  await written
}

/** Returns a record without the empty fields after its last column. */
function trimEmptyFields({ bytes }: CsvRecord, { marks, names }: CsvLayout): Uint8Array {
  const { delimiter, quote, escape } = marks
  const fields = csvFields(Buffer.from(bytes).toString('utf8'), marks).slice(0, names.length)
  const quoted = fields.map((field) =>
    field === '' || quote === '' ? field : `${quote}${field.replaceAll(quote, `${escape}${quote}`)}${quote}`,
  )
  return Buffer.from(quoted.join(delimiter))
}

interface AccountOptions extends Partial<ScanOptions> {
  readonly badRows?: BadRowPolicy | undefined
}

/**
 * Counts all records of a file and prepares it for the engine. Throws `upload-unreadable` and `upload-ragged`. Rows
 * that are too long are skipped if `badRows` is `skip`, and in a preview.
 */
export async function countRecords(
  file: string,
  layout: CsvLayout,
  { badRows, isCut = false, onRows }: AccountOptions,
): Promise<CsvAccount> {
  const { report, longest, needsCopy } = await scan(file, layout, { isCut, onRows })
  if (!isCut) requireWidth(report, badRows)
  if (!needsCopy && !isCut) return { path: file, hasHeaderRecord: layout.hasHeader, longest, report }
  const path = `${file}.rows`
  const to = await open(path, 'w')
  try {
    await copyRows(file, layout, to)
  } finally {
    await to.close()
  }
  return { path, hasHeaderRecord: false, longest, report }
}
