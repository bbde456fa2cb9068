import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { FilterEditor } from './FilterEditor.tsx'
import {
  ADVANCED_DELAY,
  advancedTypeOf,
  comparedValues,
  offeredOperators,
  readOperators,
  tableName,
} from './operators.ts'
import { SimplePage } from './SimplePage.tsx'
import { canSave, subjectOf } from './subjects.ts'
import AdhocFilterView from './View.tsx'
import type { Control, ControlContext } from '#controls/control.ts'
import { type AdhocFilter, newFilter } from '#core/filter/adhoc-filter.ts'

const context: ControlContext = {
  dataset: {
    id: 1,
    type: 'table',
    name: 'hits',
    columns: [
      { column_name: 'origin', type_generic: 1, is_dttm: false, filterable: true },
      { column_name: 'ip', type_generic: 1, is_dttm: false, advanced_data_type: 'internet_address' },
      { column_name: 'ds', type_generic: 1, is_dttm: false },
      { column_name: 'late', type_generic: 3, is_dttm: false },
    ],
    metrics: [],
    time_grains: [],
    source: { databaseId: 1, table: 'hits', schema: 'web' },
  },
  form: { viz_type: 'table' },
}
const nothing = () => undefined
const words = (markup: string) => markup.replace(/<[^>]+>/g, '|').replace(/\|+/g, '|')
const editor = (filter: AdhocFilter) =>
  renderToStaticMarkup(<FilterEditor filter={filter} context={context} onSave={nothing} onClose={nothing} />)
const simple: AdhocFilter = {
  ...newFilter('a'),
  subject: 'origin',
  operatorId: 'IN',
  operator: 'IN',
  comparator: ['ORD'],
}
const sql: AdhocFilter = { ...newFilter('b'), expressionType: 'SQL', sqlExpression: 'ori' }
const isSaveDisabled = (markup: string) => /<button[^>]*disabled=""[^>]*><span[^>]*>Save/.test(markup)

describe('the editor', () => {
  it('E-FILTER-02 E-FILTER-03: has the tabs Simple and Custom SQL, Close, Save and a resize handle', () => {
    const markup = editor(simple)
    expect(words(markup)).toMatch(/\|Simple\|Custom SQL\|.*\|Close\|Save\|/)
    expect(markup).toContain('aria-label="Resize"')
    expect(markup).toContain('width:600px')
  })

  it('E-FILTER-04: Simple has a column, an operator and values', () => {
    expect(words(editor(simple))).toContain('|Column|abc|origin|Operator|In|Values|ORD|')
  })

  it('E-FILTER-05 E-FILTER-06: Custom SQL has WHERE or HAVING, and completes columns', () => {
    const text = words(editor(sql))
    expect(text).toMatch(/\|Clause\|WHERE\|/)
    expect(text).toContain('|origin|')
    expect(words(editor({ ...sql, clause: 'HAVING' }))).toMatch(/\|Clause\|HAVING\|/)
  })

  it('E-FILTER-24: Save is disabled while the filter is not valid', () => {
    expect(isSaveDisabled(editor(newFilter('a')))).toBe(true)
    expect(isSaveDisabled(editor(simple))).toBe(false)
  })

  it('E-FILTER-39: the column asks for Custom SQL to filter on a metric', () => {
    expect(words(editor(newFilter('a')))).toContain('|To filter on a metric, use Custom SQL tab.|')
  })
})

describe('advanced types', () => {
  const wrong = { text: '', operators: [], error: 'Failed to retrieve advanced type' }

  it('E-FILTER-25 E-FILTER-37: Save is disabled when the conversion reports an error, which is shown', () => {
    expect(canSave(simple, wrong)).toBe(false)
    expect(canSave(simple, { ...wrong, error: '' })).toBe(true)
    expect(canSave(sql, wrong)).toBe(true)
    const page = <SimplePage filter={simple} context={context} advanced={wrong} onChange={nothing} />
    expect(words(renderToStaticMarkup(page))).toContain('|Failed to retrieve advanced type|')
  })

  it('E-FILTER-36: are asked 600 ms after the last change', () => {
    expect(ADVANCED_DELAY).toBe(600)
  })

  it('are asked about the values of their column, and narrow the operators', () => {
    expect([advancedTypeOf('ip', context), advancedTypeOf('origin', context)]).toEqual(['internet_address', undefined])
    expect(comparedValues({ ...simple, comparator: ['1.1.1.1', null, ''] })).toEqual(['1.1.1.1'])
    expect(readOperators(['==', 'NOT IN', 'NOT_IN', 'EQUALS', 'GREATER_THAN', 'unheard'])).toEqual([
      'EQUALS',
      'NOT_IN',
      'NOT_IN',
      'EQUALS',
      'GREATER_THAN',
    ])
    const allowed = { text: '', operators: readOperators(['==', 'IN']), error: '' }
    expect(offeredOperators(subjectOf('ip', context), allowed)).toEqual(['EQUALS', 'IN'])
  })
})

it('E-FILTER-29: the latest partition is offered for the partition column alone', () => {
  const offers = (name: string) =>
    offeredOperators(subjectOf(name, context, ['ds']), undefined).includes('LATEST_PARTITION')
  expect([offers('ds'), offers('origin')]).toEqual([true, false])
  expect(tableName(context)).toBe('web.hits')
})

it('E-FILTER-27: a boolean column is true, false, null or not null', () => {
  expect(offeredOperators(subjectOf('late', context), undefined).toSorted()).toEqual([
    'IS_FALSE',
    'IS_NOT_NULL',
    'IS_NULL',
    'IS_TRUE',
  ])
})

it("E-FILTER-40: a filter of the dashboard says that it won't be saved with the chart", () => {
  const control: Control = {
    type: 'adhoc_filter',
    name: 'adhoc_filters',
    label: 'Filters',
    affects: 'query',
    multi: true,
  }
  const view = (filter: AdhocFilter) =>
    renderToStaticMarkup(
      <AdhocFilterView control={control} value={[filter]} onChange={nothing} errors={[]} context={context} />,
    )
  expect(view({ ...simple, isExtra: true })).toContain('won&#x27;t be saved with the chart')
  expect(view(simple)).not.toContain('saved with the chart')
})
