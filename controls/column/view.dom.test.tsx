import { render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import ColumnView from './View.tsx'
import type { Control } from '#controls/control.ts'
import { groupby, xAxis } from '#controls/shared/query-controls.ts'
import { controlContext } from '#testing/control-context.ts'
import type { QueryColumn } from '#core/query/query-object.ts'
import { box, choose, userInput, isOpen, readOptions, press, write, writeCode } from '#testing/user-input.ts'

function open(form: Readonly<Record<string, unknown>>) {
  const chosen: unknown[] = []
  const context = controlContext({ form })
  render(
    <ColumnView
      control={xAxis()}
      value={undefined}
      onChange={(value) => chosen.push(value)}
      errors={[]}
      context={context}
    />,
  )
  return chosen
}

it('an unset x axis shows the drawn time column, until another is selected', async () => {
  const chosen = open({ granularity_sqla: 'date' })
  expect(box('X-axis').textContent).toContain('date (time column)')
  await choose('X-axis', /origin/)
  expect(chosen).toEqual(['origin'])
})

it('the editor requires a time column when none is set', () => {
  open({})
  expect(box('X-axis').textContent).toContain('Select a column')
})

const lower: QueryColumn = { label: 'small', sqlExpression: 'lower(origin)', expressionType: 'SQL' }

/** Renders a control that stores its value. */
function keep(control: Control, start: QueryColumn | readonly QueryColumn[] | null | undefined) {
  const stored = { value: start }
  function StatefulControl() {
    const [value, setValue] = useState(start)
    stored.value = value
    return (
      <ColumnView
        control={control}
        value={value}
        onChange={setValue}
        errors={[]}
        context={controlContext({ form: {} })}
      />
    )
  }
  render(<StatefulControl />)
  return stored
}

it('accepts one SQL column, and keeps it when it is selected again', async () => {
  const stored = keep(xAxis(), lower)
  expect(box('X-axis').textContent).toContain('small')
  expect((await readOptions('X-axis'))[0]).toContain('small')
  await choose('X-axis', 'small')
  expect(stored.value).toEqual(lower)
  await choose('X-axis', /origin/)
  expect(stored.value).toBe('origin')
})

it('several columns are shown in order, and a missing one is marked', async () => {
  const stored = keep(groupby(), ['origin', lower, 'gone'])
  const missing = screen.getAllByTitle('The dataset has no column of this name')
  expect(missing.map(({ textContent }) => textContent.endsWith('gone'))).toEqual([true])
  screen.getByRole('button', { name: 'gone' }).focus()
  await userInput().keyboard('{Alt>}{ArrowUp}{/Alt}')
  expect(stored.value).toEqual(['origin', 'gone', lower])
  await press('Remove gone')
  expect(stored.value).toEqual(['origin', lower])
})

it('a column is written as SQL in the editor, under its own name, and only Save stores it', async () => {
  const stored = keep(groupby(), [lower])
  await press('small')
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Saved', 'Simple', 'Custom SQL'])
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Custom SQL')
  await writeCode('SQL expression', 'upper(origin)')
  await write('Label', 'LARGE')
  expect(stored.value).toEqual([lower])
  await press('Save')
  expect(stored.value).toEqual([{ label: 'LARGE', sqlExpression: 'upper(origin)', expressionType: 'SQL' }])
})

it('the page of columns has no SQL editor, and saves no change before a column is selected', async () => {
  const stored = keep(groupby(), [])
  await press('Add columns')
  await press('Simple', 'tab')
  expect(screen.queryByText('SQL expression')).toBeNull()
  expect(isOpen('Save')).toBe(false)
  expect(stored.value).toEqual([])
})
