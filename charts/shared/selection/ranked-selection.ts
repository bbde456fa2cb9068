import type { SelectedMark } from '#charts/chart.ts'
import type { FormData } from '#core/form/form-data.ts'
import { queryFields } from '#core/form/query-fields.ts'
import { columnLabel } from '#core/query/query-object.ts'
import { selectionFilters, selectionMask } from './selection-mask.ts'

/** The selection functions of charts whose marks are identified by the dimensions of the form. */
export const rankedSelection = {
  colorColumns: (form: FormData) => queryFields(form).columns.map(columnLabel),
  toDataMask: (selectedMarks: readonly SelectedMark[], form: FormData) =>
    selectionMask(selectedMarks, queryFields(form).columns),
  toDrillFilters: (selectedMarks: readonly SelectedMark[], form: FormData) =>
    selectionFilters(selectedMarks, queryFields(form).columns),
  toDrillBy: (form: FormData, column: string): FormData => ({ ...form, groupby: [column] }),
}
