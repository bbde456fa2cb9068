import type { LegacyShape } from '#core/legacy/legacy-shape.ts'
import { toRecords } from '#core/table/table.ts'

/** Rows with their column names. */
const records: LegacyShape = {
  types: ['table'],
  data: ({ table }) => ({ records: toRecords(table), columns: table.columns.map(({ name }) => name) }),
}

/** The legacy response shapes of this chart type. */
export const legacy = [records]
