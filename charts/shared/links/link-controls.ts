import type { Control } from '#controls/control.ts'
import type { ControlOverrides } from '#controls/shared/query-controls.ts'
import type { QueryColumn } from '#core/query/query-object.ts'

/** A control for one column of the dataset, by its form data key. */
export const oneColumn = <const N extends string>(name: N, label: string, own: ControlOverrides = {}) =>
  ({
    type: 'column',
    name,
    label,
    affects: 'query',
    columnFilter: (column) => column.groupby !== false,
    ...own,
  }) as Control<N, QueryColumn | null | undefined>

/** The source control. */
export const source = (own: ControlOverrides = {}) =>
  oneColumn('source', 'Source', { description: 'Column with the source of each link', required: true, ...own })

/** The target control. */
export const target = (own: ControlOverrides = {}) =>
  oneColumn('target', 'Target', { description: 'Column with the target of each link', required: true, ...own })
