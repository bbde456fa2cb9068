import { describe, expect, it } from 'vitest'
import {
  withAddedFilter,
  withChangedFilter,
  draftOf,
  filtersToSave,
  firstInvalidFilter,
  withMovedFilter,
  newDivider,
  newFilter,
  withoutFilter,
  withFilterMarkedRemoved,
  withRestoredFilter,
  withDefault,
  withTarget,
  withType,
} from './filter-draft.ts'
import { filterProblems } from './filter-problems.ts'
import type { FilterConfig } from '#filters/filter-type.ts'
import { openDashboard } from '#testing/dashboard.ts'

const { layout } = openDashboard({})

const select = (id: string, over: Partial<FilterConfig> = {}): FilterConfig => ({
  ...newFilter(id, 3),
  name: id,
  targets: [{ datasetId: 3, column: { name: id } }],
  ...over,
})
const ids = (filters: readonly FilterConfig[]) => filters.map(({ id }) => id.split('-').at(-1))

describe('a new filter', () => {
  it('D-NATIVE-01: gets every field of a native filter when saved', () => {
    const [stored] = filtersToSave(draftOf([select('a')]), layout)
    const { title: _, ...divider } = filtersToSave(draftOf([{ ...newDivider('d'), title: 'Geo' }]), layout)[0] ?? {}
    expect(Object.keys({ ...stored, title: divider }).toSorted()).toEqual(
      [
        'id',
        'type',
        'name',
        'title',
        'description',
        'filterType',
        'controlValues',
        'requiredFirst',
        'targets',
        'cascadeParentIds',
        'defaultDataMask',
        'scope',
        'adhoc_filters',
        'sortMetric',
        'time_range',
        'granularity_sqla',
        'chartsInScope',
        'tabsInScope',
      ].toSorted(),
    )
  })

  it('D-NATIVE-02 D-NATIVE-08 D-NATIVE-09: becomes a filter or a divider, as its id shows', () => {
    expect([newFilter('x').type, newFilter('x').id]).toEqual(['NATIVE_FILTER', 'NATIVE_FILTER-x'])
    expect([newDivider('x').type, newDivider('x').id]).toEqual(['DIVIDER', 'NATIVE_FILTER_DIVIDER-x'])
  })

  it('D-NATIVE-04: a value filter has five control values with their defaults', () => {
    expect(newFilter('x').controlValues).toMatchObject({
      enableEmptyFilter: false,
      defaultToFirstItem: false,
      inverseSelection: false,
      multiSelect: true,
      sortAscending: true,
    })
  })

  it('D-NATIVE-05 D-NATIVE-06 D-NATIVE-07: gets a column, a default mask and a scope', () => {
    const draft = withTarget(draftOf([newFilter('x')]), 'NATIVE_FILTER-x', { datasetId: 3, column: { name: 'origin' } })
    const filled = withChangedFilter(draft, 'NATIVE_FILTER-x', {
      defaultDataMask: { extraFormData: { filters: [] }, filterState: { value: ['ORD'] } },
    })
    const [stored] = filtersToSave(filled, layout)
    expect(stored?.targets).toEqual([{ datasetId: 3, column: { name: 'origin' } }])
    expect(stored?.defaultDataMask?.filterState?.value).toEqual(['ORD'])
    expect(stored?.scope).toEqual({ rootPath: ['ROOT_ID'], excluded: [] })
  })

  it('excludes charts of other datasets, and is required first if it defaults to the first value', () => {
    const fresh = { ...select('a'), scope: newFilter('a', 3, [11]).scope, controlValues: { defaultToFirstItem: true } }
    const [stored] = filtersToSave(draftOf([fresh]), layout)
    expect(stored).toMatchObject({ requiredFirst: true, chartsInScope: [10, 12], scope: { excluded: [11] } })
  })

  it('D-NATIVE-14: trims its name and description when saved', () => {
    const [stored] = filtersToSave(draftOf([select('a', { description: '  of flights \n', name: ' A ' })]), layout)
    expect([stored?.description, stored?.name]).toEqual(['of flights', 'A'])
  })
})

describe('a removed filter', () => {
  const draft = draftOf([
    select('a'),
    select('b', { cascadeParentIds: ['NATIVE_FILTER-a', 'NATIVE_FILTER-c'] }),
    select('c'),
  ])

  it('stays until it is removed, and is restored unchanged', () => {
    const away = withFilterMarkedRemoved(draft, 'NATIVE_FILTER-a')
    expect([ids(away.filters), away.removing]).toEqual([['a', 'b', 'c'], ['NATIVE_FILTER-a']])
    expect(withRestoredFilter(away, 'NATIVE_FILTER-a')).toEqual(draft)
    expect(withoutFilter(withRestoredFilter(away, 'NATIVE_FILTER-a'), 'NATIVE_FILTER-a')).toEqual(draft)
  })

  it('disappears from the parents of others, and the next filter is selected', () => {
    const removedItems = withoutFilter(withFilterMarkedRemoved(draft, 'NATIVE_FILTER-a'), 'NATIVE_FILTER-a')
    expect(ids(removedItems.filters)).toEqual(['b', 'c'])
    expect([removedItems.selected, removedItems.filters[0]?.cascadeParentIds]).toEqual([
      'NATIVE_FILTER-b',
      ['NATIVE_FILTER-c'],
    ])
  })

  it('stays out of the saved filters', () => {
    const away = withFilterMarkedRemoved(withFilterMarkedRemoved(draft, 'NATIVE_FILTER-c'), 'NATIVE_FILTER-a')
    expect(ids(filtersToSave(away, layout))).toEqual(['b'])
  })
})

