import writeExcelFile from 'write-excel-file/node'
import type { Value } from '#core/table/table.ts'
import { type SheetColumn, sheetRows } from './sheet.ts'

/** A spreadsheet of one sheet; `cells` by column. */
export async function printXlsx(
  columns: readonly SheetColumn[],
  cells: readonly (readonly Value[])[],
): Promise<Uint8Array> {
  const rows = sheetRows(columns, cells)
  const file = await writeExcelFile(rows.map((row) => [...row])).toBuffer()
  // A buffer of its own can be handed over.
  return new Uint8Array(file)
}
