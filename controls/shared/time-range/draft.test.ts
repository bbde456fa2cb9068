import { describe, expect, it } from 'vitest'
import { draftOf, joinSides, rangeEnds } from './draft.ts'
import { previewOf } from './preview.ts'

const now = Date.UTC(2001, 6, 1, 12)

describe('the draft of a chosen range type', () => {
  it('T-POP-06: Last starts with Last week', () => {
    expect(draftOf('Common', 'No filter', '2001-07-01')).toBe('Last week')
  })

  it('T-STATE-06: Previous starts with the calendar week, Custom with the last seven days, No filter is itself', () => {
    expect(draftOf('Calendar', 'No filter', '2001-07-01')).toBe('previous calendar week')
    expect(draftOf('Custom', 'No filter', '2001-07-01')).toBe(
      'DATEADD(DATETIME("2001-07-01T00:00:00"), -7, day) : 2001-07-01T00:00:00',
    )
    expect(draftOf('No filter', 'Last week', '2001-07-01')).toBe('No filter')
  })

  it('Advanced keeps the text there is', () => {
    expect(draftOf('Advanced', 'Last week', '2001-07-01')).toBe('Last week')
    expect(draftOf('Advanced', 'No filter', '2001-07-01')).toBe(' : ')
  })
})

it('parses and prints the text of a range', () => {
  expect(rangeEnds('2001-01-01 : now')).toEqual(['2001-01-01', 'now'])
  expect(rangeEnds('Last week')).toEqual(['Last week', ''])
  expect(rangeEnds('No filter')).toEqual(['', ''])
  expect(joinSides('a', 'b')).toBe('a : b')
})

describe('the preview', () => {
  it('describes the days of a range, and why a text is invalid', () => {
    expect(previewOf('Last week', now)).toEqual({ text: 'Jun 24 – 30, 2001', isValid: true })
    expect(previewOf('No filter', now)).toEqual({ text: 'No filter', isValid: true })
    expect(previewOf('DATEADD(DATETIME("now"), : now', now).isValid).toBe(false)
    expect(previewOf('2001-07-02 : 2001-07-01', now).isValid).toBe(false)
    expect(previewOf('', now).isValid).toBe(false)
  })
})
