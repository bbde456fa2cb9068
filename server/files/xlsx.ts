import writeExcelFile from 'write-excel-file/node'
import type { Value } from '#core/table/table.ts'
import { type SheetColumn, sheetRows } from './sheet-rows.ts'

/** Returns a spreadsheet with one sheet; `cells` are by column. */
export async function printXlsx(
  columns: readonly SheetColumn[],
  cells: readonly (readonly Value[])[],
): Promise<Uint8Array> {
  const rows = sheetRows(columns, cells)
  const file = await writeExcelFile(rows.map((row) => [...row])).toBuffer()
  // A separate buffer can be transferred.
  return new Uint8Array(file)
}
