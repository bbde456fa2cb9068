import type { FormData } from '#core/form/form-data.ts'
import type { GenericType, Value } from '#core/table/table.ts'

/** The result of another chart used as a layer, with the form that the chart was saved with. */
export interface LayerChart {
  readonly colnames: readonly string[]
  readonly coltypes: readonly GenericType[]
  readonly form: FormData
}

/** The data of one layer: its annotations, or the rows of its source chart. Times are epoch milliseconds. */
export interface LayerData {
  readonly records: readonly Readonly<Record<string, Value>>[]
  readonly chart?: LayerChart
}
