import { findChartType } from '#charts/index.ts'
import { slotsOf, slotsOfForm } from '#controls/form.ts'
import type { FormData } from '#core/form/form-data.ts'
import { asMetric, listOf, uniqueBy } from '#core/form/query-fields.ts'
import { metricLabel, type QueryMetric } from '#core/query/query-object.ts'

/** The dataset metrics and columns selected for a chart. */
export interface SelectedFields {
  readonly metrics: readonly QueryMetric[]
  /** Column names; calculated columns of the chart are excluded. */
  readonly columns: readonly string[]
}

export const noSelectedFields: SelectedFields = { metrics: [], columns: [] }

/** Returns what a form shows, in the order of its controls. */
export function selectedFieldsOf(form: FormData): SelectedFields {
  const kind = findChartType(form.viz_type)
  const slots = kind ? slotsOf(kind.controls) : slotsOfForm(form)
  const isRaw = form['query_mode'] === 'raw'
  const held = (names: readonly string[]) => names.flatMap((name) => listOf<unknown>(form[name]))
  const columns = isRaw ? ['all_columns'] : ['x_axis', ...slots.columns.map(({ name }) => name)]
  const metrics = isRaw ? [] : held(slots.metrics.map(({ name }) => name)).flatMap((each) => asMetric(each) ?? [])
  return {
    metrics: uniqueBy(metrics, metricLabel),
    columns: [...new Set(held(columns).filter((each) => typeof each === 'string'))],
  }
}
