import type { SelectedMark, AxisRange } from '#charts/chart.ts'
import { xAxisOf, xLabelOf } from '#core/form/base-query.ts'
import type { FormData } from '#core/form/form-data.ts'
import { queryFields } from '#core/form/query-fields.ts'
import type { DataMask } from '#core/mask/mask.ts'
import { columnLabel, type QueryFilter } from '#core/query/query-object.ts'
import { grainOf, isBucketed } from '#charts/shared/axes/grain.ts'
import { selectionFilters, selectionMask } from '#charts/shared/selection/selection-mask.ts'
import { rangeEndText } from './timeseries-brush.ts'

/**
 * Returns the data mask of selected series by their dimensions. Without dimensions, a selected category filters by the
 * x axis.
 */
export function timeseriesMask(selectedMarks: readonly SelectedMark[], form: FormData): DataMask {
  const { columns } = queryFields(form)
  const x = xAxisOf(form)
  return selectionMask(selectedMarks, columns.length > 0 || x === undefined ? columns : [x])
}

/** Returns the filters of the rows behind marks: their series, and their x values if the selections have them. */
export function timeseriesDrill(selectedMarks: readonly SelectedMark[], form: FormData): readonly QueryFilter[] {
  const label = xLabelOf(form)
  const x = xAxisOf(form)
  const own = selectionFilters(
    selectedMarks,
    queryFields(form).columns.filter((each) => columnLabel(each) !== label),
  )
  const col = x ?? form.granularity_sqla
  const xValues = [
    ...new Set(
      selectedMarks.flatMap((selection) => (Object.hasOwn(selection, label) ? [selection[label] ?? null] : [])),
    ),
  ]
  if (!col || xValues.length === 0) return own
  const isPeriod = x === undefined || xValues.every((value) => value === null || typeof value === 'number')
  const grain = isPeriod ? { grain: grainOf(form) } : {}
  const condition = xValues.every((value) => value === null) ? { op: 'IS NULL' } : { op: 'IN', val: xValues }
  return [...own, { col, ...condition, ...grain }]
}

/**
 * Returns the data mask of a range of the x axis, both ends inclusive. Time buckets are filtered with their grain, so
 * that the whole periods match. Undefined if the x axis is an expression.
 */
export function timeseriesBrush({ kind, first, last }: AxisRange, form: FormData): DataMask | undefined {
  const col = xAxisOf(form) ?? form.granularity_sqla
  if (typeof col !== 'string' || col === '') return undefined
  const grain = kind === 'time' ? grainOf(form) : null
  const bucket = grain === null ? {} : { grain }
  const name = (position: number) => rangeEndText(kind, position, grain)
  return {
    extraFormData: {
      filters: [
        { col, op: '>=', val: first, ...bucket },
        { col, op: '<=', val: last, ...bucket },
      ],
    },
    filterState: {
      label: first === last ? name(first) : `${name(first)} – ${name(last)}`,
      value: [first, last],
      stretch: { kind, first, last },
    },
  }
}

/** Replaces the dimensions by another column; without dimensions, replaces a categorical x axis. */
export function timeseriesDrillBy(form: FormData, column: string): FormData {
  const x = xAxisOf(form)
  const isCategory = queryFields(form).columns.length === 0 && x !== undefined && !isBucketed(xLabelOf(form), form)
  return isCategory ? { ...form, x_axis: column } : { ...form, groupby: [column] }
}
