import { chartType } from '#charts/index.ts'
import type { Control } from '#controls/control.ts'
import { controlsOf } from '#controls/form.ts'
import type { ExploreFlags } from '#core/access/flags.ts'
import type { FormData } from '#core/form/form-data.ts'
import type { ChartResponse, DatasetResponse } from '#core/rest/responses.ts'
import { errorsOf, type ExploreState } from './store.ts'

/** A control with its value and validation errors. */
export interface ControlState {
  readonly control: Control
  readonly value: unknown
  readonly validationErrors: readonly string[]
}

/** The state of Explore under the names of the page bootstrap data, such as `datasource` and `form_data`. */
export interface DerivedExploreState extends ExploreFlags {
  readonly datasource: DatasetResponse
  /** The controls of the chart type by name. */
  readonly controls: Readonly<Record<string, ControlState>>
  readonly form_data: FormData
  readonly slice: ChartResponse | null
  readonly standalone: boolean
  readonly force: boolean
  /** Ids of the dashboards that contain the chart. */
  readonly sliceDashboards: readonly number[]
}

export function deriveExploreState(state: ExploreState): DerivedExploreState {
  const { can_add, can_download, can_overwrite, dataset, form, slice, standalone, force } = state
  const errors = errorsOf(state)
  const controls = controlsOf(chartType(form.viz_type)?.controls ?? [])
  return {
    can_add,
    can_download,
    can_overwrite,
    datasource: dataset,
    controls: Object.fromEntries(
      controls.map((control) => [
        control.name,
        { control, value: form[control.name], validationErrors: errors[control.name] ?? [] },
      ]),
    ),
    form_data: form,
    slice,
    standalone,
    force,
    sliceDashboards: (slice?.dashboards ?? []).map(({ id }) => id),
  }
}
