import { expect, it } from 'vitest'
import { effectiveFormData } from './effective-form-data.ts'

it('appends lists, lets the dashboard win over single values, and merges URL parameters', () => {
  const form = {
    viz_type: 'pie',
    extra_form_data: { filters: [{ col: 'a', op: 'IN', val: ['1'] }], time_range: 'Last week' },
    url_params: { a: '1', b: '1' },
  }
  const extra = { filters: [{ col: 'b', op: 'IN', val: ['2'] }], time_range: 'Last year' }
  expect(effectiveFormData(form, extra, { b: '2' })).toEqual({
    viz_type: 'pie',
    extra_form_data: {
      filters: [
        { col: 'a', op: 'IN', val: ['1'] },
        { col: 'b', op: 'IN', val: ['2'] },
      ],
      time_range: 'Last year',
    },
    url_params: { a: '1', b: '2' },
  })
})
