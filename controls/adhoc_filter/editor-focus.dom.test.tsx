import { act, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type AdhocFilter, newFilter } from '#core/filter/adhoc-filter.ts'
import { controlContext } from '#testing/control-context.ts'
import { box, button, mockResponses, userInput, waitForAssertion } from '#testing/user-input.ts'
import AdhocFilterView from './View.tsx'

it('an editor opened by keyboard focuses its first field, and gives the focus back when it closes', async () => {
  mockResponses({})
  const sql: AdhocFilter = { ...newFilter('g'), expressionType: 'SQL', clause: 'WHERE', sqlExpression: 'delay > 0' }
  const control = {
    type: 'adhoc_filter',
    name: 'adhoc_filters',
    label: 'Filters',
    affects: 'query',
    multi: true,
  } as const
  const props = { control, onChange: () => undefined, errors: [], context: controlContext() }
  render(<AdhocFilterView {...props} value={[sql]} />)
  const isFocused = (element: HTMLElement) => document.activeElement === element
  const opened = async (name: string, key: string, label: string) => {
    act(() => button(name).focus())
    await userInput().keyboard(key)
    await waitForAssertion(() => expect(isFocused(box(label))).toBe(true))
    expect(screen.queryByRole('listbox')).toBeNull()
    await userInput().keyboard('{Escape}')
    await waitForAssertion(() => expect(isFocused(button(name))).toBe(true))
  }
  await opened('Add a filter', '{Enter}', 'Column')
  await opened('delay > 0', ' ', 'Clause')
})
