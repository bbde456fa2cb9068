import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Table } from '#core/table/table.ts'
import type { FilterConfig } from '#filters/filter-type.ts'
import { filters, filterType } from '#filters/index.ts'

const config = (kind: string, controlValues = {}): FilterConfig => ({
  id: 'NATIVE_FILTER-1',
  type: 'NATIVE_FILTER',
  filterType: kind,
  targets: [{ datasetId: 4, column: { name: 'region' } }],
  controlValues,
  scope: { rootPath: ['ROOT_ID'], excluded: [] },
})

describe.each(filters.map((each) => [each.type, each] as const))('%s', (name, type) => {
  it('provides a View, and is found by its wire name', () => {
    expect(filterType(name)).toBe(type)
    expect(existsSync(new URL(`./${name}/View.tsx`, import.meta.url))).toBe(true)
  })
  it('restores the value of its mask', () => {
    for (const value of type.examples)
      expect(type.parse(type.toDataMask(value, config(name)).filterState?.value)).toEqual(value)
    expect(type.examples.length).toBeGreaterThan(0)
  })
  it('applies nothing without a value', () => {
    expect(type.toDataMask(undefined, config(name)).extraFormData).toEqual({})
  })
  it('marks an empty required filter', () => {
    expect(type.toDataMask(undefined, config(name, { enableEmptyFilter: true })).filterState?.validateStatus).toBe(
      'error',
    )
  })
  it('parses no value from invalid input', () => {
    for (const raw of [undefined, null, '', {}, []]) expect(type.parse(raw)).toBeUndefined()
  })
  it('builds the same JSON query each time', () => {
    const ask = () => type.toQueries?.(config(name), { filters: [{ col: 'a', op: 'IN', val: ['b'] }] }) ?? []
    expect(JSON.parse(JSON.stringify(ask()))).toEqual(ask())
  })
  it('declares settings of distinct names', () => {
    const names = type.settings.map((each) => each.name)
    expect(new Set(names).size).toBe(names.length)
  })
})

it('D-NATIVE-03: every filter type of the specification exists once', () => {
  const names = filters.map((each) => each.type)
  for (const name of ['select', 'range', 'time', 'timecolumn', 'timegrain']) expect(names).toContain(`filter_${name}`)
  expect(new Set(names).size).toBe(names.length)
})

describe('labels of column values', () => {
  const select = filterType('filter_select')
  const column = (over: object) => ({ column_name: 'day', type_generic: 1, is_dttm: false, ...over }) as never
  const words = (value: readonly unknown[], over: object, controlValues = {}) =>
    select?.describeValue?.(value, config('filter_select', controlValues), column(over))

  it.each([
    [{ type_generic: 2 }, '2001-03-01, 2001-03-08 10:30:00, <NULL>'],
    // Results contain such values as timestamps, regardless of their storage.
    [{ type_generic: 0, is_dttm: true, python_date_format: 'epoch_s' }, '2001-03-01, 2001-03-08 10:30:00, <NULL>'],
    [{ type_generic: 0 }, '983404800000, 984047400000, <NULL>'],
  ])('%o', (over, text) => {
    expect(words([983404800000, 984047400000, null], over)).toBe(text)
    expect(words([983404800000], over, { inverseSelection: true })).toMatch(/ \(excluded\)$/)
  })

  it('shows values unchanged when the column is unknown', () => {
    expect(select?.describeValue?.(['EU', ''], config('filter_select'))).toBe('EU, <empty string>')
  })
})

describe('masks', () => {
  const mask = (name: string, value: unknown, controlValues = {}) =>
    filterType(name)?.toDataMask(value, config(name, controlValues)).extraFormData

  it('a select keeps the chosen values', () => {
    expect(mask('filter_select', ['EU', null])).toEqual({ filters: [{ col: 'region', op: 'IN', val: ['EU', null] }] })
  })
  it('an inverse select excludes the values and shows this in its label', () => {
    expect(mask('filter_select', ['EU'], { inverseSelection: true })).toEqual({
      filters: [{ col: 'region', op: 'NOT IN', val: ['EU'] }],
    })
    const inverse = filterType('filter_select')?.toDataMask(['EU'], config('filter_select', { inverseSelection: true }))
    expect(inverse?.filterState?.label).toBe('EU (excluded)')
  })
  it.each(['filter_select', 'filter_range', 'filter_time'])('an empty required %s lets no row through', (name) => {
    expect(mask(name, undefined, { enableEmptyFilter: true })).toEqual({
      adhoc_filters: [{ expressionType: 'SQL', clause: 'WHERE', sqlExpression: '1 = 0' }],
    })
    expect(filterType(name)?.settings.map((each) => each.name)).toContain('enableEmptyFilter')
  })
  it('both ends of a range are inclusive and an open end is left out', () => {
    expect(mask('filter_range', [10, 50])).toEqual({
      filters: [
        { col: 'region', op: '>=', val: 10 },
        { col: 'region', op: '<=', val: 50 },
      ],
    })
    expect(mask('filter_range', [null, 50])).toEqual({ filters: [{ col: 'region', op: '<=', val: 50 }] })
  })
  it('time, grain and time column override', () => {
    expect(mask('filter_time', 'Last week')).toEqual({ time_range: 'Last week' })
    expect(mask('filter_timegrain', ['P1D'])).toEqual({ time_grain_sqla: 'P1D' })
    expect(mask('filter_timecolumn', ['ds'])).toEqual({ granularity_sqla: 'ds' })
  })
})

