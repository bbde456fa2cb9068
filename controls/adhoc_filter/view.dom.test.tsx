import { cleanup, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { FilterEditor } from './FilterEditor.tsx'
import AdhocFilterView from './View.tsx'
import type { ControlContext } from '#controls/control.ts'
import { type AdhocFilter, newFilter } from '#core/filter/adhoc-filter.ts'
import { acceptCompletion } from '#testing/accept-completion.ts'
import { controlContext } from '#testing/control-context.ts'
import {
  box,
  choose,
  findCodeEditor,
  userInput,
  hintOf,
  isOpen,
  readOptions,
  press,
  mockResponses,
  waitForAssertion,
  writeCode,
} from '#testing/user-input.ts'

/** The values of the filter column: two origins with counts. */
const values = {
  result: [
    {
      rowcount: 2,
      colnames: ['origin', '__count'],
      coltypes: [1, 0],
      columns: [
        ['ORD', 'ATL'],
        [7, 5],
      ],
    },
  ],
}
const inOrigins: AdhocFilter = {
  ...newFilter('f'),
  subject: 'origin',
  operator: 'IN',
  operatorId: 'IN',
  comparator: ['ORD', 'ATL'],
}

/** Opens the filter editor; returns what Save has committed. */
function open(filter: AdhocFilter = newFilter('f'), context: ControlContext = controlContext(), more: object = {}) {
  const calls = mockResponses({ '/api/v1/chart/data': values, ...more })
  const onSave = vi.fn<(filter: AdhocFilter) => void>()
  const onClose = vi.fn<() => void>()
  const { container } = render(<FilterEditor filter={filter} context={context} onSave={onSave} onClose={onClose} />)
  return { calls, onSave, onClose, container }
}
async function saved({ onSave }: ReturnType<typeof open>): Promise<AdhocFilter | undefined> {
  await press('Save')
  return onSave.mock.lastCall?.[0]
}
/** Types a value into the comparator and selects it. */
async function enter(label: string, text: string): Promise<void> {
  await userInput().click(box(label))
  await userInput().keyboard(`${text}{Enter}`)
  await userInput().keyboard('{Escape}')
}

describe('choosing an operator', () => {
  it('E-FILTER-15: an operator for several values turns the value into a list', async () => {
    const editor = open({ ...inOrigins, operator: '==', operatorId: 'EQUALS', comparator: 'ORD' })
    await choose('Operator', 'In')
    expect(await saved(editor)).toMatchObject({ operatorId: 'IN', operator: 'IN', comparator: ['ORD'] })
  })

  it('E-FILTER-16: an operator for one value keeps the first of a list', async () => {
    const editor = open(inOrigins)
    await choose('Operator', 'Equal to (=)')
    expect(await saved(editor)).toMatchObject({ operatorId: 'EQUALS', operator: '==', comparator: 'ORD' })
  })

  it('E-FILTER-17: a boolean operator sets a boolean', async () => {
    const editor = open({ ...newFilter('f'), subject: 'delay', operator: '==', operatorId: 'EQUALS', comparator: 3 })
    await choose('Operator', 'Is true')
    expect(await saved(editor)).toMatchObject({ operatorId: 'IS_TRUE', comparator: true })
  })

  it('an operator without a value clears the values', async () => {
    const editor = open(inOrigins)
    await choose('Operator', 'Is null')
    expect(screen.queryByRole('combobox', { name: /^Value/ })).toBeNull()
    expect(await saved(editor)).toMatchObject({ operatorId: 'IS_NULL', operator: 'IS NULL', comparator: null })
  })
})

describe('the editor', () => {
  it('E-FILTER-02 E-FILTER-05: it has the tabs Simple and Custom SQL, and the second a clause', async () => {
    const editor = open()
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Simple', 'Custom SQL'])
    expect(screen.queryByRole('combobox', { name: /^Clause/ })).toBeNull()
    await press('Custom SQL', 'tab')
    expect(await readOptions('Clause')).toEqual(['WHERE', 'HAVING'])
    await writeCode('SQL expression', 'SUM(delay) > 5')
    await choose('Clause', 'HAVING')
    expect(await saved(editor)).toMatchObject({
      expressionType: 'SQL',
      clause: 'HAVING',
      sqlExpression: 'SUM(delay) > 5',
    })
    expect(editor.onClose).toHaveBeenCalledOnce()
  })

  it('E-FILTER-03: Close discards changes, and the corner makes the editor wider', async () => {
    const { container, onSave, onClose } = open(inOrigins)
    const width = () => Number.parseFloat((container.firstElementChild as HTMLElement).style.width)
    const narrow = width()
    screen.getByRole('button', { name: 'Resize' }).focus()
    await userInput().keyboard('{ArrowRight}')
    expect(width()).toBeGreaterThan(narrow)
    await choose('Operator', 'Is null')
    await press('Close')
    expect(onClose).toHaveBeenCalledOnce()
    expect(onSave).not.toHaveBeenCalled()
  })

  it('E-FILTER-04: a column, an operator and a value or several make a simple filter', async () => {
    const editor = open()
    await choose('Column', /origin/)
    await userInput().click(box('Values'))
    await userInput().click(await screen.findByRole('option', { name: /ATL/ }))
    await userInput().keyboard('{Escape}')
    await enter('Values', 'DFW')
    expect(await saved(editor)).toMatchObject({ subject: 'origin', operatorId: 'IN', comparator: ['ATL', 'DFW'] })
    await choose('Operator', 'Not equal to (≠)')
    await enter('Value', 'JFK')
    expect(await saved(editor)).toMatchObject({ operatorId: 'NOT_EQUALS', comparator: 'JFK' })
  })

  it('values are selected from an inline list, which covers no content and shows their number', async () => {
    const editor = open({ ...inOrigins, comparator: ['ATL'] })
    const list = await screen.findByRole('listbox', { name: 'Values' })
    expect(editor.container.contains(list)).toBe(true)
    await screen.findByText('1 of 2 values')
    await userInput().click(screen.getByRole('option', { name: /ORD/ }))
    expect(screen.getByText('2 of 2 values')).toBeDefined()
    box('Values').focus()
    await userInput().keyboard('{ArrowDown}{Enter}')
    expect(screen.getByText('1 of 2 values')).toBeDefined()
    expect(screen.getByRole('listbox', { name: 'Values' })).toBe(list)
    await userInput().keyboard('a')
    expect(screen.getByText('1 chosen')).toBeDefined()
    await userInput().keyboard('{Backspace}')
    expect(await saved(editor)).toMatchObject({ operatorId: 'IN', comparator: ['ORD'] })
  })

  it('E-FILTER-06: the expression is written with completions', async () => {
    const editor = open()
    await press('Custom SQL', 'tab')
    await writeCode('SQL expression', 'delay > 5 AND ori')
    await userInput().keyboard('{Control>} {/Control}')
    const [first] = await screen.findAllByRole('option', { hidden: true })
    expect(first?.textContent).toBe('originVARCHAR')
    const { element, text } = await findCodeEditor('SQL expression')
    await acceptCompletion(element)
    await waitForAssertion(() => expect(text()).toBe('delay > 5 AND origin'))
    expect((await saved(editor))?.sqlExpression).toBe('delay > 5 AND origin')
  })

  it('E-FILTER-24: Save is disabled until the filter is complete', async () => {
    open()
    expect(isOpen('Save')).toBe(false)
    await choose('Column', /origin/)
    expect(isOpen('Save')).toBe(false)
    await enter('Values', 'ORD')
    expect(isOpen('Save')).toBe(true)
    await press('Custom SQL', 'tab')
    expect(isOpen('Save')).toBe(false)
    await writeCode('SQL expression', 'x > 1')
    expect(isOpen('Save')).toBe(true)
  })

  it('E-FILTER-25 E-FILTER-37: Save is closed while the advanced type has found an error', async () => {
    const column = { column_name: 'door', type_generic: 0, is_dttm: false, advanced_data_type: 'port' }
    const said = (call: { query: URLSearchParams }) => {
      const q = call.query.get('q') ?? ''
      if (q.includes('lost')) return Response.json({ message: 'gone' }, { status: 500 })
      const isWrong = q.includes('nosuch')
      return {
        result: {
          display_value: isWrong ? '' : '443',
          valid_filter_operators: ['EQUALS', 'IN'],
          error_message: isWrong ? "'nosuch' is no port" : '',
        },
      }
    }
    open(
      { ...newFilter('f'), subject: 'door', operator: '==', operatorId: 'EQUALS' },
      controlContext({ dataset: { columns: [column] } }),
      { '/api/v1/advanced_data_type/convert': said },
    )
    await enter('Value', 'nosuch')
    await waitForAssertion(() => expect(screen.getByText("'nosuch' is no port")).toBeDefined())
    expect(isOpen('Save')).toBe(false)
    await enter('Value', 'lost')
    await waitForAssertion(() => expect(screen.getByText('Failed to retrieve advanced type')).toBeDefined())
    expect(isOpen('Save')).toBe(false)
    await enter('Value', 'https')
    await waitForAssertion(() => expect(screen.getByText('443')).toBeDefined())
    expect(isOpen('Save')).toBe(true)
  })
})

it('E-FILTER-36: an advanced type is queried 600 ms after the last change', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const column = { column_name: 'door', type_generic: 0, is_dttm: false, advanced_data_type: 'port' }
  const context = controlContext({ dataset: { columns: [column] } })
  const filter = { ...newFilter('f'), subject: 'door', operator: '==', operatorId: 'EQUALS' } as const
  const { calls } = open({ ...filter, comparator: 'https' }, context)
  const requested = () => calls.filter(({ path }) => path.includes('advanced_data_type')).length
  vi.advanceTimersByTime(599)
  expect(requested()).toBe(0)
  vi.advanceTimersByTime(1)
  expect(requested()).toBe(1)
})

