import { render, screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { TimeRangeField } from '../shared/time-range/TimeRangeField.tsx'
import TimeRangeView from './View.tsx'
import type { ControlContext } from '#controls/control.ts'
import { parseRison } from '#core/rest/rison.ts'
import { controlContext } from '#testing/control-context.ts'
import {
  box,
  choose,
  field,
  userInput,
  hintOf,
  isOpen,
  readOptions,
  press,
  mockResponses,
  waitForAssertion,
  write,
} from '#testing/user-input.ts'

const bounds = { result: { since: '2001-06-24T00:00:00', until: '2001-07-01T00:00:00' } }
const fault = { message: 'Unexpected time range: Cannot parse time string [foo]' }

/** Opens the field as a control uses it; returns what APPLY has committed. */
async function open(value: string | undefined, answer: unknown = bounds) {
  const calls = mockResponses({ '/api/v1/time_range/': answer })
  const onChange = vi.fn<(range: string) => void>()
  const view = render(<TimeRangeField field={{ label: 'Time range' }} value={value} onChange={onChange} />)
  await press(/^Time range: /)
  return { calls, onChange, view }
}
const radios = () => screen.getAllByRole<HTMLInputElement>('radio')
const radioNames = () => radios().map((each) => each.value)
const chosen = () => radios().find((each) => each.checked)?.value
const dialog = () => screen.queryByRole('dialog', { name: 'Edit time range' })

describe('the types of a range', () => {
  it('T-POP-02: Last, Previous, Custom, Advanced and No filter are offered', async () => {
    await open('No filter')
    expect(await readOptions('RANGE TYPE')).toEqual(['Last', 'Previous', 'Custom', 'Advanced', 'No filter'])
  })

  it('T-POP-05: Last lists five ranges to choose from', async () => {
    const { onChange } = await open('Last quarter')
    expect(radioNames()).toEqual(['Last day', 'Last week', 'Last month', 'Last quarter', 'Last year'])
    await press('Last month', 'radio')
    expect(chosen()).toBe('Last month')
    await waitForAssertion(() => expect(isOpen('APPLY')).toBe(true))
    await press('APPLY')
    expect(onChange).toHaveBeenCalledExactlyOnceWith('Last month')
  })

  it('T-POP-06: choosing Last starts with Last week', async () => {
    await open('No filter')
    await choose('RANGE TYPE', 'Last')
    expect(chosen()).toBe('Last week')
  })

  it('T-POP-07: Previous lists the calendar week, month and year', async () => {
    await open('No filter')
    await choose('RANGE TYPE', 'Previous')
    expect(radioNames()).toEqual(['previous calendar week', 'previous calendar month', 'previous calendar year'])
  })

  it("T-STATE-06: choosing No filter sets the draft to 'No filter'", async () => {
    const { onChange } = await open('Last week', (call: { query: URLSearchParams }) =>
      parseRison(call.query.get('q') ?? '') === 'No filter' ? { result: {} } : bounds,
    )
    await choose('RANGE TYPE', 'No filter')
    expect(screen.queryAllByRole('radio')).toEqual([])
    await waitForAssertion(() => expect(screen.getByRole('status').textContent).toBe('No filter'))
    await waitForAssertion(() => expect(isOpen('APPLY')).toBe(true))
    await press('APPLY')
    expect(onChange).toHaveBeenCalledExactlyOnceWith('No filter')
  })

  it('T-STATE-07: the editor opens with the saved range, each type on its page', async () => {
    await open('Last quarter')
    expect(box('RANGE TYPE').textContent).toContain('Last')
    expect(chosen()).toBe('Last quarter')
  })

  it('T-STATE-07: a saved range of two moments opens as Custom', async () => {
    await open('2001-06-01T00:00:00 : 2001-07-01T00:00:00')
    expect(box('RANGE TYPE').textContent).toContain('Custom')
    expect(box(/^START \(INCLUSIVE\) Specific/)).toBeDefined()
  })

  it('T-STATE-07: a saved range in words opens as Advanced', async () => {
    await open('7 days ago : now')
    expect(box('RANGE TYPE').textContent).toContain('Advanced')
    expect([field('START (INCLUSIVE)').value, field('END (EXCLUSIVE)').value]).toEqual(['7 days ago', 'now'])
  })
})

describe('a custom range', () => {
  const modes = ['Specific Date/Time', 'Relative Date/Time', 'Now', 'Midnight']

  it('T-POP-08 T-POP-09: start and end each have a mode of four', async () => {
    await open('No filter')
    await choose('RANGE TYPE', 'Custom')
    expect((await readOptions(/^START \(INCLUSIVE\)(?!:)/)).toSorted()).toEqual(modes.toSorted())
    expect((await readOptions(/^END \(EXCLUSIVE\)(?!:)/)).toSorted()).toEqual(modes.toSorted())
  })

  it('T-POP-11: periods are named Before for the start and After for the end', async () => {
    await open('DATEADD(DATETIME("now"), -7, day) : DATEADD(DATETIME("now"), 2, week)')
    expect((await readOptions('START (INCLUSIVE): Relative period')).every((name) => name.endsWith(' Before'))).toBe(
      true,
    )
    expect((await readOptions('END (EXCLUSIVE): Relative period')).every((name) => name.endsWith(' After'))).toBe(true)
    expect(box('START (INCLUSIVE): Relative period').textContent).toBe('Days Before')
    expect(box('END (EXCLUSIVE): Relative period').textContent).toBe('Weeks After')
  })

  it("T-POP-12: 'Anchor to' appears when both sides are relative, and only then", async () => {
    await open('2001-06-01T00:00:00 : 2001-07-01T00:00:00')
    const isShown = () => screen.queryByRole('radiogroup', { name: 'Anchor to' }) !== null
    expect(isShown()).toBe(false)
    await choose(/^START \(INCLUSIVE\)(?!:)/, 'Relative Date/Time')
    expect(isShown()).toBe(false)
    await choose(/^END \(EXCLUSIVE\)(?!:)/, 'Relative Date/Time')
    expect(isShown()).toBe(true)
    expect(radios().map((each) => each.parentElement?.textContent)).toEqual(['NOW', 'Date/Time'])
    await choose(/^END \(EXCLUSIVE\)(?!:)/, 'Now')
    expect(isShown()).toBe(false)
  })
})

it('two relative sides are anchored to a selected time, and to now again', async () => {
  const range = 'DATEADD(DATETIME("now"), -7, day) : DATEADD(DATETIME("now"), 2, week)'
  const { onChange } = await open(range)
  await press('Date/Time', 'radio')
  expect(screen.getByRole('radio', { name: 'Date/Time', checked: true })).toBeDefined()
  await press('NOW', 'radio')
  expect(screen.getByRole('radio', { name: 'NOW', checked: true })).toBeDefined()
  await waitForAssertion(() => expect(isOpen('APPLY')).toBe(true))
  await press('APPLY')
  expect(onChange).toHaveBeenCalledExactlyOnceWith(range)
})

it('the days of a custom range are selected in visible calendars', async () => {
  const { onChange } = await open('2001-06-01T08:30:00 : 2001-07-01T00:00:00')
  const start = screen.getByRole('group', { name: 'START (INCLUSIVE): Day' })
  expect(within(start).getByText('June 2001')).toBeDefined()
  await userInput().click(within(start).getByRole('button', { name: /June 15/ }))
  const end = screen.getByRole('group', { name: 'END (EXCLUSIVE): Day' })
  await userInput().click(within(end).getByRole('button', { name: /July 4/ }))
  await waitForAssertion(() => expect(isOpen('APPLY')).toBe(true))
  await press('APPLY')
  expect(onChange).toHaveBeenCalledExactlyOnceWith('2001-06-15T08:30:00 : 2001-07-04T00:00:00')
})

describe('a range in words', () => {
  it('T-POP-13: start and end are free text', async () => {
    const { onChange } = await open('No filter')
    await choose('RANGE TYPE', 'Advanced')
    await write('START (INCLUSIVE)', '7 days ago')
    await write('END (EXCLUSIVE)', 'today')
    await waitForAssertion(() => expect(isOpen('APPLY')).toBe(true))
    await press('APPLY')
    expect(onChange).toHaveBeenCalledExactlyOnceWith('7 days ago : today')
  })

  it('T-POP-14: a mark explains the five functions', async () => {
    await open('7 days ago : now')
    const lines = (await hintOf(/START \(INCLUSIVE\)/)).split('\n').slice(1)
    expect(lines.map((line) => line.split('(')[0])).toEqual(['DATETIME', 'DATEADD', 'DATETRUNC', 'LASTDAY', 'HOLIDAY'])
  })
})

describe('the actual range of the draft', () => {
  it('T-POP-03 T-POP-04: Actual time range is above CANCEL and APPLY', async () => {
    const { calls } = await open('Last week')
    expect(screen.getByText('Actual time range').nextElementSibling).toBe(screen.getByRole('status'))
    await waitForAssertion(() => expect(isOpen('APPLY')).toBe(true))
    expect(calls.map(({ query }) => parseRison(query.get('q') ?? ''))).toEqual(['Last week'])
    await press('CANCEL')
    expect(dialog()).toBeNull()
  })

  it("T-VALID-02 T-VALID-03: APPLY waits for the server's validation of the draft", async () => {
    let answer: (response: Response) => void = () => undefined
    await open('Last week', () => new Promise<Response>((resolve) => (answer = resolve)))
    expect(isOpen('APPLY')).toBe(false)
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect(isOpen('APPLY')).toBe(false)
    answer(Response.json(bounds))
    await waitForAssertion(() => expect(isOpen('APPLY')).toBe(true))
    await press('Last day', 'radio')
    expect(isOpen('APPLY')).toBe(false)
  })

  it('T-VALID-03 T-VALID-04: a range that the server rejects shows its reason and cannot be applied', async () => {
    await open('foo : bar', () => Response.json(fault, { status: 400 }))
    await waitForAssertion(() => expect(screen.getByRole('status').textContent).toBe(fault.message))
    expect(isOpen('APPLY')).toBe(false)
  })

  it('T-STATE-08: changes that were not applied are dropped when the editor opens again', async () => {
    const { onChange } = await open('Last quarter')
    await press('Last year', 'radio')
    await press('CANCEL')
    await press(/^Time range: /)
    expect(chosen()).toBe('Last quarter')
    expect(onChange).not.toHaveBeenCalled()
  })
})

it('T-VALID-05: a control with an invalid default reports that a default is required, and is otherwise valid', async () => {
  mockResponses({ '/api/v1/time_range/': bounds })
  const onChange = vi.fn<(range: string | undefined) => void>()
  const control = { type: 'time_range', name: 'time_range', label: 'Time range', affects: 'query' } as const
  const view = (errors: readonly string[]) => (
    <TimeRangeView control={control} value="Last week" onChange={onChange} errors={errors} context={controlContext()} />
  )
  const { container, rerender } = render(view(['cannot be empty']))
  expect(container.textContent).toContain('Default value is required')
  await press(/^Time range: /)
  await press('Last month', 'radio')
  await waitForAssertion(() => expect(isOpen('APPLY')).toBe(true))
  await press('APPLY')
  expect(onChange).toHaveBeenCalledExactlyOnceWith('Last month')
  rerender(view([]))
  expect(container.textContent).not.toContain('Default value is required')
})

it('a range is shown and named in words', async () => {
  await open('2001-04-01T00:00:00 : 2001-07-01T00:00:00')
  await userInput().keyboard('{Escape}')
  const opener = screen.getByRole('button', { name: /^Time range: / })
  expect(opener.textContent).toBe('Apr 1 – Jun 30, 2001')
  expect(opener.getAttribute('aria-label')).toBe('Time range: Apr 1 – Jun 30, 2001')
})

it('an error is shown at its red field, and one click corrects it', async () => {
  const moons = 'DATEADD(DATETIME("now"), -1, moons)'
  const { onChange } = await open(`${moons} : now`, (call: { query: URLSearchParams }) =>
    /moons/.test(call.query.get('q') ?? '') ? Response.json(fault, { status: 400 }) : bounds,
  )
  const start = field('START (INCLUSIVE)')
  expect(start.value).toBe(moons)
  await waitForAssertion(() => expect(start.getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getAllByText('There is no unit moons').length).toBeGreaterThan(0)
  expect(field('END (EXCLUSIVE)').getAttribute('aria-invalid')).not.toBe('true')
  await press('Did you mean "month"?')
  expect(field('START (INCLUSIVE)').value).toBe('DATEADD(DATETIME("now"), -1, month)')
  expect(screen.queryByRole('button', { name: /^Did you mean/ })).toBeNull()
  await waitForAssertion(() => expect(isOpen('APPLY')).toBe(true))
  await press('APPLY')
  expect(onChange).toHaveBeenCalledExactlyOnceWith('DATEADD(DATETIME("now"), -1, month) : now')
})

describe('a range with another meaning than its text', () => {
  const ignored = '"foo" is not understood as a time range: it is ignored, and the data end today.'
  const excluded = 'The end is exclusive: its last day is not included.'

  it('shows a mark on its pill, and the editor explains it when it is ignored', async () => {
    await open('foo', { result: { since: '', until: '2001-07-01T00:00:00' } })
    expect(screen.getByText(ignored)).toBeDefined()
    await waitForAssertion(() => expect(isOpen('APPLY')).toBe(true))
    await write('START (INCLUSIVE)', '7 days ago')
    await waitForAssertion(() => expect(screen.queryByText(ignored)).toBeNull())
    await userInput().keyboard('{Escape}')
    expect(screen.getByRole('button', { name: `Time range: foo. ${ignored}` }).parentElement?.title).toBe(ignored)
  })

  it('shows an explanation in the editor when its last day is left out', async () => {
    await open('start of this month : end of this month')
    expect(screen.getByText(excluded)).toBeDefined()
    await write('END (EXCLUSIVE)', 'start of next month')
    await waitForAssertion(() => expect(screen.queryByText(excluded)).toBeNull())
  })
})

describe('the range of the data', () => {
  const extent = { first: Date.UTC(2001, 0, 1), last: Date.UTC(2001, 6, 1, 8) }
  const control = { type: 'time_range', name: 'time_range', label: 'Time range', affects: 'query' } as const

  /** Opens the control for the column `date`. */
  async function opened(
    extentOf: NonNullable<ControlContext['extentOf']>,
    answer: unknown = bounds,
    more: object = {},
  ) {
    mockResponses({ '/api/v1/time_range/': answer })
    const requests = vi.fn<typeof extentOf>(extentOf)
    const context = { ...controlContext({ form: { granularity_sqla: 'date' } }), extentOf: requests, ...more }
    render(
      <TimeRangeView control={control} value="Last week" onChange={() => undefined} errors={[]} context={context} />,
    )
    expect(requests).not.toHaveBeenCalled()
    await press(/^Time range: /)
    await waitForAssertion(() => expect(isOpen('APPLY')).toBe(true))
    expect(requests).toHaveBeenCalledExactlyOnceWith('date')
  }
  const nothing = () => screen.queryByText(/this range is empty/)

  it('appears next to the range once the editor is open', async () => {
    await opened(() => Promise.resolve(extent))
    expect(await screen.findByText('Data from Jan 1 to Jul 1, 2001')).toBeDefined()
    expect(nothing()).toBeNull()
  })

  it('shows a warning while the range is completely outside', async () => {
    const late = { result: { since: '2026-11-16T00:00:00', until: '2026-11-23T00:00:00' } }
    await opened(
      () => Promise.resolve(extent),
      (call: { query: URLSearchParams }) => (parseRison(call.query.get('q') ?? '') === 'Last week' ? late : bounds),
    )
    expect(await screen.findByText('Data ends on Jul 1, 2001: this range is empty')).toBeDefined()
    expect(isOpen('APPLY')).toBe(true)
    await press('Last month', 'radio')
    await waitForAssertion(() => expect(isOpen('APPLY')).toBe(true))
    expect(nothing()).toBeNull()
  })

  it('shows the number of rows over time, and marks those of the range', async () => {
    const bar = (at: number) => ({ from: Date.UTC(2001, at), to: Date.UTC(2001, at + 1), count: 7 - at })
    const spreadOf = vi.fn<NonNullable<ControlContext['spreadOf']>>(async () => [0, 1, 2, 3, 4, 5, 6].map(bar))
    const spring = { result: { since: '2001-02-01T00:00:00', until: '2001-05-01T00:00:00' } }
    const answer = ({ query }: { query: URLSearchParams }) =>
      parseRison(query.get('q') ?? '') === 'Last week' ? spring : { result: { since: null, until: null } }
    await opened(() => Promise.resolve(extent), answer, { spreadOf })
    const spread = await screen.findByRole('img', { name: 'Rows over time: 3 of 7 bars are in the range' })
    expect(spreadOf).toHaveBeenCalledExactlyOnceWith('date', extent)
    expect(spread.querySelectorAll('[title]')[1]?.getAttribute('title')).toBe('Feb 1 – 28, 2001: 6 rows')
    await choose('RANGE TYPE', 'No filter')
    await screen.findByRole('img', { name: 'Rows over time: 7 of 7 bars are in the range' })
    expect(screen.getByText('Data from Jan 1 to Jul 1, 2001')).toBeDefined()
    expect(spreadOf).toHaveBeenCalledOnce()
  })

  it.each([
    [{ calendar: { time_zone: 'America/New_York' } }, 'Time zone: America/New York'],
    [{ calendar: {} }, 'Time zone: UTC'],
    [{}, null],
  ])('names the time zone of the calendar %j: %s', async (dataset, words) => {
    const { dataset: plain } = controlContext()
    await opened(() => Promise.resolve(extent), bounds, { dataset: { ...plain, ...dataset } })
    await waitForAssertion(() => expect(screen.queryByText(/^Time zone: /)?.textContent ?? null).toBe(words))
  })

  it.each<[string, NonNullable<ControlContext['extentOf']>]>([
    ['it is not known', () => Promise.resolve(undefined)],
    ['the answer fails', () => Promise.reject(new Error('gone'))],
  ])('stays hidden when %s', async (_, extentOf) => {
    const late = { result: { since: '2026-11-16T00:00:00', until: '2026-11-23T00:00:00' } }
    await opened(extentOf, late)
    expect(screen.queryByText(/^Data /)).toBeNull()
    expect(nothing()).toBeNull()
  })
})
