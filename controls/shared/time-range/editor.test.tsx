import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { AdvancedEditor } from './AdvancedEditor.tsx'
import { CustomRangeEditor } from './CustomRangeEditor.tsx'
import { rangeHelp } from './functions.ts'
import { flaggedText, previewOf, type RangeAnswer, verdictOf } from './preview.ts'
import { RangeFoot } from './RangeFoot.tsx'
import { TimeRangeEditor } from './TimeRangeEditor.tsx'
import { rangeKinds } from '#core/time/kind.ts'

const now = Date.UTC(2001, 6, 1, 12)
const nothing = () => undefined
const words = (markup: string) => markup.replace(/<[^>]+>/g, '|').replace(/\|+/g, '|')
const editor = (value: string) =>
  words(renderToStaticMarkup(<TimeRangeEditor value={value} onApply={nothing} onClose={nothing} />))
const custom = (range: string) =>
  words(renderToStaticMarkup(<CustomRangeEditor range={range} today="2001-07-01" onChange={nothing} />))

describe('the range types', () => {
  it('T-POP-02: Last, Previous, Custom, Advanced and No filter are offered', () => {
    expect(rangeKinds.map((each) => each.label)).toEqual(['Last', 'Previous', 'Custom', 'Advanced', 'No filter'])
  })

  it('T-POP-05 T-STATE-07: Last lists five ranges and opens with the saved one', () => {
    expect(editor('Last quarter')).toContain('|Last|Last day|Last week|Last month|Last quarter|Last year|')
    const markup = renderToStaticMarkup(<TimeRangeEditor value="Last quarter" onApply={nothing} onClose={nothing} />)
    expect(/<input[^>]*checked=""[^>]*value="([^"]*)"/.exec(markup)?.[1]).toBe('Last quarter')
  })

  it('T-POP-07: Previous lists the calendar week, month and year', () => {
    expect(editor('previous calendar week')).toContain(
      '|Previous|previous calendar week|previous calendar month|previous calendar year|',
    )
  })

  it('T-POP-03 T-POP-04: an Actual time range stands above CANCEL and APPLY', () => {
    expect(editor('No filter')).toMatch(/\|No filter\|Actual time range\|No filter\|CANCEL\|APPLY\|$/)
  })

  it('T-POP-08 T-POP-09 T-POP-11: Custom has a start and an end, each with its mode and period', () => {
    const relative = 'DATEADD(DATETIME("now"), -7, day) : DATEADD(DATETIME("now"), 2, week)'
    const text = custom(relative)
    expect(text).toContain('|START (INCLUSIVE)|Relative Date/Time|')
    expect(text).toContain('|Days Before|')
    expect(text).toContain('|END (EXCLUSIVE)|Relative Date/Time|')
    expect(text).toContain('|Weeks After|')
  })

  it('T-POP-12: Anchor to appears when both sides are relative, and only then', () => {
    const both = 'DATEADD(DATETIME("now"), -7, day) : DATEADD(DATETIME("now"), 7, day)'
    expect(custom(both)).toContain('|Anchor to|NOW|Date/Time|')
    expect(custom('DATEADD(DATETIME("2001-07-01T00:00:00"), -7, day) : 2001-07-01T00:00:00')).not.toContain('Anchor to')
    expect(custom('2001-06-01T00:00:00 : 2001-07-01T00:00:00')).not.toContain('Anchor to')
  })

  it('T-POP-13: Advanced has two inputs, for start and end', () => {
    const markup = renderToStaticMarkup(<AdvancedEditor range="7 days ago : now" onChange={nothing} />)
    expect([...markup.matchAll(/<input[^>]*value="([^"]*)"/g)].map((each) => each[1])).toEqual(['7 days ago', 'now'])
    expect(words(markup)).toMatch(/START \(INCLUSIVE\).*END \(EXCLUSIVE\)/)
  })

  it('T-POP-14: the help names every function, with an example the language reads', () => {
    const lines = rangeHelp().split('\n').slice(1)
    expect(lines.map((line) => line.split('(')[0])).toEqual(['DATETIME', 'DATEADD', 'DATETRUNC', 'LASTDAY', 'HOLIDAY'])
    for (const line of lines) {
      const [example = ''] = line.split(' — ')
      expect(previewOf(`${example} : `, now), example).toMatchObject({ isValid: true })
    }
  })
})

describe('the check of a range', () => {
  const bounds = { since: '2001-06-24T00:00:00', until: '2001-07-01T00:00:00' }
  const foot = (range: string, answer?: RangeAnswer) =>
    renderToStaticMarkup(<RangeFoot verdict={verdictOf(range, now, answer)} onCancel={nothing} onApply={nothing} />)
  const isApplyDisabled = (markup: string) => /<button[^>]*disabled=""[^>]*><span[^>]*>APPLY/.test(markup)

  it('T-VALID-02: a range the server has resolved is valid, and no other', () => {
    expect(verdictOf('Last week', now, { range: 'Last week', bounds })).toEqual({
      text: 'Jun 24 – 30, 2001',
      isValid: true,
      isFault: false,
    })
    expect(verdictOf('Last week', now, { range: 'Last day', bounds }).isValid).toBe(false)
    expect(verdictOf('Last week', now, undefined)).toEqual({
      text: 'Jun 24 – 30, 2001',
      isValid: false,
      isFault: false,
    })
    expect(verdictOf(' ', now, { range: ' ', bounds }).isValid).toBe(false)
  })

  it('T-VALID-03: APPLY is disabled while the range is invalid', () => {
    expect(isApplyDisabled(foot('foo : bar'))).toBe(true)
    expect(isApplyDisabled(foot('Last week', { range: 'Last week', fault: 'no' }))).toBe(true)
    expect(isApplyDisabled(foot('Last week', { range: 'Last week', bounds }))).toBe(false)
  })

  it('T-VALID-04: the message of the server is shown', () => {
    const message = 'Unexpected time range: Cannot parse time string [foo]'
    expect(words(foot('foo : bar', { range: 'foo : bar', fault: message }))).toContain(`|${message}|`)
  })

  it('T-VALID-05: a flagged field says that a default is required', () => {
    expect(flaggedText(true)).toBe('Default value is required')
    expect(flaggedText(false)).toBeUndefined()
  })
})
