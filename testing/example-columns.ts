import type { ControlContext } from '#controls/control.ts'
import { NUMERIC, STRING, TEMPORAL } from '#core/table/table.ts'

/** The dataset of the examples of charts, controls and filters, with all their columns and metrics. */
export const exampleDataset: ControlContext['dataset'] = {
  id: 1,
  type: 'table',
  name: 'flights',
  columns: [
    { column_name: 'date', type_generic: TEMPORAL, is_dttm: true },
    { column_name: 'arrival', type_generic: TEMPORAL, is_dttm: true },
    { column_name: 'origin', type_generic: STRING, is_dttm: false },
    { column_name: 'carrier', type_generic: STRING, is_dttm: false },
    { column_name: 'latitude', type_generic: NUMERIC, is_dttm: false },
    { column_name: 'longitude', type_generic: NUMERIC, is_dttm: false },
  ],
  metrics: ['count', 'delay'].map((metric_name) => ({ metric_name, expression: 'COUNT(*)' })),
  time_grains: [
    { value: 'P1D', label: 'Day' },
    { value: 'P1W', label: 'Week' },
  ],
}
