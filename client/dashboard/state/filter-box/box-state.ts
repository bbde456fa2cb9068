import { filtersOfBoxForms } from './box-migration.ts'
import {
  hasActiveFilterBoxes,
  filtersOfBoxes,
  isFilterBox,
  type MigrationState,
  migrationOf,
  withPreselection,
} from './filter-boxes.ts'
import type { DashboardInfo } from '#client/dashboard/state/dashboard-info.ts'
import type { FormData } from '#core/form/form-data.ts'
import type { Layout } from '#core/layout/node.ts'
import type { DashboardChartResponse, DatasetResponse } from '#core/rest/responses.ts'

/** The inputs for the filter boxes of a dashboard. */
interface Boxes {
  readonly charts: readonly DashboardChartResponse[]
  readonly info: DashboardInfo
  readonly layout: Layout
  readonly datasets: Readonly<Record<number, DatasetResponse>>
  readonly preselect?: unknown
  readonly migration?: MigrationState | undefined
}

/** Returns the initial state of a dashboard's filter boxes, or during review the native filters created from them. */
export function boxState({ charts, info, layout, datasets, preselect, migration: wanted }: Boxes) {
  const boxes = charts
    .map(({ id, slice_name: name, form_data }) => ({ id, name, form: form_data as FormData }))
    .filter(({ form }) => isFilterBox(form.viz_type))
  const migration = migrationOf(info, wanted)
  const opened = filtersOfBoxes(boxes, layout, info.metadata, datasets)
  const filters = withPreselection(opened, preselect)
  const isOld = hasActiveFilterBoxes(migration)
  return {
    migration,
    opened: isOld ? opened : {},
    filters: isOld ? filters : {},
    made: migration === 'REVIEWING' ? filtersOfBoxForms(boxes, filters, layout, datasets) : [],
  }
}
