import { createReadStream } from 'node:fs'

/** How the text of a file is split into fields. Each is one ASCII character; an empty quote disables quoting. */
export interface CsvDialect {
  readonly delimiter: string
  readonly quote: string
  /** The escape character before a quote within quotes; the quote itself if quotes are doubled. */
  readonly escape: string
}

/** One record of a file: one line, or several if a field contains quoted line breaks. */
export interface CsvRecord {
  /** The line where it begins, from 1. */
  readonly line: number
  readonly fields: number
  /** True if it contains only white space and no quotes. */
  readonly isBlank: boolean
  /** The last field has text after its closing quote, or its quote is never closed. */
  readonly error: 'text-after-quote' | 'quote-open' | undefined
  /** The number of the last non-empty field; 0 if all are empty. */
  readonly lastFilled: number
  /** Bytes without the line end. */
  readonly size: number
  /** Its bytes without the line end. Empty unless requested. */
  readonly bytes: Uint8Array
  /** The line end; empty at the end of the file. */
  readonly end: '\n' | '\r' | '\r\n' | ''
}

const [LF, CR, SPACE] = [10, 13, 32]
const NOTHING = new Uint8Array()
const codeOf = (mark: string): number => (mark === '' ? -1 : mark.charCodeAt(0))

/** Splits the bytes of a UTF-8 file into records. Parts may have any size; call `end` after the last. */
export class RecordScanner {
  readonly #delimiter: number
  readonly #quote: number
  readonly #escape: number
  readonly #isCollecting: boolean
  readonly #onRecord: (record: CsvRecord) => void
  #pending: Uint8Array[] = []
  #size = 0
  #line = 1
  #begin = 1
  #fields = 1
  #lastFilled = 0
  #isFieldStart = true
  #isQuoted = false
  #isEscaped = false
  #isAfterQuote = false
  #hasText = false
  #hasBytes = false
  #error: CsvRecord['error']
  /** The last bytes ended with a carriage return: a following line feed belongs to it. */
  #isReturn = false

  constructor(
    { delimiter, quote, escape }: CsvDialect,
    onRecord: (record: CsvRecord) => void,
    { isCollecting = false }: { readonly isCollecting?: boolean } = {},
  ) {
    this.#delimiter = codeOf(delimiter)
    this.#quote = codeOf(quote)
    this.#escape = codeOf(escape)
    this.#isCollecting = isCollecting
    this.#onRecord = onRecord
  }

