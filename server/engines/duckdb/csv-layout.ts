import { open } from 'node:fs/promises'
import { ApiError } from '#core/rest/api-error.ts'
import type { CsvReading } from '../engine.ts'
import { requireColumnCount } from './columns.ts'
import { cellType, columnNames, detectHeader } from './csv-header.ts'
import { type CsvDialect, type CsvRecord, csvFields, RecordScanner } from './csv-records.ts'

/** Bytes and records used to detect the layout of a file. */
const SAMPLE_BYTES = 1 << 20
const PART_BYTES = 1 << 16
const MAX_SAMPLE_RECORDS = 1000
/** Maximum number of records above the header that may be a title or comments. */
const MAX_PREAMBLE = 20
const DELIMITERS = [',', ';', '\t', '|'] as const

/** How a file is divided into columns and rows. */
export interface CsvLayout {
  readonly marks: CsvDialect
  /** Records above the header that are not data: a title, comments, a line `sep=`. Blank ones are included. */
  readonly preamble: number
  readonly hasHeader: boolean
  /** Maximum number of rows to read; default: all. */
  readonly maxRows?: number | undefined
  /** Blank lines are rows without values. */
  readonly keepsBlankLines?: true | undefined
  readonly names: readonly string[]
  /** The first records below the header. */
  readonly sample: readonly (readonly string[])[]
  /** Properties with more than one plausible value. */
  readonly unsure: readonly ('delimiter' | 'header')[]
}

/** A sample split by one choice of delimiter and quotes. */
interface Division {
  readonly marks: CsvDialect
  readonly records: readonly CsvRecord[]
  readonly errors: number
  readonly width: number
  /** Share of the records with as many fields as the first. */
  readonly match: number
}

const FORMATS: readonly (readonly [RegExp, string])[] = [
  [/^\s*(?:\{\s*["}]|\[\s*[[{"\]])/, 'JSON'],
  [/^\s*<(?:!doctype|html|\?xml|[a-z]+[\s>])/i, 'HTML or XML'],
  [/^%PDF-/, 'PDF'],
]

async function readSample(file: string): Promise<{ readonly bytes: Uint8Array; readonly isWhole: boolean }> {
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    const buffer = Buffer.alloc(Math.min(size, SAMPLE_BYTES))
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0)
    const from = buffer.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf])) ? 3 : 0
    return { bytes: buffer.subarray(from, bytesRead), isWhole: size <= SAMPLE_BYTES }
  } finally {
    await handle.close()
  }
}

function divide(bytes: Uint8Array, isWhole: boolean, marks: CsvDialect, skip: number): Division {
  const all: CsvRecord[] = []
  const end = skip + MAX_SAMPLE_RECORDS + MAX_PREAMBLE
  const scanner = new RecordScanner(marks, (record) => all.push(record), { isCollecting: true })
  for (let from = 0; from < bytes.length && all.length < end; from += PART_BYTES)
    scanner.push(bytes.subarray(from, from + PART_BYTES))
  if (all.length < end) {
    scanner.end()
    if (!isWhole && all.length > 1) all.pop()
  }
  const records = all.slice(skip, end)
  const filled = records.filter(({ isBlank }) => !isBlank)
  const width = filled[0]?.fields ?? 1
  const equal = filled.filter(({ fields, lastFilled }) => fields === width || (fields > width && lastFilled <= width))
  const errors = filled.filter(({ error }) => error !== undefined).length
  return { marks, records, errors, width, match: equal.length / Math.max(1, filled.length) }
}

