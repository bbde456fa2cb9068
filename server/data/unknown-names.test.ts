import { expect, it } from 'vitest'
import { ApiError } from '#core/rest/api-error.ts'
import { withUnknownName } from './errors/sql-suggestion.ts'

const names = { columns: ['revenue', 'region'], metrics: ['total'], functions: ['sum', 'min'], tables: ['sales'] }
const failed = (reason: string, named: unknown, candidates?: unknown) =>
  new ApiError('query-failed', { args: ['it failed'], extra: { reason, names: named, candidates } })

it.each<[string, ApiError, object | undefined]>([
  ['a column', new ApiError('columns-unknown', { args: ["['revenu']"] }), { kind: 'column', candidates: ['revenue'] }],
  ['the first of columns', new ApiError('columns-unknown', { args: ["['regio', 'x']"] }), { candidates: ['region'] }],
  ['columns outside a list', new ApiError('columns-unknown', { args: ['revenu'] }), undefined],
  ['unnamed columns', new ApiError('columns-unknown'), undefined],
  ['a metric', new ApiError('metric-unknown', { args: ['totl'] }), { kind: 'metric', candidates: ['total'] }],
  ['a function', new ApiError('function-refused', { args: ['summ'] }), { kind: 'function', candidates: ['sum'] }],
  ['a table', failed('table-missing', ['main.sale']), { kind: 'table', name: 'sale', candidates: ['sales'] }],
  [
    'a name that the engine suggests',
    failed('column-missing', ['"x"."qty"'], ['s.qt']),
    { name: 'qty', candidates: ['qt'] },
  ],
  ['a name without similar ones', failed('column-missing', ['zzzz']), undefined],
  ['an empty name', failed('column-missing', ['']), undefined],
  ['no list of names', failed('column-missing', 'revenu'), undefined],
  ['another failure', failed('query-timeout', ['revenu']), undefined],
  ['another error', new ApiError('query-empty'), undefined],
])('the error for %s suggests similar names', (_, fault, expected) => {
  const found = withUnknownName(fault, names)
  expect(found.code).toBe(fault.code)
  expect(found.args).toEqual(fault.args)
  if (expected === undefined) expect(found.extra).not.toHaveProperty('mistake')
  else expect(found.extra['mistake']).toMatchObject(expected)
})

it('returns an error without an unknown name unchanged', () => {
  for (const fault of [failed('column-missing', ['']), new ApiError('query-empty'), new ApiError('columns-unknown')])
    expect(withUnknownName(fault, names)).toBe(fault)
})
