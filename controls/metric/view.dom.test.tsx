import { act, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import MetricView from './View.tsx'
import type { Control, ControlContext } from '#controls/control.ts'
import type { QueryMetric } from '#core/query/query-object.ts'
import { controlContext } from '#testing/control-context.ts'
import {
  box,
  button,
  choose,
  findCodeEditor,
  userInput,
  isOpen,
  press,
  waitForAssertion,
  write,
  writeCode,
} from '#testing/user-input.ts'

const control: Control = { type: 'metric', name: 'metrics', label: 'Metrics', affects: 'query', multi: true }
const sum: QueryMetric = { expressionType: 'SIMPLE', column: { column_name: 'delay' }, aggregate: 'SUM', label: 'S' }

/** Renders the control with stored metrics. */
function open(
  start: readonly QueryMetric[] = [],
  own: Partial<Control> = {},
  context: ControlContext = controlContext(),
) {
  const stored: { metrics: unknown } = { metrics: start }
  function StatefulControl() {
    const [value, setValue] = useState<QueryMetric | readonly QueryMetric[] | null>(start)
    stored.metrics = value
    return (
      <MetricView
        control={{ ...control, ...own }}
        value={value}
        onChange={(next) => setValue(next ?? null)}
        errors={[]}
        context={context}
      />
    )
  }
  render(<StatefulControl />)
  return stored
}
const isTabOpen = (name: string) => !screen.getByRole<HTMLButtonElement>('tab', { name }).disabled

it('E-METRIC-01: a metric is created in the editor, changed and removed', async () => {
  const stored = open()
  await press('Add a metric')
  await press('Simple', 'tab')
  await choose('Column', /delay/)
  await press('MAX')
  await press('Save')
  expect(stored.metrics).toMatchObject([{ expressionType: 'SIMPLE', aggregate: 'MAX', label: 'MAX(delay)' }])
  await press('MAX(delay)')
  await press('MIN')
  await press('Save')
  expect(stored.metrics).toMatchObject([{ aggregate: 'MIN', label: 'MIN(delay)' }])
  await press('Remove MIN(delay)')
  expect(stored.metrics).toEqual([])
})

it('a simple sum takes two clicks from every position of the editor', async () => {
  const stored = open()
  await press('Add a metric')
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Saved')
  await press('SUM(delay)')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(stored.metrics).toMatchObject([{ aggregate: 'SUM', column: { column_name: 'delay' }, label: 'SUM(delay)' }])
  await press('SUM(delay)')
  expect(screen.queryByRole('group', { name: 'Suggestions' })).toBeNull()
  expect(screen.getByRole('button', { name: 'SUM' }).getAttribute('aria-pressed')).toBe('true')
})

it('sums are not offered if the dataset forbids them', async () => {
  open([], {}, controlContext({ dataset: { disallow_adhoc_metrics: true } }))
  await press('Add a metric')
  expect(screen.queryByRole('group', { name: 'Suggestions' })).toBeNull()
})

it('E-METRIC-08: Save is closed until a saved metric is chosen', async () => {
  const stored = open()
  await press('Add a metric')
  expect(isOpen('Save')).toBe(false)
  await choose('Saved metric', /Miles flown/)
  expect(isOpen('Save')).toBe(true)
  await press('Save')
  expect(stored.metrics).toEqual(['miles'])
})

it('E-METRIC-08: Save is disabled until a column and an aggregate, or an expression, are chosen', async () => {
  open()
  await press('Add a metric')
  await press('Simple', 'tab')
  expect(isOpen('Save')).toBe(false)
  await press('SUM')
  expect(isOpen('Save')).toBe(false)
  await choose('Column', /delay/)
  expect(isOpen('Save')).toBe(true)
  await press('Custom SQL', 'tab')
  expect(isOpen('Save')).toBe(false)
  await writeCode('SQL expression', 'COUNT(*)')
  expect(isOpen('Save')).toBe(true)
})

it('E-METRIC-09: enables only saved metrics if the dataset forbids ad hoc metrics', async () => {
  open([], {}, controlContext({ dataset: { disallow_adhoc_metrics: true } }))
  await press('Add a metric')
  expect(['Saved', 'Simple', 'Custom SQL'].map(isTabOpen)).toEqual([true, false, false])
  await press('Custom SQL', 'tab')
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Saved')
})

it('E-METRIC-09: all metrics are enabled if the dataset allows ad hoc metrics', async () => {
  open([sum])
  await press('S')
  expect(['Saved', 'Simple', 'Custom SQL'].map(isTabOpen)).toEqual([true, true, true])
})

it('E-CONTROLS-33: a control of one metric that holds one offers no second', async () => {
  const stored = open(['miles'], { multi: false })
  const add = () => screen.queryByRole('button', { name: 'Add a metric' })
  expect(add()).toBeNull()
  await press('Remove Miles flown')
  expect(stored.metrics).toBeNull()
  expect(add()).not.toBeNull()
})

it('underlines the name in SQL of a metric for which the query failed', async () => {
  const mistake = { kind: 'column', name: 'dely', candidates: ['delay'] } as const
  const context = { ...controlContext(), failure: { message: 'There is no column dely', mistake } }
  open([{ expressionType: 'SQL', sqlExpression: 'SUM(dely)', label: 'SUM(dely)' }], {}, context)
  await press('SUM(dely)')
  await findCodeEditor('SQL expression')
  await waitForAssertion(() => expect(document.querySelector('.cm-wrong')?.textContent).toBe('dely'))
})

it('a missing saved metric is marked; an ad hoc metric is not', () => {
  open(['miles', 'gone', sum])
  const missing = screen.getAllByTitle('The dataset has no metric of this name')
  expect(missing.map(({ textContent }) => textContent.endsWith('gone'))).toEqual([true])
  const found = screen.getAllByRole('button').map((each) => each.getAttribute('aria-label') ?? each.textContent)
  expect(found.filter((name) => !name.startsWith('Remove'))).toEqual(['Miles flown', 'gone', 'S', 'Add a metric'])
})

it('the keyboard moves metrics, and each retains its settings', async () => {
  const stored = open(['miles', sum])
  screen.getByRole('button', { name: 'Miles flown' }).focus()
  await userInput().keyboard('{Alt>}{ArrowDown}{/Alt}')
  expect(stored.metrics).toEqual([sum, 'miles'])
})

it('the name of a metric is its custom label, or its expression without one', async () => {
  const stored = open([sum])
  await press('S')
  await write('Label', 'Delay of all')
  await press('Save')
  expect(stored.metrics).toMatchObject([{ aggregate: 'SUM', label: 'Delay of all', hasCustomLabel: true }])
  await press('Delay of all')
  await write('Label', '')
  await press('Save')
  expect(stored.metrics).toMatchObject([{ aggregate: 'SUM', label: 'SUM(delay)', hasCustomLabel: false }])
})

it('a control of one metric focuses the new pill after Save, and the add button after its removal', async () => {
  open([], { multi: false })
  await press('Add a metric')
  await press('SUM(delay)')
  await waitForAssertion(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'SUM(delay)' })))
  await press('Remove SUM(delay)')
  await waitForAssertion(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add a metric' })),
  )
})

/** Presses a key on the button of this name. */
async function pressKey(name: string, key: string): Promise<void> {
  act(() => screen.getByRole('button', { name }).focus())
  await userInput().keyboard(key)
}
const isFocused = (element: HTMLElement) => document.activeElement === element

it('an editor opened by keyboard focuses its first field, and gives the focus back when it closes', async () => {
  open([sum])
  await pressKey('Add a metric', '{Enter}')
  await waitForAssertion(() => expect(isFocused(box('Saved metric'))).toBe(true))
  await userInput().keyboard('{Escape}')
  await waitForAssertion(() => expect(isFocused(button('Add a metric'))).toBe(true))
  expect(screen.queryByRole('dialog')).toBeNull()
  await pressKey('S', ' ')
  await waitForAssertion(() => expect(isFocused(box('Column'))).toBe(true))
  expect(screen.queryByRole('listbox')).toBeNull()
  await userInput().keyboard('{Escape}')
  await waitForAssertion(() => expect(isFocused(button('S'))).toBe(true))
})
