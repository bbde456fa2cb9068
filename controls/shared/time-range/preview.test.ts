import { describe, expect, it } from 'vitest'
import { rangeHelp } from './functions.ts'
import { previewOf, verdictOf } from './preview.ts'

const now = Date.UTC(2001, 6, 1, 12)

it('the help gives an example of every function that the language reads', () => {
  for (const line of rangeHelp().split('\n').slice(1)) {
    const [example = ''] = line.split(' — ')
    expect(previewOf(`${example} : `, now), example).toMatchObject({ isValid: true })
  }
})

describe('the check of a range', () => {
  const bounds = { since: '2001-06-24T00:00:00', until: '2001-07-01T00:00:00' }

  it('T-VALID-02: a range the server has resolved is valid, and no other', () => {
    expect(verdictOf('Last week', now, { range: 'Last week', bounds })).toEqual({
      text: 'Jun 24 – 30, 2001',
      isValid: true,
      isFault: false,
      bounds,
    })
    expect(verdictOf('Last week', now, { range: 'Last day', bounds }).isValid).toBe(false)
    expect(verdictOf('Last week', now, undefined)).toEqual({
      text: 'Jun 24 – 30, 2001',
      isValid: false,
      isFault: false,
    })
    expect(verdictOf(' ', now, { range: ' ', bounds }).isValid).toBe(false)
  })
})
