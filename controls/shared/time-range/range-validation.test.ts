import { describe, expect, it } from 'vitest'
import { validateRange } from './range-validation.ts'

describe('the check of a range', () => {
  const bounds = { since: '2001-06-24T00:00:00', until: '2001-07-01T00:00:00' }
  const preview = { text: 'Jun 24 – 30, 2001', isValid: true }

  it('T-VALID-02: a range the server has resolved is valid, and no other', () => {
    expect(validateRange('Last week', { range: 'Last week', bounds }, undefined)).toEqual({
      text: 'Jun 24 – 30, 2001',
      isValid: true,
      isFault: false,
      bounds,
    })
    expect(validateRange('Last week', { range: 'Last day', bounds }, preview).isValid).toBe(false)
    expect(validateRange('Last week', undefined, preview)).toEqual({ ...preview, isValid: false, isFault: false })
    expect(validateRange(' ', { range: ' ', bounds }, preview).isValid).toBe(false)
  })

  it('reports an invalid range before the server responds', () => {
    const wrong = { text: 'Cannot parse time string [foo]', isValid: false }
    expect(validateRange('foo : bar', undefined, wrong)).toEqual({ ...wrong, isFault: true })
    expect(validateRange('foo : bar', undefined, undefined)).toEqual({ text: '', isValid: false, isFault: false })
  })
})
