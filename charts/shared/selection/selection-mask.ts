import type { SelectedMark } from '#charts/chart.ts'
import type { DataMask } from '#core/mask/mask.ts'
import { columnLabel, type QueryColumn, type QueryFilter } from '#core/query/query-object.ts'
import type { Value } from '#core/table/table.ts'
import { valueText } from '#charts/shared/cell.ts'

function condition(col: QueryColumn, values: readonly Value[]): QueryFilter {
  return values.every((value) => value === null) ? { col, op: 'IS NULL' } : { col, op: 'IN', val: values }
}

/** Returns the filters of selected marks: per column, the values of all selections. */
export function selectionFilters(
  picked: readonly SelectedMark[],
  columns: readonly QueryColumn[],
): readonly QueryFilter[] {
  return columnsIn(picked, columns).map((col) =>
    condition(col, [...new Set(picked.map((pick) => pick[columnLabel(col)] ?? null))]),
  )
}

function columnsIn(picked: readonly SelectedMark[], columns: readonly QueryColumn[]): readonly QueryColumn[] {
  return columns.filter((col) => picked.some((pick) => columnLabel(col) in pick))
}

/**
 * Returns the data mask of selected marks: per column, the values of all selections. A selection without dimensions
 * filters nothing; an empty one clears the mask.
 */
export function selectionMask(picked: readonly SelectedMark[], columns: readonly QueryColumn[]): DataMask {
  const used = columnsIn(picked, columns)
  if (used.length === 0) {
    return { extraFormData: { filters: [] }, filterState: { value: null, selectedValues: null } }
  }
  const valuesOf = (pick: SelectedMark) => used.map((col) => pick[columnLabel(col)] ?? null)
  const filters = selectionFilters(picked, used)
  const texts = picked.map((pick) => valuesOf(pick).map((value) => valueText(value)))
  // Several columns are filtered independently, so that all combinations of the selected values match.
  const sets = used.map((_, at) => [...new Set(texts.map((text) => text[at] ?? ''))].join(', '))
  return {
    extraFormData: { filters },
    filterState: {
      label: picked.length > 1 && used.length > 1 ? sets.join(' × ') : texts.map((text) => text.join(', ')).join('; '),
      value: picked.map(valuesOf),
      selectedValues: texts.map((text) => text.join(', ')),
    },
  }
}

/** True if two selections have the same values. */
export function isSameMark(a: SelectedMark, b: SelectedMark): boolean {
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => key in b && a[key] === b[key])
}
