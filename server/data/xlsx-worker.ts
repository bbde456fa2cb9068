import { parentPort, workerData } from 'node:worker_threads'
import writeExcelFile from 'write-excel-file/node'
import type { Value } from '#core/table/table.ts'
import { type SheetColumn, sheetRows } from './sheet.ts'

const { columns, cells } = workerData as { columns: readonly SheetColumn[]; cells: Uint8Array }
const rows = sheetRows(columns, JSON.parse(new TextDecoder().decode(cells)) as Value[][])
const file = await writeExcelFile(rows.map((row) => [...row])).toBuffer()
// A buffer of its own can be handed over.
const bytes = new Uint8Array(file)
parentPort?.postMessage(bytes, [bytes.buffer])
