import type { ColumnInfo, ControlContext } from '#controls/control.ts'
import type { AdhocFilter } from '#core/filter/adhoc-filter.ts'
import { type OperatorId, operatorOf, operators, operatorsFor, type FilterSubject } from '#core/filter/operators.ts'

/** The result of validating a comparator with an advanced type; an empty `operators` allows all. */
export interface AdvancedValidation {
  readonly text: string
  readonly operators: readonly OperatorId[]
  /** Why the comparator is invalid; empty if it is valid. */
  readonly error: string
}

/** Milliseconds after the last change of the comparator before it is validated. */
export const ADVANCED_DELAY = 600

/** Returns the operators on offer: those of the subject that its advanced type, if any, allows. */
export function offeredOperators(
  subject: FilterSubject,
  advanced: AdvancedValidation | undefined,
): readonly OperatorId[] {
  const offered = operatorsFor(subject)
  const allowed = advanced?.operators ?? []
  return allowed.length === 0 ? offered : offered.filter((id) => allowed.includes(id))
}

/** Parses operator names of a server: wire texts or ids. */
export function readOperators(names: readonly string[]): readonly OperatorId[] {
  const ids = names.map((name) =>
    Object.hasOwn(operators, name) ? (name as OperatorId) : (operatorOf(name.replaceAll('_', ' ')) ?? operatorOf(name)),
  )
  return ids.filter((id) => id !== undefined)
}

/** Returns the values to validate with an advanced type; empty if there are none. */
export function comparedValues({ comparator }: AdhocFilter): readonly unknown[] {
  const values = Array.isArray(comparator) ? comparator : [comparator]
  return values.filter((value) => value !== null && value !== undefined && value !== '')
}

/** Returns the advanced type of a column; most have none. */
export function advancedTypeOf(name: string | undefined, context: ControlContext): string | undefined {
  const column: ColumnInfo | undefined = context.dataset.columns.find((each) => each.column_name === name)
  return column?.advanced_data_type || undefined
}

/** Returns the table for latest partitions, as `schema.table`. */
export function tableName(context: ControlContext): string {
  const { source, name } = context.dataset
  if (!source) return name
  return source.schema === '' ? source.table : `${source.schema}.${source.table}`
}
