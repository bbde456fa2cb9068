import { expect, it } from 'vitest'
import { type ClauseVocabulary, clauseCompletion } from './complete-clause.ts'

const vocabulary: ClauseVocabulary = {
  datasets: [
    {
      name: 'sales',
      columns: [
        { column_name: 'region', type: 'VARCHAR' },
        { column_name: 'Sales Team', type: 'VARCHAR' },
      ],
    },
    { name: 'costs', columns: [{ column_name: 'region', type: 'TEXT' }] },
  ],
  functions: ['lower'],
  backend: 'duckdb',
  attributes: ['region', 'team'],
}

/** Completes at the sign `|` of a text. */
function at(marked: string, isExplicit = false, over: Partial<ClauseVocabulary> = {}) {
  const offset = marked.indexOf('|')
  const text = marked.slice(0, offset) + marked.slice(offset + 1)
  const found = clauseCompletion({ ...vocabulary, ...over })(text, offset, isExplicit)
  return found && { from: found.from, all: found.lists.flat() }
}
const labels = (marked: string, isExplicit = false) => at(marked, isExplicit)?.all.map(({ label }) => label)
const textOf = (marked: string, label: string, kind: string) =>
  at(marked)?.all.find((each) => each.label === label && each.kind === kind)?.text

it('offers the columns of the datasets, functions, keywords, macros and attributes of users', () => {
  expect(labels('re|')).toEqual(
    expect.arrayContaining(['region', 'Sales Team', 'lower', 'AND', 'current_username', 'team']),
  )
  expect(at('a = re|')?.from).toBe(4)
  expect(textOf('re|', 'Sales Team', 'column')).toBe('"Sales Team"')
  expect(textOf('re|', 'current_username', 'macro')).toBe('{{ current_username() }}')
  expect(textOf('re|', 'team', 'macro')).toBe("{{ attribute('team') | where_in }}")
})

it('names the dataset that lacks a column', () => {
  const columns = at('re|')?.all.filter(({ kind }) => kind === 'column')
  expect(columns?.map(({ label, detail }) => [label, detail])).toEqual([
    ['region', 'VARCHAR'],
    ['Sales Team', 'not in costs'],
  ])
})

it('offers only columns after an opening quote, in the quotes of the dialect', () => {
  expect(at('x = 1 AND "Sa|')?.from).toBe(10)
  expect(at('"Sa|')?.all.map(({ label, text }) => [label, text])).toEqual([
    ['"region', '"region"'],
    ['"Sales Team', '"Sales Team"'],
  ])
  expect(at('`Sa|', false, { backend: 'mysql' })?.all[1]?.text).toBe('`Sales Team`')
})

it('offers macros and attributes without braces within a template', () => {
  expect(textOf('region IN {{ at|', 'attribute', 'macro')).toBe("attribute('name')")
  expect(textOf('region IN {{ te| }}', 'team', 'macro')).toBe("attribute('team')")
  expect(labels('{% if cu|')).toContain('current_user_id')
  expect(labels('{{ re|')).not.toContain('lower')
  expect(labels('{{ current_username() }} = lo|')).toContain('lower')
})

it('offers only the names of attributes as the argument of attribute()', () => {
  expect(labels("region IN {{ attribute('|")).toEqual(['region', 'team'])
  expect(at("region IN {{ attribute('te|') }}")?.all.map(({ text }) => text)).toEqual(['region', 'team'])
})

it.each(["region = 'no|rth'", 'x -- re|', "{{ url_param('re|", 'x = |', '{{ |', ''])(
  'offers nothing at %s',
  (marked) => {
    expect(marked === '' ? clauseCompletion(vocabulary)('', 0, false) : at(marked)).toBeUndefined()
  },
)

it('offers everything on request without a word', () => {
  expect(labels('x = |', true)).toContain('region')
  expect(labels('{{ |', true)).toContain('attribute')
})