it('the values are below their field in the editor, cover no content, and show the count of the selected', async () => {
  const many = { rowcount: 3, colnames: ['origin', '__count'], coltypes: [1, 0] }
  const said = (call: { body: unknown }) => {
    const isSearch = JSON.stringify(call.body).includes('ILIKE')
    const columns = [isSearch ? ['ATL'] : ['ORD', 'ATL', 'DFW'], isSearch ? [5] : [7, 5, 1]]
    return { result: [{ ...many, rowcount: columns[0]?.length, columns }] }
  }
  const { container } = open(inOrigins, controlContext(), { '/api/v1/chart/data': said })
  const names = () => screen.getAllByRole('option').map((option) => option.textContent)
  await waitForAssertion(() => expect(names()).toHaveLength(3))
  expect(container.contains(screen.getByRole('listbox', { name: 'Values' }))).toBe(true)
  expect(box('Values').getAttribute('aria-expanded')).toBe('true')
  expect(screen.getByText('2 of 3 values')).toBeDefined()
  await userInput().click(screen.getByRole('option', { name: /DFW/ }))
  expect(screen.getByText('3 of 3 values')).toBeDefined()
  // Selected options must not move.
  expect(names().map((name) => name?.slice(0, 3))).toEqual(['ORD', 'ATL', 'DFW'])
  await userInput().type(box('Values'), 'AT')
  await waitForAssertion(() => expect(names()).toHaveLength(2))
  await userInput().keyboard('{Enter}')
  expect(screen.getByText('2 of 3 values')).toBeDefined()
  await waitForAssertion(() => expect(names()).toHaveLength(3))
})

