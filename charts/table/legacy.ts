import type { LegacyShape } from '#core/legacy/shape.ts'
import { toRecords } from '#core/table/table.ts'

/** Rows with the names of their columns. */
const records: LegacyShape = {
  types: ['table'],
  data: ({ table }) => ({ records: toRecords(table), columns: table.columns.map(({ name }) => name) }),
}

/** What charts of this name read. */
export const legacy = [records]
