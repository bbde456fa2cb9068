import type { Control } from '#controls/control.ts'

/** `enableEmptyFilter`: without a value the charts in scope are empty instead of unfiltered. */
export const required: Control = {
  type: 'checkbox',
  name: 'enableEmptyFilter',
  label: 'Filter value is required',
  description: 'Charts in scope stay empty until a value is chosen.',
  default: false,
  affects: 'query',
}
