import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type CellObject, read, type WorkBook, SSF } from '@e965/xlsx'
import { ApiError } from '#core/rest/api-error.ts'
import type { WorkbookSheet, WorkbookTask } from './workbook-task.ts'
import { readZipEntries, readZipEntry } from './zip-archive.ts'

/** The text of a cell with an error, such as a division by zero: a missing value in number columns. */
const ERROR_TEXT = '#N/A'

const padTwoDigits = (number: number): string => String(number).padStart(2, '0')

/** True if a cell is text that reads as a number. */
function isNumberText({ t, v }: CellObject): boolean {
  return t === 's' && /^\s*[+-]?\d+(\.\d+)?\s*$/.test(String(v))
}

/** Returns a cell as a field of CSV. Text is always quoted; dates are written as ISO dates. */
function cellText(cell: CellObject, is1904: boolean): string {
  const { t, v, z } = cell
  if (t === 'e') return ERROR_TEXT
  if (t === 'b') return v === true ? 'true' : 'false'
  if (t === 'n') {
    const number = Number(v)
    return typeof z === 'string' && SSF.is_date(z) ? (dateText(number, z, is1904) ?? String(number)) : String(number)
  }
  return `"${String(v).replaceAll('"', '""')}"`
}

/** Returns the text of a serial date: a date, a date and time, or a time of day; undefined if it is none of them. */
function dateText(serial: number, format: string, date1904: boolean): string | undefined {
  // Durations such as [h]:mm can exceed a day.
  if (serial >= 1 && /\[[hms]+\]/i.test(format)) return undefined
  const date = SSF.parse_date_code(serial, { date1904 }) as
    | { y: number; m: number; d: number; H: number; M: number; S: number }
    | null
    | undefined
  if (!date) return undefined
  const time = `${padTwoDigits(date.H)}:${padTwoDigits(date.M)}:${padTwoDigits(Math.floor(date.S))}`
  if (serial < 1 && !date1904) return time
  const day = `${String(date.y).padStart(4, '0')}-${padTwoDigits(date.m)}-${padTwoDigits(date.d)}`
  return time === '00:00:00' ? day : `${day} ${time}`
}

/** Maximum uncompressed bytes of all parts of a workbook, and of one part. */
const MAX_BYTES = 2 ** 30
const MAX_PART_BYTES = 400 << 20
/** Maximum non-empty cells of a sheet. */
const MAX_CELLS = 5_000_000
/** Maximum columns of a sheet. */
const MAX_COLUMNS = 5000
/** Maximum sheets tried if none is named. */
const MAX_TRIED = 20
/** Characters of CSV written at a time. */
const WRITE_CHARACTERS = 1 << 16
/** Minimum numbers stored as text that make a column one of codes: a header may be one. */
const MIN_TEXT_NUMBERS = 2

const unreadable = (reason: string, cause?: unknown): ApiError =>
  new ApiError('upload-unreadable', { args: [reason], cause })

type Cells = readonly (CellObject | undefined)[]

/**
 * Writes a sheet of a workbook as CSV next to it. `onRows` receives the number of written rows. Throws
 * `upload-unreadable` and `upload-sheet`.
 */
export async function readSheet(
  { file, sheet, maxRows }: WorkbookTask,
  onRows: (rows: number) => void,
): Promise<WorkbookSheet> {
  await requireWorkbook(file)
  const bytes = await readFile(file)
  const sheets = open(() => read(bytes, { type: 'buffer', bookSheets: true })).SheetNames
  if (sheet !== undefined && !sheets.includes(sheet))
    throw new ApiError('upload-sheet', { args: [sheet, sheets.map((each) => `"${each}"`).join(', ')] })
  const { name, rows, is1904 } = findSheet(bytes, sheet === undefined ? sheets.slice(0, MAX_TRIED) : [sheet], maxRows)
  const width = widthOf(rows, name)
  const texts = new Map<number, number>()
  const csv = `${file}.csv`
  await pipeline(Readable.from(csvParts(rows, { width, texts, is1904, onRows })), createWriteStream(csv))
  const textColumns = [...texts].filter(([, count]) => count >= MIN_TEXT_NUMBERS).map(([at]) => at)
  return { csv, sheet: name, sheets, textColumns }
}