describe('a draft of filters', () => {
  it.each([
    [0, ['c', 'a', 'b']],
    [1, ['a', 'c', 'b']],
    [9, ['a', 'b', 'c']],
    [-1, ['c', 'a', 'b']],
  ])('moves the last filter to position %s', (position, order) => {
    const draft = draftOf([select('a'), select('b'), select('c')])
    expect(ids(withMovedFilter(draft, 'NATIVE_FILTER-c', position).filters)).toEqual(order)
  })

  it('a change of type removes column, sort order and default, and keeps settings that both types have', () => {
    const full = select('a', {
      sortMetric: 'count',
      controlValues: { enableEmptyFilter: true, inverseSelection: true },
      defaultDataMask: { filterState: { value: ['x'] } },
    })
    const { filters, defaulted } = withType(draftOf([full]), full.id, 'filter_time')
    expect(defaulted).toEqual([])
    expect(filters[0]).toMatchObject({ targets: [{}], sortMetric: null, controlValues: { enableEmptyFilter: true } })
    expect(filters[0]?.controlValues).not.toHaveProperty('inverseSelection')
    expect(filters[0]?.defaultDataMask?.filterState).toEqual({})
  })

  it('a change of dataset removes settings with column names, and a change of column keeps them', () => {
    const full = select('a', { sortMetric: 'count', granularity_sqla: 'date' })
    const target = (to: object) => withTarget(draftOf([full]), full.id, to).filters[0]
    expect(target({ datasetId: 4 })).toMatchObject({ sortMetric: null, granularity_sqla: null })
    expect(target({ datasetId: 3, column: { name: 'b' } })).toMatchObject({
      sortMetric: 'count',
      granularity_sqla: 'date',
    })
  })

  it.each<[string, FilterConfig, object]>([
    ['whole', select('a'), {}],
    ['nameless', select('a', { name: ' ' }), { name: 'Name is required' }],
    ['a filter without a dataset', select('a', { targets: [{}] }), { dataset: 'Dataset is required' }],
    ['a filter without a column', select('a', { targets: [{ datasetId: 3 }] }), { column: 'Column is required' }],
    ['a time range', select('a', { filterType: 'filter_time', targets: [{}] }), {}],
    ['a grain of a dataset', select('a', { filterType: 'filter_timegrain', targets: [{ datasetId: 3 }] }), {}],
    ['a divider without a title', newDivider('d'), { name: 'Title is required' }],
  ])('%s', (_, filter, problems) => {
    expect(filterProblems(draftOf([filter]), filter)).toEqual(problems)
  })

  it('reports an enabled default without a value', () => {
    const draft = withDefault(draftOf([select('a')]), 'NATIVE_FILTER-a', true)
    expect(draft.filters.map((each) => filterProblems(draft, each))).toEqual([{ default: 'Default value is required' }])
    expect(withDefault(draft, 'NATIVE_FILTER-a', false).defaulted).toEqual([])
  })

  it('reports filters with a cyclic dependency', () => {
    const on = (id: string, parent: string) => select(id, { cascadeParentIds: [`NATIVE_FILTER-${parent}`] })
    const draft = draftOf([on('a', 'b'), on('b', 'c'), on('c', 'a'), on('d', 'a')])
    const said = draft.filters.map((each) => filterProblems(draft, each).parents)
    expect(said).toEqual([
      'Cyclic dependency detected: a → b → c → a',
      'Cyclic dependency detected: b → c → a → b',
      'Cyclic dependency detected: c → a → b → c',
      undefined,
    ])
  })

  it('selects the current filter as the first invalid one, then others', () => {
    const draft = withAddedFilter(draftOf([select('a', { name: '' })]), select('b', { name: '' }))
    expect(firstInvalidFilter(draft)).toBe('NATIVE_FILTER-b')
    expect(firstInvalidFilter({ ...draft, selected: undefined })).toBe('NATIVE_FILTER-a')
    expect(
      firstInvalidFilter(withFilterMarkedRemoved(withFilterMarkedRemoved(draft, 'NATIVE_FILTER-b'), 'NATIVE_FILTER-a')),
    ).toBeUndefined()
  })
})
