import { afterEach, describe, expect, it } from 'vitest'
import { placeholderCount } from '#core/text/interpolate.ts'
import { setLanguage } from '#core/text/t.ts'
import { errorBody, wireError } from './error-body.ts'
import { errorText } from './error-text.ts'
import { type ErrorCode, errors } from './errors.ts'
import { ApiError } from './api-error.ts'
import { issuesOf, issueTexts } from './issues.ts'
import { readErrorBody } from './read-error.ts'
import { errorEntryText } from './error-entry-text.ts'

describe('an error as a response body', () => {
  it('returns a message for REST calls', () => {
    expect(errorBody(new ApiError('not-found'))).toEqual({ message: 'Not found' })
    expect(errorBody(new ApiError('order-column', { args: ['x'] }))).toEqual({
      message: 'Invalid order by column: x',
      extra: { code: 'order-column', args: ['x'] },
    })
  })

  it('returns a map of messages if fields are wrong', () => {
    const fields = { slice_name: ['Missing data for required field.'] }
    expect(errorBody(new ApiError('fields-wrong', { fields }))).toEqual({ message: fields })
  })

  it('returns a list with numbered issues for typed errors', () => {
    expect(errorBody(new ApiError('import-failed', { args: ['chart'], extra: { 'a.yaml': 'no' } }))).toEqual({
      errors: [
        {
          message: 'Error importing chart',
          error_type: 'GENERIC_COMMAND_ERROR',
          level: 'warning',
          extra: {
            'a.yaml': 'no',
            code: 'import-failed',
            args: ['chart'],
            issue_codes: [{ code: 1010, message: 'Issue 1010 - An error occurred while running a command.' }],
          },
        },
      ],
    })
  })

  it('returns msg for tokens', () => {
    expect(errorBody(new ApiError('token-expired'))).toEqual({ msg: 'Token has expired' })
  })

  it('carries the statement of a failed query', () => {
    const fault = new ApiError('query-failed', { args: ['no such column'], sql: 'SELECT x' })
    expect(errorBody(fault)).toMatchObject({
      message: 'Error: no such column',
      errors: [{ error_type: 'GENERIC_DB_ENGINE_ERROR', extra: { sql: 'SELECT x' } }],
    })
  })

  it('omits details if the catalogue does not allow them', () => {
    const fault = new ApiError('internal', { extra: { path: '/secret' }, sql: 'SELECT 1', cause: new Error('boom') })
    expect(errorBody(fault)).toEqual({ message: 'Fatal error' })
    expect(wireError(fault).extra).toEqual({
      code: 'internal',
      args: [],
      issue_codes: [{ code: 1011, message: 'Issue 1011 - An unexpected error occurred.' }],
    })
  })
})

describe('a response body as an error', () => {
  it('reads the error of every family', () => {
    for (const code of Object.keys(errors) as ErrorCode[]) {
      const fault = new ApiError(code, { args: ['A', 'B'] })
      expect(readErrorBody(JSON.parse(JSON.stringify(errorBody(fault)))).message).toBe(fault.message)
    }
  })

  it('reads the older formats', () => {
    expect(readErrorBody({ error: 'old' }).message).toBe('old')
    expect(readErrorBody({ msg: 'Token has expired' }).message).toBe('Token has expired')
    expect(readErrorBody('<html>')).toEqual({ message: undefined, errors: [], fields: undefined })
    expect(readErrorBody(null).message).toBeUndefined()
  })

  it('names the fields that are wrong', () => {
    const error = readErrorBody({ message: { slug: ['Must be unique'], columns: { 0: { type: ['No', 'way'] } } } })
    expect(error.message).toBe('slug: Must be unique; columns.0.type: No way')
    expect(error.fields).toEqual({ slug: ['Must be unique'], columns: { 0: { type: ['No', 'way'] } } })
  })
})

describe('an error in another language', () => {
  const codes = Object.keys(errors) as ErrorCode[]
  const words = (code: ErrorCode) =>
    Array.from({ length: placeholderCount(errors[code].message) }, (_, i) => `word ${i} %s`)

  afterEach(() => setLanguage('en'))

  it.each(codes)('builds the text of %s from code and arguments, from the header or a frame', (code) => {
    setLanguage('de', { [errors[code].message]: `auf Deutsch: ${errors[code].message}` })
    const fault = new ApiError(code, { args: words(code) })
    const sent = (body: unknown) => readErrorBody(JSON.parse(JSON.stringify(body)))
    const said = `auf Deutsch: ${fault.message}`
    expect(errorEntryText(sent(errorBody(fault)), fault.code)).toBe(said)
    expect(errorEntryText(sent(errorBody(fault, { isBare: true })))).toBe(said)
    expect(errorEntryText(sent({ errors: [wireError(fault)] }))).toBe(said)
  })

  it('shows the received text if code and arguments contain less', () => {
    expect(errorEntryText(readErrorBody({ message: 'from elsewhere' }), 'no such code')).toBe('from elsewhere')
    expect(errorEntryText(readErrorBody({ message: 'Invalid order by column: x' }), 'order-column')).toBe(
      'Invalid order by column: x',
    )
    const fields = errorBody(new ApiError('fields-wrong', { fields: { slug: ['Must be unique'] } }), { isBare: true })
    expect(errorEntryText(readErrorBody(fields))).toBe('slug: Must be unique')
    expect(errorEntryText(readErrorBody('<html>'), 'not-found')).toBeUndefined()
  })

  it('reveals no argument that the message does not show', () => {
    const body = errorBody(new ApiError('flag-off', { args: ['SECRET_PLAN'] }), { isBare: true })
    expect(body).toEqual({ message: 'Not found', extra: { code: 'flag-off', args: [] } })
  })
})

it('A-ERROR-05: a server error type can be mapped to a custom text', () => {
  const { message, errors: list } = readErrorBody(errorBody(new ApiError('dml-refused')))
  const error = { message: message as string, errorType: list[0]?.error_type }
  expect(errorText(error)).toBe('Only SELECT statements are allowed against this database.')
  expect(errorText(error, { DML_NOT_ALLOWED_ERROR: 'Read only here (%s)' })).toBe(
    'Read only here (Only SELECT statements are allowed against this database.)',
  )
  expect(errorText(error, { SYNTAX_ERROR: 'Other' })).toBe('Only SELECT statements are allowed against this database.')
  expect(errorText({ message: 'Not found' }, { SYNTAX_ERROR: 'Other' })).toBe('Not found')
})

it('every issue of every type has a text', () => {
  const numbers = Object.values(issuesOf).flat() as number[]
  expect(numbers.filter((number) => !issueTexts[number])).toEqual([])
})