describe('a metric', () => {
  const operators = [
    'Equal to (=)',
    'Not equal to (≠)',
    'Less than (<)',
    'Greater than (>)',
    'Less or equal (<=)',
    'Greater or equal (>=)',
  ]
  const overMiles: AdhocFilter = {
    ...newFilter('f'),
    expressionType: 'SQL',
    clause: 'HAVING',
    subject: 'miles',
    operator: '>',
    operatorId: 'GREATER_THAN',
    comparator: 5,
    sqlExpression: 'SUM(distance) > 5',
  }
  const tab = () => screen.getByRole('tab', { selected: true }).textContent

  it('E-FILTER-13 E-FILTER-28: compares it in HAVING, by the six comparisons', async () => {
    const editor = open()
    await choose('Column', /Miles flown/)
    expect(await readOptions('Operator')).toEqual(operators)
    expect(isOpen('Save')).toBe(false)
    await enter('Value', '5')
    expect(await saved(editor)).toMatchObject({ ...overMiles, isNew: false })
    await choose('Operator', 'Less or equal (<=)')
    expect(await saved(editor)).toMatchObject({ operator: '<=', sqlExpression: 'SUM(distance) <= 5' })
    expect(editor.calls.filter(({ path }) => path.startsWith('/api/v1/chart/data'))).toEqual([])
  })

  it('E-FILTER-28: accepts one that only the chart has', async () => {
    const column = { column_name: 'delay' }
    const late = { expressionType: 'SIMPLE', column, aggregate: 'AVG', label: 'Mean delay', hasCustomLabel: true }
    const editor = open(newFilter('f'), controlContext({ form: { metrics: ['miles', late] } }))
    await choose('Column', /Mean delay/)
    await enter('Value', '1.5')
    expect(await saved(editor)).toMatchObject({ subject: 'Mean delay', sqlExpression: 'AVG("delay") > 1.5' })
  })

  it('opens on Simple again while its SQL is equivalent', async () => {
    const editor = open(overMiles)
    expect(tab()).toBe('Simple')
    expect(box('Column').textContent).toContain('Miles flown')
    expect(box('Operator').textContent).toContain('Greater than (>)')
    await press('Custom SQL', 'tab')
    expect((await findCodeEditor('SQL expression')).text()).toBe('SUM(distance) > 5')
    await writeCode('SQL expression', 'SUM(distance) > 50')
    const written = await saved(editor)
    expect(written?.sqlExpression).toBe('SUM(distance) > 50')
    cleanup()
    open(written)
    expect(tab()).toBe('Custom SQL')
    await press('Simple', 'tab')
    await choose('Column', /origin/)
    expect(box('Operator').textContent).toContain('Greater than (>)')
  })

  it('converts a simple filter on groups when it is opened and saved', async () => {
    const editor = open({ ...overMiles, expressionType: 'SIMPLE', sqlExpression: null })
    expect(tab()).toBe('Simple')
    expect(await saved(editor)).toMatchObject({ ...overMiles, isNew: false })
  })

  it('E-FILTER-39: the column offers Custom SQL when there is no saved metric', async () => {
    const placeholder = 'To filter on a metric, use Custom SQL tab.'
    open(newFilter('f'), controlContext({ dataset: { metrics: [] } }))
    expect(box('Column').textContent).toBe(placeholder)
    await choose('Column', /origin/)
    expect(box('Column').textContent).not.toContain(placeholder)
    cleanup()
    open()
    expect(box('Column').textContent).toBe('Select a column or a metric')
  })
})

