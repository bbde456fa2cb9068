import type { Control } from '#controls/control.ts'

/** `enableEmptyFilter`: without a value, the charts in scope are empty instead of unfiltered. */
export const requiredControl: Control = {
  type: 'checkbox',
  name: 'enableEmptyFilter',
  label: 'Filter value is required',
  description: 'Charts in scope stay empty until a value is chosen.',
  default: false,
  affects: 'query',
}

/** `countRows`: the row counts of options are updated whenever other filters change. */
export const countRowsControl: Control = {
  type: 'checkbox',
  name: 'countRows',
  label: 'Count rows under the other filters',
  description: 'Counts apply all other filters. They are omitted if counting would be too expensive.',
  default: true,
  affects: 'picture',
}
