import { createReadStream } from 'node:fs'
import type { ReportedRecord } from '#core/rest/upload.ts'
import type { OnRows } from '../engine.ts'
import { type CsvAccount, MAX_REPORTED, ROWS_PER_REPORT } from './count-records.ts'
import type { CsvLayout } from './csv-layout.ts'
import { withoutMark } from './csv-records.ts'

const [LF, CR] = [10, 13]
/** Size of a read in bytes. */
const READ_BYTES = 1 << 18

interface BlankLines {
  readonly count: number
  /** The line numbers of the first. */
  readonly lines: readonly number[]
}

/**
 * Counts the records of a file without counting their fields, which the engine checks while it reads. It is several
 * times as fast as `RecordScanner`, and knows only usual files: uniform line ends, and quotes around whole fields.
 */
export class PlainRecordCounter {
  readonly #delimiter: number
  readonly #quote: number
  /** Larger bytes are plain text outside quotes. */
  readonly #highest: number
  readonly #onRecord: (records: number, blanks: number) => void
  readonly #blanks: number[] = []
  #records = 0
  #blankCount = 0
  #line = 1
  /** The offset of this part in the file, and of the current record. */
  #offset = 0
  #begin = 0
  #last = LF
  #isQuoted = false
  #isAfterQuote = false
  #isPlain = true
  #end: 'lf' | 'crlf' | undefined

  constructor(
    { delimiter, quote }: CsvLayout['marks'],
    onRecord: (records: number, blanks: number) => void = () => {},
  ) {
    this.#delimiter = delimiter.charCodeAt(0)
    this.#quote = quote === '' ? -1 : quote.charCodeAt(0)
    this.#highest = Math.max(CR, this.#quote)
    this.#onRecord = onRecord
  }

  /** Counts the records of the next part. Returns false if the file is not a usual one. */
  push(part: Uint8Array): boolean {
    const [quote, highest, length] = [this.#quote, this.#highest, part.length]
    if (this.#last === CR && !this.#isQuoted && length > 0 && part[0] !== LF) this.#isPlain = false
    for (let index = 0; index < length && this.#isPlain; index++) {
      if (this.#isAfterQuote && this.#isReopened(part[index] as number)) continue
      if (this.#isQuoted) {
        index = this.#endOfQuotes(part, index)
        continue
      }
      while (index < length && (part[index] as number) > highest) index++
      if (index >= length) break
      const byte = part[index] as number
      const before = index > 0 ? (part[index - 1] as number) : this.#last
      if (byte === LF) this.#finish(this.#offset + index, before === CR)
      else if (byte === quote) this.#openQuotes(before)
      else if (byte === CR && index + 1 < length && part[index + 1] !== LF) this.#isPlain = false
    }
    if (length > 0) this.#last = part[length - 1] as number
    this.#offset += length
    return this.#isPlain
  }

  /** Ends the file. Returns the number of records and the blank ones; undefined if the file is not a usual one. */
  end(): { readonly records: number; readonly blanks: BlankLines } | undefined {
    if (this.#last === CR || this.#isQuoted || !this.#isPlain) return undefined
    if (this.#begin < this.#offset) this.#records++
    return { records: this.#records, blanks: { count: this.#blankCount, lines: this.#blanks } }
  }

  /** Returns true if the byte after a quote is another one, which stands for a quote in the field; else the field ends. */
  #isReopened(byte: number): boolean {
    this.#isAfterQuote = false
    this.#isQuoted = byte === this.#quote
    if (!this.#isQuoted && byte !== this.#delimiter && byte !== LF && byte !== CR) this.#isPlain = false
    return this.#isQuoted
  }

  /** Returns the offset of the next quote, or the end of the part. */
  #endOfQuotes(part: Uint8Array, from: number): number {
    const quote = this.#quote
    let at = from
    for (; at < part.length && part[at] !== quote; at++) if (part[at] === LF) this.#line++
    if (at < part.length) {
      this.#isQuoted = false
      this.#isAfterQuote = true
    }
    return at
  }

  #openQuotes(before: number): void {
    if (before === this.#delimiter || before === LF) this.#isQuoted = true
    // White space before a quote, and a line end that is not one.
    else if (before <= 32) this.#isPlain = false
  }

  #finish(at: number, isReturn: boolean): void {
    const end = isReturn ? 'crlf' : 'lf'
    if ((this.#end ??= end) !== end) this.#isPlain = false
    this.#records++
    if (at - this.#begin === (isReturn ? 1 : 0)) {
      this.#blankCount++
      if (this.#blanks.length < MAX_REPORTED) this.#blanks.push(this.#line)
    }
    this.#begin = at + 1
    this.#line++
    this.#onRecord(this.#records, this.#blankCount)
  }
}

interface CountOptions {
  readonly onRows?: OnRows | undefined
  /** Receives the counted parts of the file. */
  readonly onPart?: ((bytes: Uint8Array) => void) | undefined
}

/**
 * Counts the records of a file that the engine can read as it is. Returns undefined for other files, which
 * `countRecords` prepares. The engine must still check that every row has the width of the layout.
 */
export async function countPlainRecords(
  file: string,
  { marks, names, preamble, hasHeader, maxRows }: CsvLayout,
  { onRows, onPart }: CountOptions = {},
): Promise<CsvAccount | undefined> {
  const isUsual = marks.escape === marks.quote && marks.delimiter !== '' && names.length > 1
  if (!isUsual || preamble > 0 || maxRows !== undefined) return undefined
  const header = hasHeader ? 1 : 0
  const counter = new PlainRecordCounter(marks, (records, blanks) => {
    if (records % ROWS_PER_REPORT === 0) onRows?.(Math.max(0, records - blanks - header), null)
  })
  let isFirst = true
  for await (const part of createReadStream(file, { highWaterMark: READ_BYTES })) {
    const bytes = isFirst ? withoutMark(part as Uint8Array) : (part as Uint8Array)
    isFirst = false
    if (!counter.push(bytes)) return undefined
    onPart?.(bytes)
  }
  const counted = counter.end()
  if (!counted || counted.records - counted.blanks.count < header) return undefined
  const { records, blanks } = counted
  const reported = blanks.lines.map(
    (line): ReportedRecord => ({ line, reason: 'blank', cells: 1, columns: names.length }),
  )
  const counts = { blank: blanks.count, 'above-header': 0, short: 0, long: 0 }
  const report = { records, rows: records - blanks.count - header, has_header: hasHeader, counts, reported }
  return { path: file, hasHeaderRecord: hasHeader, longest: 0, report }
}
