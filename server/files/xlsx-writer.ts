import { join } from 'node:path'
import type { Column, Table } from '#core/table/table.ts'
import { cellFormatter, type SheetCell } from './sheet-rows.ts'
import { writeZip, ZipPart } from './zip-writer.ts'

/** Maximum number of rows of a sheet below its headings. */
export const MAX_SHEET_ROWS = 1_048_575

const DAY = 86_400_000
/** Spreadsheet day 0. */
const DAY_ZERO = Date.UTC(1899, 11, 30)

/** Indexes of the styles in `STYLES`. */
const BOLD = 1
const TIME_STYLES: Readonly<Record<string, number>> = { 'yyyy-mm-dd': 2, 'yyyy-mm-dd hh:mm:ss': 3 }

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const PLAIN_XF = 'numFmtId="0" fontId="0" fillId="0" borderId="0"'

const STYLES =
  `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/>` +
  '<numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>' +
  '<fonts count="2"><font><sz val="11"/></font><font><b/><sz val="11"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  `<borders count="1"><border/></borders><cellStyleXfs count="1"><xf ${PLAIN_XF}/></cellStyleXfs><cellXfs count="4">` +
  `<xf ${PLAIN_XF} xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>` +
  ['164', '165']
    .map((id) => `<xf numFmtId="${id}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`)
    .join('') +
  '</cellXfs></styleSheet>'

/** The files of a workbook with one sheet, except the sheet. */
const PARTS: Readonly<Record<string, string>> = {
  '[Content_Types].xml':
    `${XML}<Types xmlns="${PACKAGE}/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    `<Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/>` +
    `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/>` +
    `<Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`,
  '_rels/.rels':
    `${XML}<Relationships xmlns="${PACKAGE}/relationships">` +
    `<Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml':
    `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}">` +
    '<sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    `${XML}<Relationships xmlns="${PACKAGE}/relationships">` +
    `<Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>` +
    `<Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': STYLES,
}

/** Writes a workbook with one sheet in chunks; memory does not grow with the rows. */
export class XlsxWriter {
  readonly #folder: string
  readonly #sheet: ZipPart
  #isBegun = false

  /** `folder` holds the compressed parts until the workbook is complete. */
  constructor(folder: string) {
    this.#folder = folder
    this.#sheet = new ZipPart('xl/worksheets/sheet1.xml', join(folder, 'sheet.part'))
  }

  /** Uncompressed size of the sheet so far, in bytes. */
  get bytes(): number {
    return this.#sheet.bytes
  }

  get isFull(): boolean {
    return this.#sheet.isFull
  }

  async add(chunk: Table): Promise<void> {
    if (!this.#isBegun) {
      this.#isBegun = true
      await this.#sheet.write(`${XML}<worksheet xmlns="${MAIN}"><sheetData>${headings(chunk.columns)}`)
    }
    const printers = chunk.columns.map((column) =>
      cellFormatter({ heading: column.name, type: column.type, format: null }, column.isDays === true),
    )
    const row = (index: number): string =>
      `<row>${chunk.columns.map(({ values }, at) => cell(printers[at]?.(values[index] ?? null) ?? null)).join('')}</row>`
    await this.#sheet.write(Array.from({ length: chunk.rowCount }, (_, index) => row(index)).join(''))
  }

  /** Closes the sheet, even if the workbook was not written. */
  close(): Promise<void> {
    return this.#sheet.end().catch(() => {})
  }

  /** Writes the workbook. */
  async end(path: string): Promise<void> {
    await this.#sheet.write('</sheetData></worksheet>')
    await this.#sheet.end()
    const parts = Object.entries(PARTS).map(async ([name, text], index) => {
      const entry = new ZipPart(name, join(this.#folder, `workbook-${index}.part`))
      await entry.write(text)
      await entry.end()
      return entry
    })
    await writeZip(path, [...(await Promise.all(parts)), this.#sheet])
  }
}

function headings(columns: readonly Column[]): string {
  const cells = columns.map(({ name }) => textCell(name, ` s="${BOLD}"`))
  return `<row>${cells.join('')}</row>`
}

function cell(given: SheetCell | null): string {
  if (given === null) return '<c/>'
  const { value, format } = given
  if (value instanceof Date) {
    const style = TIME_STYLES[format ?? ''] ?? 0
    return `<c s="${style}"><v>${(value.getTime() - DAY_ZERO) / DAY}</v></c>`
  }
  if (typeof value === 'boolean') return `<c t="b"><v>${value ? 1 : 0}</v></c>`
  return typeof value === 'number' ? `<c><v>${value}</v></c>` : textCell(value, '')
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' }

/** Returns a text cell, which is never a formula. */
function textCell(value: string, style: string): string {
  const legal = value.replaceAll('\uFFFF', '').replace(/[&<>\r]/g, (mark) => ESCAPES[mark] ?? mark)
  return `<c t="inlineStr"${style}><is><t xml:space="preserve">${legal}</t></is></c>`
}
