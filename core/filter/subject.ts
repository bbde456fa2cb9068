import { logicalTypeNamed } from '#core/table/logical-type.ts'
import { BOOLEAN, type GenericType, NUMERIC, STRING, TEMPORAL } from '#core/table/table.ts'
import type { FilterSubject } from './operators.ts'

/** The properties of a dataset column that filters use. */
export interface SubjectColumn {
  readonly column_name: string
  readonly type?: string | null
  readonly type_generic?: GenericType | null
  readonly is_dttm?: boolean | null
  readonly expression?: string | null
}

const integerType = /^(U?(TINY|SMALL|MEDIUM|BIG|HUGE)?INT(EGER)?\d*|LONG|(SMALL|BIG)?SERIAL)\b/i

/**
 * Returns a dataset column as the subject of a filter. `partitions` are the columns that the table is partitioned by.
 */
export function columnSubject(column: SubjectColumn, partitions: readonly string[] = []): FilterSubject {
  return {
    kind: 'column',
    type: subjectType(column),
    isExpression: Boolean(column.expression),
    isPartition: partitions.includes(column.column_name),
  }
}

function subjectType(column: SubjectColumn): FilterSubject['type'] {
  const type = column.type ?? ''
  if (column.type_generic === BOOLEAN || logicalTypeNamed(type) === 'boolean') return 'boolean'
  if (column.is_dttm || column.type_generic === TEMPORAL) return 'time'
  // Names of lists begin like those of their elements.
  if (column.type_generic !== STRING && integerType.test(type)) return 'integer'
  if (column.type_generic === NUMERIC) return 'number'
  return column.type_generic === STRING ? 'text' : 'unknown'
}
