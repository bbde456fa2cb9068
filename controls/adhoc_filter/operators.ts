import type { ColumnInfo, ControlContext } from '#controls/control.ts'
import type { AdhocFilter } from '#core/filter/adhoc-filter.ts'
import { type OperatorId, operatorOf, operators, operatorsFor, type Subject } from '#core/filter/operators.ts'

/** What an advanced type says of a comparator; `operators` empty sets no limit. */
export interface AdvancedVerdict {
  readonly text: string
  readonly operators: readonly OperatorId[]
  /** Why the comparator is none; empty when it is one. */
  readonly error: string
}

/** Milliseconds after the last change of the comparator before its advanced type is asked. */
export const ADVANCED_DELAY = 600

/** The operators offered: those of the subject that its advanced type, if any, allows. */
export function offeredOperators(subject: Subject, advanced: AdvancedVerdict | undefined): readonly OperatorId[] {
  const offered = operatorsFor(subject)
  const allowed = advanced?.operators ?? []
  return allowed.length === 0 ? offered : offered.filter((id) => allowed.includes(id))
}

/** Operators as a server names them, by wire text or id. */
export function readOperators(names: readonly string[]): readonly OperatorId[] {
  const ids = names.map((name) =>
    Object.hasOwn(operators, name) ? (name as OperatorId) : (operatorOf(name.replaceAll('_', ' ')) ?? operatorOf(name)),
  )
  return ids.filter((id) => id !== undefined)
}

/** The values an advanced type is asked about; empty when there is nothing to ask. */
export function comparedValues({ comparator }: AdhocFilter): readonly unknown[] {
  const values = Array.isArray(comparator) ? comparator : [comparator]
  return values.filter((value) => value !== null && value !== undefined && value !== '')
}

/** The advanced type of a column; undefined for most. */
export function advancedTypeOf(name: string | undefined, context: ControlContext): string | undefined {
  const column: ColumnInfo | undefined = context.dataset.columns.find((each) => each.column_name === name)
  return column?.advanced_data_type || undefined
}

/** The table latest partitions are looked up in: `schema.table`. */
export function tableName(context: ControlContext): string {
  const { source, name } = context.dataset
  if (!source) return name
  return source.schema === '' ? source.table : `${source.schema}.${source.table}`
}
