import { describe, expect, it } from 'vitest'
import { withOverrides, readOverrides, resolvedOverrides } from './annotation-overrides.ts'

const axis = { label: 'day', sqlExpression: 'day', columnType: 'BASE_AXIS', timeGrain: 'P1D' } as const

describe("changes of a layer to its chart's query", () => {
  const shown = { time_range: 'Last year', extras: { time_grain_sqla: 'P1M' }, granularity: 'date' }

  it('null uses the range and grain of the displayed chart, including a range from a filter on its axis', () => {
    expect(resolvedOverrides({ time_range: null, time_grain_sqla: null }, shown)).toEqual({
      time_range: 'Last year',
      time_grain_sqla: 'P1M',
    })
    const filtered = { filters: [{ col: 'date', op: 'TEMPORAL_RANGE', val: 'Last week' }] }
    expect(resolvedOverrides({ time_range: null, time_grain_sqla: null }, filtered)).toEqual({
      time_range: 'Last week',
    })
  })

  it('applies present values; absent, empty and null ones change nothing', () => {
    expect(resolvedOverrides({ time_range: 'Last day', time_shift: '1 week', granularity: 'end' }, shown)).toEqual({
      time_range: 'Last day',
      time_shift: '1 week',
      granularity: 'end',
    })
    expect(resolvedOverrides({ time_shift: '', granularity: null }, shown)).toEqual({})
    expect(readOverrides({ time_range: 5, time_shift: '1 day', row_limit: '1' })).toEqual({ time_shift: '1 day' })
  })
})

describe('a query with overrides', () => {
  it('replaces a time range that is a filter on the time axis', () => {
    const query = { columns: [axis], filters: [{ col: 'day', op: 'TEMPORAL_RANGE', val: 'Last week' }] }
    expect(withOverrides(query, { time_range: 'Last year' }).filters).toEqual([
      { col: 'day', op: 'TEMPORAL_RANGE', val: 'Last year' },
    ])
    expect(withOverrides({ columns: [axis] }, { time_range: 'Last day' }).filters).toEqual([
      { col: 'day', op: 'TEMPORAL_RANGE', val: 'Last day' },
    ])
  })

  it('keeps other fields, and requests no annotations', () => {
    const query = { columns: [axis], time_range: 'Last week', annotation_layers: [{}] }
    expect(withOverrides(query, {})).toMatchObject({ columns: [axis], time_range: 'Last week', annotation_layers: [] })
    expect(withOverrides(query, { time_grain_sqla: 'P1M' }).columns).toEqual([{ ...axis, timeGrain: 'P1M' }])
    expect(withOverrides(query, { granularity: 'end' })).toMatchObject({ granularity: 'end' })
  })
})