/** Returns the possible quoting styles of a sample, the common one first; only the given style if there is one. */
function quotings(text: string, delimiter: string, reading: CsvReading): readonly CsvDialect[] {
  if (reading.quote !== undefined || reading.escape !== undefined) {
    const { quote = '"' } = reading
    return [{ delimiter, quote, escape: quote === '' ? '' : (reading.escape ?? quote) }]
  }
  const defaultMarks = { delimiter, quote: '"', escape: '"' }
  if (text.includes('\\"')) return [defaultMarks, { ...defaultMarks, escape: '\\' }]
  if (text.includes('"') || !text.includes("'")) return [defaultMarks]
  const starts = text.split(/[\r\n]/).some((line) => line.split(delimiter || '\n').some((each) => /^ *'/.test(each)))
  if (!starts) return [defaultMarks]
  return [defaultMarks, { delimiter, quote: "'", escape: "'" }, { delimiter, quote: "'", escape: '\\' }]
}

/** The beginning of a file, and the given options for reading it. */
interface Sample {
  readonly bytes: Uint8Array
  readonly isWhole: boolean
  readonly text: string
  readonly reading: CsvReading
}

function bestQuoting({ bytes, isWhole, text, reading }: Sample, delimiter: string, skip: number): Division {
  const [defaultMarks, ...others] = quotings(text, delimiter, reading).map((marks) =>
    divide(bytes, isWhole, marks, skip),
  ) as [Division, ...Division[]]
  const isBetter = (each: Division) =>
    each.marks.quote === "'" ? each.errors === 0 && each.match >= defaultMarks.match : each.errors < defaultMarks.errors
  return others.find(isBetter) ?? defaultMarks
}

const cellsOf = (record: CsvRecord, marks: CsvDialect): readonly string[] =>
  csvFields(Buffer.from(record.bytes).toString('utf8'), marks)

/** Returns the records after a title or comments, if the rest of the sample has one width and a clear header. */
function preambleOf({ records, marks }: Division): number {
  const isComment = records[0] !== undefined && records[0].bytes[0] === 35
  for (let skip = 1; skip <= Math.min(MAX_PREAMBLE, records.length - 1); skip++) {
    const rest = records.slice(skip).filter(({ isBlank }) => !isBlank)
    const width = rest[0]?.fields ?? 1
    if (records[skip]?.isBlank || rest.length < 2 || width < 2) continue
    const above = records.slice(0, skip).filter(({ isBlank }) => !isBlank)
    if (rest.some(({ fields }) => fields !== width) || above.some(({ fields }) => fields === width)) continue
    if (isComment && above.every(({ bytes }) => bytes[0] === 35)) return skip
    const [first = [], ...rows] = rest.map((record) => cellsOf(record, marks))
    const { hasHeader, isSure } = detectHeader(first, rows)
    const isNamed = first.every((cell) => /\p{L}|^(1[89]|20|21)\d\d$/u.test(cell.trim()))
    const hasNumbers = isNamed && rows.some((row) => row.some((cell) => ['integer', 'number'].includes(cellType(cell))))
    if (hasHeader && isSure && hasNumbers) return skip
  }
  return 0
}

/** The separator line written by spreadsheet programs. */
function separatorLine(text: string): string | undefined {
  return /^"?sep=(.)"?(?:\r|\n|$)/i.exec(text)?.[1]
}

interface ChosenLayout {
  readonly division: Division
  /** Records skipped before the sample. */
  readonly skip: number
  readonly preamble: number
  readonly isSure: boolean
}

function chooseDelimiter(sample: Sample): ChosenLayout {
  const { text, reading } = sample
  const { delimiter: given, skipRows } = reading
  const separator = separatorLine(text)
  const skip = Math.max(separator === undefined ? 0 : 1, skipRows ?? 0)
  const errorText = given ?? separator
  const candidates = (errorText === undefined ? DELIMITERS : [errorText]).map((mark) => bestQuoting(sample, mark, skip))
  const divided = candidates
    .filter(({ width }) => width > 1)
    .toSorted((one, other) => other.match - one.match || other.width - one.width)
  const [best, second] = divided
  if (best && best.match === 1)
    return { division: best, skip, preamble: skip, isSure: second?.match !== 1 || best.records.length < 2 }
  for (const division of skipRows === undefined ? candidates : []) {
    const preamble = preambleOf(division)
    if (preamble > 0) return { division, skip, preamble: skip + preamble, isSure: true }
  }
  const division = best ?? bestQuoting(sample, errorText ?? '', skip)
  return { division, skip, preamble: skip, isSure: true }
}

/**
 * Returns a header with the width of the rows: with a name for row names, for which R writes none, or without an empty
 * cell at its end. Returns the record unchanged if it is no header, or if the rows differ in width.
 */
function fittedHeader(record: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const width = rows[0]?.length ?? record.length
  if (width === record.length || rows.some((row) => row.length !== width)) return record
  const isShort = width === record.length + 1 && rows.some((row) => row.at(-1)?.trim() !== '')
  const isLong = width === record.length - 1 && record.at(-1)?.trim() === ''
  if (!isShort && !isLong) return record
  const names = isLong ? record.slice(0, -1) : record
  const fitted = isLong ? names : ['', ...names]
  return names.every((cell) => cell.trim() !== '') && detectHeader(fitted, rows).hasHeader ? fitted : record
}

/** Detects the layout of a UTF-8 file. Throws `upload-unreadable` for other formats. */
export async function findLayout(reading: CsvReading): Promise<CsvLayout> {
  const { file, hasHeader: given, maxRows, keepsBlankLines } = reading
  const { bytes, isWhole } = await readSample(file)
  const text = Buffer.from(bytes).toString('utf8')
  const format = FORMATS.find(([pattern]) => pattern.test(text))?.[1]
  if (format !== undefined) throw new ApiError('upload-unreadable', { args: [`its content is ${format}, not CSV`] })
  const { division, skip, preamble, isSure } = chooseDelimiter({ bytes, isWhole, text, reading })
  const { marks } = division
  const filled = division.records.slice(preamble - skip).filter(({ isBlank }) => !isBlank)
  const [record = [], ...rows] = filled.map((each) => cellsOf(each, marks))
  const first = given === false ? record : fittedHeader(record, rows)
  const found = detectHeader(first, rows.slice(0, MAX_SAMPLE_RECORDS))
  const hasHeader = given ?? found.hasHeader
  requireColumnCount(first.length, `its record in line ${filled[0]?.line ?? 1}`)
  const names = columnNames(hasHeader ? first : first.map(() => ''))
  return {
    marks,
    preamble,
    hasHeader,
    maxRows,
    keepsBlankLines,
    names,
    sample: hasHeader ? rows : [first, ...rows],
    unsure: [
      ...(isSure ? [] : ['delimiter' as const]),
      ...(found.isSure || given !== undefined ? [] : ['header' as const]),
    ],
  }
}
