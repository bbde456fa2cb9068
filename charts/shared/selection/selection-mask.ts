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
  selectedMarks: readonly SelectedMark[],
  columns: readonly QueryColumn[],
): readonly QueryFilter[] {
  return columnsIn(selectedMarks, columns).map((col) =>
    condition(col, [...new Set(selectedMarks.map((selection) => selection[columnLabel(col)] ?? null))]),
  )
}

function columnsIn(selectedMarks: readonly SelectedMark[], columns: readonly QueryColumn[]): readonly QueryColumn[] {
  return columns.filter((col) => selectedMarks.some((selection) => columnLabel(col) in selection))
}

/**
 * Returns the data mask of selected marks: per column, the values of all selections. A selection without dimensions
 * filters nothing; an empty one clears the mask.
 */
export function selectionMask(selectedMarks: readonly SelectedMark[], columns: readonly QueryColumn[]): DataMask {
  const used = columnsIn(selectedMarks, columns)
  if (used.length === 0) {
    return { extraFormData: { filters: [] }, filterState: { value: null, selectedValues: null } }
  }
  const valuesOf = (selection: SelectedMark) => used.map((col) => selection[columnLabel(col)] ?? null)
  const filters = selectionFilters(selectedMarks, used)
  const texts = selectedMarks.map((selection) => valuesOf(selection).map((value) => valueText(value)))
  // Several columns are filtered independently, so that all combinations of the selected values match.
  const sets = used.map((_, index) => [...new Set(texts.map((text) => text[index] ?? ''))].join(', '))
  return {
    extraFormData: { filters },
    filterState: {
      label:
        selectedMarks.length > 1 && used.length > 1
          ? sets.join(' × ')
          : texts.map((text) => text.join(', ')).join('; '),
      value: selectedMarks.map(valuesOf),
      selectedValues: texts.map((text) => text.join(', ')),
    },
  }
}

/** True if two selections have the same values. */
export function isSameMark(a: SelectedMark, b: SelectedMark): boolean {
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && a[key] === b[key])
}
