import { chartType } from '#charts/index.ts'
import type { Control } from '#controls/control.ts'
import { controlsOf } from '#controls/form.ts'
import { metricOfField, metricRejection, withMetric } from '#controls/metric/drop.ts'
import type { DraggedField } from '#controls/shared/drag-data.ts'
import { freshName } from '#controls/shared/field.ts'
import { listOf } from '#core/form/query-fields.ts'
import { isAdhocMetric } from '#core/metric/metric.ts'
import { isMeasure } from '#core/metric/is-measure.ts'
import type { QueryMetric } from '#core/query/query-object.ts'
import { actions, controlContext, type ExploreStore } from '../state/store.ts'

const METRICS = ['metrics', 'metric']
const COLUMNS = ['groupby', 'groupbyRows', 'all_columns', 'columns', 'x_axis']

/** Returns the first visible control with one of these names. */
function controlFor(store: ExploreStore, names: readonly string[]): Control | undefined {
  const state = store.getState()
  const context = controlContext(state)
  const shown = controlsOf(chartType(state.form.viz_type)?.controls ?? []).filter(
    ({ visible }) => visible?.(state.form, context) ?? true,
  )
  return names.map((name) => shown.find((each) => each.name === name)).find(Boolean)
}

function addMetric(store: ExploreStore, control: Control, part: DraggedField): void {
  const state = store.getState()
  const context = controlContext(state)
  const chosen = listOf<QueryMetric>(state.form[control.name])
  const names = chosen.map((each) => (isAdhocMetric(each) ? each.optionName : undefined))
  const metric = metricOfField(part, freshName('metric', names), context)
  if (metric === undefined || metricRejection(part, chosen, context) !== null) return
  const next = withMetric(chosen, metric, chosen.length, control)
  actions.setControl(store, control.name, control.multi ? next : next[0])
}

function addColumn(store: ExploreStore, control: Control, name: string): void {
  if (!control.multi) return actions.setControl(store, control.name, name)
  const list = listOf<unknown>(store.getState().form[control.name])
  if (!list.includes(name)) actions.setControl(store, control.name, [...list, name])
}

/**
 * Adds a part of the dataset to the first suitable control: appended to a list, or replacing a single value. A numeric
 * column is added as a sum if the chart and the dataset allow it; any other column becomes a dimension.
 */
export function addFieldToControl(store: ExploreStore, part: DraggedField): void {
  const { dataset } = store.getState()
  const column = part.kind === 'column' ? dataset.columns?.find((each) => each.column_name === part.name) : undefined
  const { disallow_adhoc_metrics } = controlContext(store.getState()).dataset
  const isSummed = column !== undefined && isMeasure(column) && disallow_adhoc_metrics !== true
  const metrics = part.kind === 'metric' || isSummed ? controlFor(store, METRICS) : undefined
  if (metrics) return addMetric(store, metrics, part)
  const columns = part.kind === 'column' ? controlFor(store, COLUMNS) : undefined
  if (columns) addColumn(store, columns, part.name)
}