const control = {
  type: 'adhoc_filter',
  name: 'adhoc_filters',
  label: 'Filters',
  affects: 'query',
  multi: true,
} as const

it('E-FILTER-40: a filter from the dashboard is marked as not saved with the chart', async () => {
  mockResponses({})
  const own = { ...inOrigins, filterOptionName: 'own', comparator: ['DFW'] }
  render(
    <AdhocFilterView
      control={control}
      value={[own, { ...inOrigins, isExtra: true }]}
      onChange={() => undefined}
      errors={[]}
      context={controlContext()}
    />,
  )
  const text = "This filter was inherited from the dashboard's context. It won't be saved with the chart."
  expect(screen.getAllByRole('button', { name: text })).toHaveLength(1)
  expect(await hintOf(text)).toBe(text)
})

it('underlines the name in SQL of a filter for which the query failed, and replaces it by one click', async () => {
  const mistake = { kind: 'column', name: 'dely', candidates: ['delay'] } as const
  const context = { ...controlContext(), failure: { message: 'There is no column dely', mistake } }
  const filter: AdhocFilter = { ...newFilter('f'), expressionType: 'SQL', clause: 'WHERE', sqlExpression: 'dely > 0' }
  const editor = open(filter, context)
  await findCodeEditor('SQL expression')
  await waitForAssertion(() => expect(document.querySelector('.cm-wrong')?.textContent).toBe('dely'))
  await press('Use "delay"')
  expect(await saved(editor)).toMatchObject({ sqlExpression: 'delay > 0' })
})

it('filters are added to the list, changed and removed, and an incomplete one shows an error', async () => {
  mockResponses({ '/api/v1/chart/data': () => Response.json({ message: 'broken' }, { status: 500 }) })
  const stored: { filters: readonly AdhocFilter[] | undefined } = { filters: [] }
  function StatefulControl() {
    const [value, setValue] = useState<readonly AdhocFilter[] | undefined>([
      { ...newFilter('filter_1'), subject: 'delay' },
    ])
    stored.filters = value
    return (
      <AdhocFilterView control={control} value={value} onChange={setValue} errors={[]} context={controlContext()} />
    )
  }
  render(<StatefulControl />)
  expect(screen.getAllByTitle('A filter is not complete')).toHaveLength(1)
  await press('Add a filter')
  await choose('Column', /origin/)
  await choose('Operator', 'Equal to (=)')
  await waitForAssertion(() => expect(box('Value').closest('[aria-busy="true"]')).toBeNull())
  await userInput().click(box('Value'))
  await userInput().keyboard('JFK{Enter}')
  await press('Save')
  expect(stored.filters).toMatchObject([
    { filterOptionName: 'filter_1' },
    { filterOptionName: 'filter_2', subject: 'origin', operator: '==', comparator: 'JFK' },
  ])
  await press("origin = 'JFK'")
  await choose('Operator', 'Not equal to (≠)')
  await press('Save')
  expect(stored.filters).toMatchObject([{}, { filterOptionName: 'filter_2', operator: '!=' }])
  await press("Remove origin != 'JFK'")
  expect(stored.filters).toMatchObject([{ subject: 'delay' }])
})
