import { render, screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import ConditionalFormattingView from './View.tsx'
import type { Control } from '#controls/control.ts'
import type { ConditionRule } from '#core/color/condition.ts'
import { controlContext } from '#testing/control-context.ts'
import { box, choose, field, isOpen, readOptions, press, write } from '#testing/user-input.ts'

const control: Control = { type: 'conditional_formatting', name: 'rules', label: 'Rules', affects: 'picture' }
const context = controlContext({ form: { groupby: ['origin'], metrics: ['miles'] } })

/** Renders the control with stored rules. */
function open(start: readonly ConditionRule[] = []) {
  const stored: { rules: readonly ConditionRule[] } = { rules: start }
  function StatefulControl() {
    const [value, setValue] = useState(start)
    stored.rules = value
    return (
      <ConditionalFormattingView
        control={control}
        value={value}
        onChange={(next) => setValue(next ?? [])}
        errors={[]}
        context={context}
      />
    )
  }
  render(<StatefulControl />)
  return stored
}
const dialog = () => screen.queryByRole('dialog', { name: 'Edit formatter' })
const complaints = () => screen.queryAllByText('Required').length

it('E-FORMAT-01: a rule is created in the editor, changed and removed', async () => {
  const stored = open()
  await press('Add new color formatter')
  expect(await readOptions('Column')).toEqual(['Miles flown'])
  await choose('Column', 'Miles flown')
  await choose('Color scheme', /red/)
  await choose('Operator', '>')
  await write('Target value', '10')
  await press('Save')
  expect(dialog()).toBeNull()
  expect(stored.rules).toEqual([{ column: 'miles', operator: '>', targetValue: 10, colorScheme: '#EFA1AA' }])
  await press('Miles flown > 10')
  await write('Target value', '12')
  await press('Save')
  expect(stored.rules).toMatchObject([{ targetValue: 12 }])
  await press('Remove Miles flown > 12')
  expect(stored.rules).toEqual([])
})

describe('the form of a rule', () => {
  it("E-FORMAT-03: column, operator and target are required; a removed one shows 'Required'", async () => {
    open()
    await press('Add new color formatter')
    expect(isOpen('Save')).toBe(false)
    await choose('Column', 'Miles flown')
    expect(isOpen('Save')).toBe(false)
    await choose('Operator', '=')
    expect(isOpen('Save')).toBe(false)
    await write('Target value', '7')
    expect([complaints(), isOpen('Save')]).toEqual([0, true])
    await write('Target value', '')
    expect([complaints(), isOpen('Save')]).toEqual([1, false])
  })

  it("E-FORMAT-03: a saved rule without column and operator shows 'Required' at both", async () => {
    open([{ colorScheme: '#ACE1C4' }])
    await press(/^\?/)
    expect([complaints(), isOpen('Save')]).toEqual([2, false])
    expect(box('Column').getAttribute('aria-invalid')).toBe('true')
  })

  it('E-FORMAT-04: a between operator needs a left and a right value before it is saved', async () => {
    const stored = open()
    await press('Add new color formatter')
    await choose('Column', 'Miles flown')
    await choose('Operator', '≤ x <')
    expect(isOpen('Save')).toBe(false)
    await write('Left value', '2')
    expect(isOpen('Save')).toBe(false)
    await write('Right value', '8')
    expect(isOpen('Save')).toBe(true)
    await write('Left value', '')
    expect([complaints(), isOpen('Save')]).toEqual([1, false])
    await write('Left value', '3')
    await press('Save')
    expect(stored.rules).toMatchObject([{ operator: '≤ x <', targetValueLeft: 3, targetValueRight: 8 }])
  })

  it('E-FORMAT-05 E-FORMAT-06: values in the wrong order are reported at their fields', async () => {
    open()
    await press('Add new color formatter')
    await choose('Column', 'Miles flown')
    await choose('Operator', '< x <')
    await write('Left value', '9')
    await write('Right value', '5')
    expect(screen.getByText('This value should be smaller than the right target value')).toBeDefined()
    expect(screen.getByText('This value should be greater than the left target value')).toBeDefined()
    expect(isOpen('Save')).toBe(false)
  })

  it('E-FORMAT-07: None takes no value, and drops input', async () => {
    const stored = open([{ column: 'miles', operator: '>', targetValue: 1, colorScheme: '#ACE1C4' }])
    await press('Miles flown > 1')
    expect(field('Target value').value).toBe('1')
    await choose('Operator', 'None')
    expect(screen.queryByRole('textbox', { name: 'Target value' })).toBeNull()
    await press('Save')
    expect(stored.rules).toEqual([{ column: 'miles', operator: 'None', colorScheme: '#ACE1C4' }])
  })
})
