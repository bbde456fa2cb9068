import type { Pick } from '#charts/chart.ts'
import type { FormData } from '#core/form/form-data.ts'
import { queryFields } from '#core/form/query-fields.ts'
import { columnLabel } from '#core/query/query-object.ts'
import { pickFilters, pickMask } from './pick-mask.ts'

/** The selection functions of charts whose marks are identified by the dimensions of the form. */
export const rankedPicks = {
  colorColumns: (form: FormData) => queryFields(form).columns.map(columnLabel),
  toMask: (picked: readonly Pick[], form: FormData) => pickMask(picked, queryFields(form).columns),
  toDrill: (picked: readonly Pick[], form: FormData) => pickFilters(picked, queryFields(form).columns),
  toDrillBy: (form: FormData, column: string): FormData => ({ ...form, groupby: [column] }),
}
