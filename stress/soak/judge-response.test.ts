import { describe, expect, it } from 'vitest'
import { judgeResponse } from './judge-response.ts'

const answer = (statusCode: number, body: string, name?: string) => ({
  statusCode,
  headers: name === undefined ? {} : { 'x-facet-error': name },
  body,
})
const errorText = JSON.stringify({ message: 'The server is not ready' })

describe('a response is judged by status and name', () => {
  it.each([200, 201, 202, 302, 304])('%s is a response', (status) => {
    expect(judgeResponse(answer(status, ''))).toEqual({ kind: 'answered' })
  })

  it('a 5xx with the name of its status is a rejection', () => {
    expect(judgeResponse(answer(503, errorText, 'unavailable'))).toEqual({ kind: 'refused', name: 'unavailable' })
    const late = JSON.stringify({ errors: [{ message: 'The query took longer than 5 seconds' }] })
    expect(judgeResponse(answer(504, late, 'query-timeout'))).toEqual({ kind: 'refused', name: 'query-timeout' })
  })

  it.each([
    ['the code of unexpected errors', 500, JSON.stringify({ message: 'Fatal error' }), 'internal'],
    ['a code of another status', 500, errorText, 'unavailable'],
    ['a code that is not in the catalogue', 503, errorText, 'oops'],
    ['no code and an unknown text', 503, JSON.stringify({ message: 'Out to lunch' }), undefined],
    ['a body that is not an error', 503, '<h1>Service unavailable</h1>', 'unavailable'],
    ['an empty body', 502, '', undefined],
    ['an error without a text', 503, '{}', 'unavailable'],
  ])('a 5xx with %s is a fault', (_, status, body, name) => {
    expect(judgeResponse(answer(status, body, name))).toMatchObject({ kind: 'fault', fault: 'unnamed 5xx' })
  })

  it('the text names the status within a batch, which has no headers', () => {
    expect(judgeResponse(answer(503, errorText))).toEqual({ kind: 'refused', name: 'unavailable' })
    const late = JSON.stringify({ message: 'The query took longer than 5 seconds' })
    expect(judgeResponse(answer(504, late))).toEqual({ kind: 'refused', name: 'query-timeout' })
    expect(judgeResponse(answer(500, JSON.stringify({ message: 'Fatal error' })))).toMatchObject({
      fault: 'unnamed 5xx',
    })
  })

  it('below 500 only a code that helps the caller is a rejection', () => {
    const missing = answer(404, JSON.stringify({ message: 'Not found' }), 'not-found')
    expect(judgeResponse(missing)).toMatchObject({ kind: 'fault', fault: 'wrong refusal' })
    expect(judgeResponse(missing, ['not-found'])).toEqual({ kind: 'refused', name: 'not-found' })
    const expired = answer(401, JSON.stringify({ msg: 'Token has expired' }), 'token-expired')
    expect(judgeResponse(expired)).toEqual({ kind: 'refused', name: 'token-expired' })
  })
})