describe('options', () => {
  it('D-NATIVE-15: queries values with a count and a limit of 1000, filtered by the parents', () => {
    const [query] =
      filterType('filter_select')?.toQueries?.(config('filter_select'), {
        filters: [{ col: 'country', op: 'IN', val: ['FR'] }],
        time_range: 'Last week',
      }) ?? []
    expect(query).toMatchObject({
      columns: ['region'],
      row_limit: 1000,
      orderby: [['region', true]],
      filters: [{ col: 'country', op: 'IN', val: ['FR'] }],
      time_range: 'Last week',
    })
    expect(query?.metrics).toEqual([{ expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'count' }])
  })
  it('a search finds values that contain the text, ignoring case', () => {
    const type = filterType('filter_select')
    const parents = { filters: [{ col: 'a', op: 'IN', val: ['b'] }] }
    expect(type?.toQueries?.(config('filter_select'), parents, 'eu')[0]?.filters).toEqual([
      { col: 'a', op: 'IN', val: ['b'] },
      { col: 'region', op: 'ILIKE', val: '%eu%' },
    ])
  })
  it('queries and reports the number of values when the limit is reached', () => {
    const type = filterType('filter_select')
    const column = { column_name: 'region', type_generic: 1, is_dttm: false } as const
    const list = (count: number): Table => ({
      columns: [{ name: 'region', type: 1, values: Array.from({ length: count }, (_, at) => `r${at}`) }],
      rowCount: count,
    })
    const many: Table = { columns: [{ name: 'values', type: 0, values: [29_112] }], rowCount: 1 }
    expect(type?.toDependentQuery?.(config('filter_select'), {}, [list(999)], column)).toBeUndefined()
    expect(type?.unlistedOptions?.([list(999)])).toBeUndefined()
    const parents = { filters: [{ col: 'a', op: 'IN', val: ['b'] }] }
    expect(type?.toDependentQuery?.(config('filter_select'), parents, [list(1000)], column)).toMatchObject({
      columns: [],
      metrics: [{ aggregate: 'COUNT_DISTINCT', column: { column_name: 'region' } }],
      filters: parents.filters,
    })
    expect(type?.unlistedOptions?.([list(1000)])).toEqual({})
    expect(type?.unlistedOptions?.([list(1000), many])).toEqual({ total: 29_112 })
    const exactly: Table = { columns: [{ name: 'values', type: 0, values: [1000] }], rowCount: 1 }
    expect(type?.unlistedOptions?.([list(1000), exactly])).toEqual({})
  })
  it('counts some values by a list, and all values without one', () => {
    const type = filterType('filter_select')
    const column = { column_name: 'region', type_generic: 1, is_dttm: false } as const
    const values: Table = { columns: [{ name: 'region', type: 1, values: ['EU', null] }], rowCount: 2 }
    const counts = (over: object = {}, isPart = false) =>
      type?.toCounts?.({ ...config('filter_select'), ...over }, {}, [values], column, isPart)
    expect(type?.toCounts?.(config('filter_select'), {}, [{ columns: [], rowCount: 0 }], column)).toBeUndefined()
    expect(counts()?.filters).toBeUndefined()
    expect(counts()?.row_limit).toBe(1001)
    const own = [{ col: 'region', op: 'IN', val: ['EU', null] }]
    expect(counts({}, true)?.filters).toEqual(own)
    expect(counts({ time_range: 'Last week' })?.filters).toEqual(own)
    expect(
      counts({ adhoc_filters: [{ expressionType: 'SQL', clause: 'WHERE', sqlExpression: 'x > 1' }] }),
    ).toMatchObject({ filters: own, row_limit: 3 })
  })
  it('the pre-filter narrows the options', () => {
    const narrowed = {
      ...config('filter_range'),
      adhoc_filters: [
        { expressionType: 'SIMPLE', clause: 'WHERE', subject: 'kind', operator: '==', comparator: 'a' },
        { expressionType: 'SQL', clause: 'WHERE', sqlExpression: 'x > 1' },
      ],
    }
    const [query] = filterType('filter_range')?.toQueries?.(narrowed, {}) ?? []
    expect(query?.filters).toEqual([{ col: 'kind', op: '==', val: 'a' }])
    expect(query?.extras).toEqual({ where: '(x > 1)' })
    expect(query?.metrics).toHaveLength(2)
  })
})
