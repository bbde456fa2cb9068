import type { ControlContext } from '#controls/control.ts'

/** Returns a dataset of flights and the form of a table chart; `over` overrides parts. */
export function controlContext(
  over: { readonly dataset?: object; readonly form?: Readonly<Record<string, unknown>> } = {},
): ControlContext {
  return {
    dataset: {
      id: 1,
      type: 'table',
      name: 'flights',
      columns: [
        { column_name: 'origin', type: 'VARCHAR', type_generic: 1, is_dttm: false },
        { column_name: 'delay', type: 'BIGINT', type_generic: 0, is_dttm: false },
        { column_name: 'date', type: 'TIMESTAMP', type_generic: 2, is_dttm: true },
      ],
      metrics: [{ metric_name: 'miles', expression: 'SUM(distance)', verbose_name: 'Miles flown' }],
      time_grains: [],
      ...over.dataset,
    },
    form: { viz_type: 'table', ...over.form },
  }
}