  push(part: Uint8Array): void {
    let from = 0
    for (let index = 0; index < part.length; index++) {
      const byte = part[index] as number
      if (this.#isReturn) {
        this.#isReturn = false
        this.#finish(NOTHING, byte === LF ? '\r\n' : '\r')
        from = byte === LF ? index + 1 : index
        if (byte === LF) continue
      }
      if (this.#isQuoted) this.#quotedByte(byte)
      else if (byte === LF) {
        this.#finish(part.subarray(from, index), '\n')
        from = index + 1
      } else if (byte === CR) {
        this.#isReturn = true
        // Collected immediately: a part may end between a carriage return and its line feed.
        this.#collect(part.subarray(from, index))
        from = index + 1
      } else {
        this.#plainByte(byte)
        if (!this.#isFieldStart && !this.#isQuoted && !this.#isAfterQuote) index = this.#endOfText(part, index + 1) - 1
      }
    }
    this.#collect(part.subarray(from))
  }

  #collect(bytes: Uint8Array): void {
    this.#size += bytes.length
    if (this.#isCollecting && bytes.length > 0) this.#pending.push(bytes.slice())
  }

  end(): void {
    if (this.#isReturn) {
      this.#isReturn = false
      this.#finish(NOTHING, '\r')
    }
    if (this.#isQuoted) this.#error ??= 'quote-open'
    if (this.#hasBytes) this.#finish(NOTHING, '')
  }

  /** Returns the end of the plain text of a field, from a position within it. */
  #endOfText(part: Uint8Array, from: number): number {
    const delimiter = this.#delimiter
    let at = from
    for (; at < part.length; at++) {
      const byte = part[at]
      if (byte === delimiter || byte === LF || byte === CR) break
    }
    return at
  }

  #quotedByte(byte: number): void {
    if (byte === LF) this.#line++
    if (this.#isEscaped) this.#isEscaped = false
    else if (byte === this.#escape && this.#escape !== this.#quote) this.#isEscaped = true
    else if (byte === this.#quote) {
      this.#isQuoted = false
      this.#isAfterQuote = true
    }
  }

  #plainByte(byte: number): void {
    this.#hasBytes = true
    if (byte === this.#delimiter) {
      this.#fields++
      this.#isFieldStart = true
      this.#isAfterQuote = false
      return
    }
    if (byte === this.#quote && (this.#isFieldStart || (this.#isAfterQuote && this.#quote === this.#escape))) {
      this.#isQuoted = true
      this.#isFieldStart = false
      this.#isAfterQuote = false
      this.#hasText = true
      this.#lastFilled = this.#fields
      return
    }
    // White space is allowed around quotes.
    if (byte <= SPACE) return
    if (this.#isAfterQuote) this.#error ??= 'text-after-quote'
    this.#isFieldStart = false
    this.#hasText = true
    this.#lastFilled = this.#fields
  }

  #finish(rest: Uint8Array, end: CsvRecord['end']): void {
    let bytes: Uint8Array = NOTHING
    if (this.#isCollecting) {
      bytes = this.#pending.length === 0 ? rest : Buffer.concat([...this.#pending, rest])
      this.#pending = []
    }
    const isBlank = this.#fields === 1 && !this.#hasText
    this.#onRecord({
      line: this.#begin,
      fields: this.#fields,
      isBlank,
      error: this.#error,
      lastFilled: this.#lastFilled,
      size: this.#size + rest.length,
      bytes,
      end,
    })
    this.#size = 0
    this.#line++
    this.#begin = this.#line
    this.#fields = 1
    this.#lastFilled = 0
    this.#isFieldStart = true
    this.#isQuoted = false
    this.#isAfterQuote = false
    this.#hasText = false
    this.#hasBytes = false
    this.#error = undefined
  }
}

/** Returns the beginning of a UTF-8 file without its byte order mark. */
export function withoutMark(bytes: Uint8Array): Uint8Array {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes
}

/** Reads a text file record by record. */
export async function scanRecords(
  file: string,
  marks: CsvDialect,
  onRecord: (record: CsvRecord) => void,
  options?: { readonly isCollecting?: boolean },
): Promise<void> {
  const scanner = new RecordScanner(marks, onRecord, options)
  let isFirst = true
  for await (const part of createReadStream(file, { highWaterMark: 1 << 18 })) {
    const bytes = part as Uint8Array
    scanner.push(isFirst ? withoutMark(bytes) : bytes)
    isFirst = false
  }
  scanner.end()
}

/** Returns the fields of a record text, without their quotes. */
export function csvFields(text: string, { delimiter, quote, escape }: CsvDialect): readonly string[] {
  const fields: string[] = []
  let field = ''
  let state: 'start' | 'plain' | 'quoted' | 'closed' = 'start'
  for (let index = 0; index < text.length; index++) {
    const char = text[index] as string
    if (state === 'quoted') {
      const next = text[index + 1]
      if (char === escape && next !== undefined && (next === quote || escape !== quote)) {
        field += next
        index++
      } else if (char === quote) state = 'closed'
      else field += char
    } else if (char === delimiter) {
      fields.push(field)
      field = ''
      state = 'start'
    } else if (state === 'start' && quote !== '' && char === quote) {
      state = 'quoted'
      field = ''
    } else if (state !== 'closed') {
      field += char
      if (char.trim() !== '') state = 'plain'
    }
  }
  fields.push(field)
  return fields
}
