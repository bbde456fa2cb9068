import { describe, expect, it } from 'vitest'
import { selectFilter } from '#testing/dashboard.ts'
import { filterOfName, isFilterParam, masksOfFilterParams, filterParamsIn, printFilterParams } from './named-filters.ts'

const named = (id: string, name: string, more: object = {}) => ({ ...selectFilter(id, 'c'), name, ...more })
const region = named('F-1', 'Region')
const price = named('F-2', 'Price', { filterType: 'filter_range' })
const date = named('F-3', 'Date', { filterType: 'filter_time', targets: [{}] })
const filters = [region, price, date]

const state = (value: unknown) => ({ filterState: { value } })
const valuesOf = (search: string, of = filters) => masksOfFilterParams(of, filterParamsIn(new URLSearchParams(search)))

describe('filters by name in a URL', () => {
  it.each([
    [region, ['EMEA', 'APAC'], 'EMEA,APAC'],
    [region, ['a, b', 'c'], '"a, b",c'],
    [region, ['5', 5, 'true', true, 'null', null], '"5",5,"true",true,"null",null'],
    [region, ['', ' x', '"q"', 'it"s'], '""," x","\\"q\\"",it"s'],
    [region, ['9007199254740993', 1e21, 'NaN'], '9007199254740993,1e+21,NaN'],
    [region, null, ''],
    [price, [10, 50.5], '10..50.5'],
    [price, [null, -3], '..-3'],
    [price, [1, null], '1..'],
    [date, 'Last quarter', 'Last quarter'],
    [date, '2001-04-01 : 2001-07-01', '2001-04-01 : 2001-07-01'],
  ])('print and parse %#: %j', (filter, value, text) => {
    const { named: printed, others } = printFilterParams(filters, { [filter.id]: state(value) })
    expect([printed, others]).toEqual([[[`f.${filter.name}`, text]], {}])
    expect(masksOfFilterParams(filters, [[filter.name, text]])).toEqual({
      masks: { [filter.id]: state(value) },
      problems: [],
    })
  })

  it('leave cross-filters and values without a readable form to the other masks', () => {
    const masks = { 10: { id: '10' }, 'F-1': state([{ a: 1 }]), 'F-2': state([1, 2]) }
    expect(printFilterParams(filters, masks)).toEqual({
      named: [['f.Price', '1..2']],
      others: { 10: masks[10], 'F-1': masks['F-1'] },
    })
  })

  it('filters with equal names use their ids; the name alone refers to the first', () => {
    const other = named('F-9', 'region')
    const both = [region, other]
    const masks = { 'F-1': state(['a']), 'F-9': state(['b']) }
    const { named: printed } = printFilterParams(both, masks)
    expect(printed).toEqual([
      ['f.Region~F-1', 'a'],
      ['f.region~F-9', 'b'],
    ])
    expect(valuesOf('f.Region~F-1=a&f.region~F-9=b', both).masks).toEqual(masks)
    expect([filterOfName(both, 'REGION')?.id, filterOfName(both, 'region')?.id]).toEqual(['F-1', 'F-9'])
  })

  it('filters without a name, or with one that a URL cannot have, are named by their id', () => {
    for (const name of ['', '  ', '\uD800']) {
      const { named: printed } = printFilterParams([named('F-1', name)], { 'F-1': state(['a']) })
      expect(printed).toEqual([['f.F-1', 'a']])
    }
  })

  it('reports a filter or a value that does not exist; the others apply', () => {
    expect(valuesOf('f.Region=EMEA&f.Color=red&f.Price=cheap&page=2')).toEqual({
      masks: { 'F-1': state(['EMEA']) },
      problems: [
        { name: 'Color', reason: 'no filter' },
        { name: 'Price', reason: 'no value' },
      ],
    })
  })

  it('differ from other parameters', () => {
    expect(['f.Region', 'f.region', 'f.Color', 'Region', 'page'].map((each) => isFilterParam(filters, each))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
  })
})
