import { cleanup, render, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { RangeComparisonContext } from '../shared/time-range/range-comparison.tsx'
import { TimeRangeField } from '../shared/time-range/TimeRangeField.tsx'
import {
  box,
  button,
  choose,
  field,
  isOpen,
  press,
  mockResponses,
  waitForAssertion,
  userInput,
  write,
} from '#testing/user-input.ts'

const bounds = { result: { since: '2001-06-24T00:00:00', until: '2001-07-01T00:00:00' } }

/** Opens the field as a control uses it; returns what APPLY has committed. */
async function open(value: string) {
  mockResponses({ '/api/v1/time_range/': bounds })
  const onChange = vi.fn<(range: string) => void>()
  render(<TimeRangeField field={{ label: 'Time range' }} value={value} onChange={onChange} />)
  await press(/^Time range: /)
  return { onChange }
}
const chosen = () => screen.getAllByRole<HTMLInputElement>('radio').find((each) => each.checked)?.value
const dialog = () => screen.queryByRole('dialog', { name: 'Edit time range' })

describe('a typed range', () => {
  const typed = () => field('TYPE A RANGE')
  const type = async (text: string) => {
    await waitForAssertion(() => expect(typed().disabled).toBe(false))
    await write('TYPE A RANGE', text)
  }

  it('shows a preview while it is typed, and Enter applies its expression', async () => {
    const { onChange } = await open('No filter')
    await type('last 6 weeks')
    expect(box('RANGE TYPE').textContent).toContain('Advanced')
    expect(field('START (INCLUSIVE)').value).toBe('Last 6 weeks')
    expect(screen.getByRole('status').textContent).toMatch(/ – /)
    await waitForAssertion(() => expect(isOpen('APPLY')).toBe(true))
    await userInput().type(typed(), '{Enter}')
    expect(onChange).toHaveBeenCalledExactlyOnceWith('Last 6 weeks')
    expect(dialog()).toBeNull()
  })

  it('gets the focus when its editor opens, and Escape returns the focus', async () => {
    await open('No filter')
    // The first editor of a page waits for the parser; the second finds it loaded.
    for (const _ of ['first', 'second']) {
      await waitForAssertion(() => expect(document.activeElement).toBe(typed()))
      await userInput().keyboard('{Escape}')
      await waitForAssertion(() => expect(document.activeElement).toBe(button(/^Time range: /)))
      await userInput().keyboard('{Enter}')
    }
  })

  it('selects the quick range or the dates with the same meaning', async () => {
    await open('No filter')
    await type('last month')
    expect(chosen()).toBe('Last month')
    await type('2001-03')
    expect(box('RANGE TYPE').textContent).toContain('Custom')
    expect(screen.getByRole('status').textContent).toBe('Mar 1 – 31, 2001')
  })

  it('rejects applying it while it is not known, and is replaced by an edit below', async () => {
    await open('Last week')
    await waitForAssertion(() => expect(isOpen('APPLY')).toBe(true))
    await type('last 6 moons')
    expect(screen.getByText(/^This time range is not known/)).toBeDefined()
    expect(isOpen('APPLY')).toBe(false)
    await press('Last day', 'radio')
    expect([typed().value, chosen()]).toEqual(['', 'Last day'])
    await waitForAssertion(() => expect(isOpen('APPLY')).toBe(true))
  })

  it('compares the charts after APPLY if possible, and shows a hint otherwise', async () => {
    await open('No filter')
    await type('mtd vs ly')
    expect(screen.getByText('Time ranges cannot be compared here. Remove the part after “vs”.')).toBeDefined()
    cleanup()
    mockResponses({ '/api/v1/time_range/': bounds })
    const compare = vi.fn<(period: string) => void>()
    const onChange = vi.fn<(range: string) => void>()
    render(
      <RangeComparisonContext value={compare}>
        <TimeRangeField field={{ label: 'Time range' }} value="No filter" onChange={onChange} />
      </RangeComparisonContext>,
    )
    await press(/^Time range: /)
    await type('mtd vs ly')
    await waitForAssertion(() => expect(isOpen('APPLY')).toBe(true))
    expect(compare).not.toHaveBeenCalled()
    await press('APPLY')
    expect(onChange).toHaveBeenCalledExactlyOnceWith('mtd')
    expect(compare).toHaveBeenCalledExactlyOnceWith('year')
  })
})

describe('a quick range relative to the latest data', () => {
  // The last row is of Sunday, July 1, 2001, 15:00.
  const extent = { first: Date.UTC(2001, 0, 1), last: Date.UTC(2001, 6, 1, 15) }

  it.each([
    ['Last', 'Last week', '2001-06-25T00:00:00 : 2001-07-02T00:00:00'],
    ['Last', 'Last day', '2001-07-01T00:00:00 : 2001-07-02T00:00:00'],
    ['Previous', 'previous calendar month', '2001-06-01T00:00:00 : 2001-07-01T00:00:00'],
    ['Previous', 'previous calendar week', '2001-06-18T00:00:00 : 2001-06-25T00:00:00'],
  ])('%s: %s is %s', async (kind, range, expected) => {
    mockResponses({ '/api/v1/time_range/': bounds })
    const onChange = vi.fn<(range: string) => void>()
    render(
      <TimeRangeField
        field={{ label: 'Time range' }}
        value="No filter"
        onChange={onChange}
        fetchExtent={() => Promise.resolve(extent)}
      />,
    )
    await press(/^Time range: /)
    await choose('RANGE TYPE', kind)
    await press(range, 'radio')
    await press('Latest data (Jul 1, 2001)', 'radio')
    expect(screen.getByRole<HTMLInputElement>('radio', { name: range }).checked).toBe(true)
    await waitForAssertion(() => expect(isOpen('APPLY')).toBe(true))
    await press('APPLY')
    expect(onChange).toHaveBeenCalledExactlyOnceWith(expected)
  })
})
