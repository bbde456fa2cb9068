import { ApiError } from '#core/rest/api-error.ts'
import type { Dialect, TableColumn } from '#server/engines/engine.ts'

/** Throws if two columns of a query have the same name in the engine's comparison: neither could be queried. */
export function checkColumnNames(columns: readonly Pick<TableColumn, 'name'>[], dialect: Pick<Dialect, 'fold'>): void {
  const positions = new Map<string, number>()
  columns.forEach(({ name }, index) => {
    const folded = dialect.fold(name)
    const first = positions.get(folded)
    if (first !== undefined) throw new ApiError('columns-repeated', { args: [first + 1, index + 1, name] })
    positions.set(folded, index)
  })
}
