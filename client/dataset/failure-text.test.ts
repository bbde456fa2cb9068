import { expect, it } from 'vitest'
import { responseError, ApiResponseError } from '#calls/call.ts'
import { failureText } from './failure-text.ts'

it.each([
  ['the error of the response', responseError(500, { error: 'The lock is held' }, 'Server Error'), 'The lock is held'],
  ['the status line', { statusText: 'Bad Gateway', message: 'x' }, 'Bad Gateway'],
  ['the message of the server', responseError(404, { message: 'Not found' }), 'Not found'],
  ['the message of the failure', new ApiResponseError('Network error.', 'network'), 'Network error.'],
  ['the fallback text', {}, 'Sorry, an error occurred'],
])('E-DATASET-09: describes a dataset that cannot be fetched by %s', (_, failure, text) => {
  expect(failureText(failure, 'Sorry, an error occurred')).toBe(text)
})
