import type { TimeseriesForm } from './timeseries-controls.ts'
import type { FormData } from '#core/form/form-data.ts'

/** The form keys that affect series, their names and order, and the order of x values. */
export type SeriesForm = FormData &
  Pick<
    TimeseriesForm,
    | 'show_empty_columns'
    | 'sort_series_ascending'
    | 'sort_series_type'
    | 'truncate_metric'
    | 'x_axis_sort'
    | 'x_axis_sort_series'
    | 'x_axis_sort_series_ascending'
  >

/** True if the result order is the order of the categories. */
export function isSorted({ x_axis_sort: by }: Pick<SeriesForm, 'x_axis_sort'>): boolean {
  return typeof by === 'string'
}
