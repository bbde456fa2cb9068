import type { ControlContext } from './control.ts'
import type { FormData } from '#core/form/form-data.ts'
import { calendarRecord } from '#core/time/calendar-settings.ts'
import type { DatasetResponse } from '#core/rest/responses.ts'

function extraOf(dataset: DatasetResponse): Record<string, unknown> {
  try {
    return JSON.parse(dataset.extra || '{}') as Record<string, unknown>
  } catch {
    return {}
  }
}

/**
 * Returns the table of a physical dataset with a known schema; virtual datasets, including SQL Lab views, have none.
 */
function sourceOf(dataset: DatasetResponse): Pick<ControlContext['dataset'], 'source'> {
  const { database, kind, schema, table_name, is_sqllab_view } = dataset
  if (!database || kind === 'virtual' || is_sqllab_view || !schema) return {}
  return { source: { databaseId: database.id, table: table_name, schema } }
}

/** Returns the control context of a dataset. */
export function contextOf(dataset: DatasetResponse, form: FormData): ControlContext {
  return {
    dataset: {
      id: dataset.id,
      type: 'table',
      name: dataset.table_name,
      ...(dataset.database ? { databaseId: dataset.database.id, backend: dataset.database.backend } : {}),
      columns: dataset.columns ?? [],
      metrics: dataset.metrics ?? [],
      main_dttm_col: dataset.main_dttm_col ?? null,
      time_grains: (dataset.time_grain_sqla ?? []).map(([value, label]) => ({ value, label })),
      calendar: calendarRecord(dataset.extra),
      disallow_adhoc_metrics: extraOf(dataset)['disallow_adhoc_metrics'] === true,
      ...sourceOf(dataset),
    },
    form,
  }
}
