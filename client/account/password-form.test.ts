import { expect, it } from 'vitest'
import { ApiResponseError } from '#calls/call.ts'
import { passwordProblems, rejectionProblems } from './password-form.ts'

const good = { current: 'old one', next: 'new password', again: 'new password' }

it('Valid input is sent', () => {
  expect(passwordProblems(good, 'ada')).toEqual({})
  expect(passwordProblems({ ...good, next: '12345678', again: '12345678' }, 'ada')).toEqual({})
})

it.each([
  [{ current: '' }, { current: 'Type your current password.' }],
  [{ next: '1234567', again: '' }, { next: 'Use at least 8 characters.' }],
  [{ next: 'x'.repeat(1025) }, { next: 'Use at most 1024 characters.' }],
  [{ next: 'ADA Lovelace', again: '' }, { next: 'Choose a password that differs from your user name.' }],
  [{ again: 'new passwort' }, { again: "The passwords don't match." }],
  [
    { current: '', next: '' },
    { current: 'Type your current password.', next: 'Use at least 8 characters.' },
  ],
])('reports %j before it is sent', (typed, reported) => {
  expect(passwordProblems({ ...good, ...typed }, 'ada lovelace')).toEqual(reported)
})

it('An error is shown at its field', () => {
  expect(rejectionProblems(null)).toEqual({})
  expect(rejectionProblems(new ApiResponseError('x', 'answer', 403))).toEqual({
    current: 'This is not your current password.',
  })
  expect(rejectionProblems(new ApiResponseError('Too many requests', 'answer', 429))).toEqual({
    form: 'Too many attempts. Wait a minute, then try again.',
  })
  expect(rejectionProblems(new ApiResponseError('Network error.', 'network'))).toEqual({ form: 'Network error.' })
})