/** Returns the first of some sheets that has rows. */
function findSheet(bytes: Buffer, names: readonly string[], maxRows: number | undefined) {
  for (const name of names) {
    const book = open(() =>
      read(bytes, {
        type: 'buffer',
        dense: true,
        sheets: [name],
        cellFormula: false,
        cellHTML: false,
        cellNF: true,
        cellText: false,
        ...(maxRows === undefined ? {} : { sheetRows: maxRows }),
      }),
    )
    const data = (book.Sheets[name]?.['!data'] ?? []) as unknown as readonly (Cells | undefined)[]
    // Rows with formats but no values are not part of the table.
    const rows = data.slice(0, data.findLastIndex((row) => row?.some(isFilled)) + 1)
    if (rows.length > 0) return { name, rows, is1904: book.Workbook?.WBProps?.date1904 === true }
  }
  throw unreadable(names.length === 1 ? `its sheet "${names[0]}" is empty` : 'the workbook is empty')
}

function open(work: () => WorkBook): WorkBook {
  try {
    return work()
  } catch (error) {
    throw unreadable('its content is not a workbook that can be read', error)
  }
}

/** Checks the parts of a workbook before they are parsed: their real sizes, and the cells of its sheets. */
async function requireWorkbook(file: string): Promise<void> {
  const entries = await readZipEntries(file)
  const total = entries.reduce((sum, { size }) => sum + size, 0)
  const largest = Math.max(...entries.map(({ size }) => size))
  if (total > MAX_BYTES || largest > MAX_PART_BYTES)
    throw unreadable(`its parts are larger than ${MAX_PART_BYTES >> 20} MB when unpacked`)
  if (!entries.some(({ name }) => name === 'xl/workbook.xml')) throw unreadable('it is a ZIP archive, not a workbook')
  for (const entry of entries) {
    const isSheet = /^xl\/worksheets\/[^/]+\.xml$/.test(entry.name)
    const isXml = /\.(xml|rels)$/.test(entry.name)
    let cells = 0
    let last = ''
    for await (const part of readZipEntry(file, entry)) {
      if (!isXml) continue
      // A tag may be split between two parts.
      const text = last + Buffer.from(part).toString('latin1')
      if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw unreadable(`its part "${entry.name}" declares entities`)
      if (isSheet) cells += countCells(text) - countCells(last)
      if (cells > MAX_CELLS) throw unreadable(`its part "${entry.name}" has more than ${MAX_CELLS} cells`)
      last = text.slice(-10)
    }
  }
}

/** Returns the number of cell start tags in XML text, with or without namespace prefixes. */
function countCells(text: string): number {
  return text.match(/<(?:\w+:)?c[\s/>]/g)?.length ?? 0
}

const isFilled = (cell: CellObject | undefined): cell is CellObject => cell?.v !== undefined && cell.v !== ''

/** Returns the number of columns up to the last value of a sheet. */
function widthOf(rows: readonly (Cells | undefined)[], sheet: string): number {
  let width = 0
  for (const [index, row] of rows.entries()) {
    const last = row?.findLastIndex(isFilled) ?? -1
    if (last >= MAX_COLUMNS)
      throw unreadable(
        `row ${index + 1} of its sheet "${sheet}" has ${last + 1} columns; at most ${MAX_COLUMNS} can be loaded`,
      )
    width = Math.max(width, last + 1)
  }
  return width
}

interface SheetWrite {
  readonly width: number
  /** Counts of numbers stored as text, by column. */
  readonly texts: Map<number, number>
  readonly is1904: boolean
  /** Receives the number of written rows. */
  readonly onRows: (rows: number) => void
}

/** Yields the lines of a sheet as CSV. A row without values is a blank line. */
function* csvParts(
  rows: readonly (Cells | undefined)[],
  { width, texts, is1904, onRows }: SheetWrite,
): Generator<string> {
  let text = ''
  for (const [index, row] of rows.entries()) {
    if (row?.some(isFilled)) {
      for (let column = 0; column < width; column++) {
        const cell = row[column]
        if (column > 0) text += ','
        if (!isFilled(cell)) continue
        if (isNumberText(cell)) texts.set(column, (texts.get(column) ?? 0) + 1)
        text += cellText(cell, is1904)
      }
    }
    text += '\n'
    if (text.length < WRITE_CHARACTERS) continue
    onRows(index + 1)
    yield text
    text = ''
  }
  yield text
}
