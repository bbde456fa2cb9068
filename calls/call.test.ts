import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { errorEntryText } from '#core/rest/error-entry-text.ts'
import { errorBody } from '#core/rest/error-body.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { setLanguage } from '#core/text/t.ts'
import { type ApiResponseError, call, configureCalls, hasErrorCode } from '#calls/call.ts'

interface Sent {
  readonly url: string
  readonly init: RequestInit
}

let sent: Sent[] = []

function answerWith(answer: (sent: Sent) => Promise<Response> | Response, settings = {}): void {
  sent = []
  configureCalls({ basePath: '', csrfToken: 'c5rf', timeout: 60_000, ...settings })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({ url, init })
    return answer({ url, init })
  })
}

const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers })
const header = (name: string) => new Headers(sent[0]?.init.headers).get(name)

async function failureOf(promise: Promise<unknown>): Promise<ApiResponseError> {
  return promise.then(
    () => {
      throw new Error('It did not fail.')
    },
    (error: ApiResponseError) => error,
  )
}

afterEach(() => vi.unstubAllGlobals())

describe('a call', () => {
  it('requests a URL below the base path, with the parameters that are set', async () => {
    answerWith(() => json({ ok: 1 }), { basePath: '/bi' })
    await call('GET', '/api/v1/chart/', { query: { q: "(a:'b c')", nothing: undefined } })
    expect(sent[0]?.url).toBe('/bi/api/v1/chart/?q=%28a%3A%27b+c%27%29')
  })

  it.each([
    ['GET', null],
    ['POST', 'c5rf'],
    ['PUT', 'c5rf'],
    ['DELETE', 'c5rf'],
  ])('%s carries the CSRF token %s', async (method, token) => {
    answerWith(() => json({}))
    await call(method, '/x')
    expect(header('x-csrftoken')).toBe(token)
  })

  it('sends JSON as JSON and a form unchanged', async () => {
    answerWith(() => json({}))
    await call('POST', '/x', { body: { a: 1 } })
    expect([sent[0]?.init.body, header('content-type')]).toEqual(['{"a":1}', 'application/json'])
    const form = new FormData()
    answerWith(() => json({}))
    await call('POST', '/x', { body: form })
    expect([sent[0]?.init.body, header('content-type')]).toEqual([form, null])
  })

  it('returns undefined for a response without content', async () => {
    answerWith(() => new Response(null, { status: 204 }))
    expect(await call('DELETE', '/x')).toBeUndefined()
  })
})

describe('a call that fails', () => {
  it.each([
    ['errors', { errors: [{ message: 'No such table', error_type: 'TABLE_DOES_NOT_EXIST_ERROR' }] }, 'No such table'],
    ['message', { message: 'Not found' }, 'Not found'],
    ['message by field', { message: { slice_name: ['Missing.', 'Short.'] } }, 'slice_name: Missing. Short.'],
    ['msg', { msg: 'Bad Authorization header' }, 'Bad Authorization header'],
    ['error', { error: 'CSRF' }, 'CSRF'],
  ])('throws the message of the server in the form %s', async (_family, body, message) => {
    answerWith(() => json(body, 404))
    const error = await failureOf(call('GET', '/x'))
    expect([error.message, error.kind, error.status]).toEqual([message, 'answer', 404])
    expect(error.body).toEqual(body)
  })

  it('throws the status line as its message when the response is a page', async () => {
    answerWith(() => new Response('<html>', { status: 502, statusText: 'Bad Gateway' }))
    expect((await failureOf(call('GET', '/x'))).message).toBe('502 Bad Gateway')
  })

  it('A-ERROR-05: an error type has the text it is mapped to', async () => {
    answerWith(() => json({ errors: [{ message: 'oom', error_type: 'GENERIC_DB_ENGINE_ERROR' }] }, 400), {
      errorTexts: { GENERIC_DB_ENGINE_ERROR: 'Ask the data team: %s' },
    })
    expect((await failureOf(call('GET', '/x'))).message).toBe('Ask the data team: oom')
  })

  it('reads the error code at every position of the response, and falls back to the status', async () => {
    const reported = (extra: object) => json({ message: 'x', extra }, 412)
    const failed = async (answer: () => Response) => {
      answerWith(answer)
      return hasErrorCode(await failureOf(call('GET', '/x')), 'version-conflict')
    }
    expect(await failed(() => reported({ code: 'version-conflict', args: [] }))).toBe(true)
    expect(await failed(() => reported({ code: 'forbidden', args: [] }))).toBe(false)
    const named = { headers: { 'x-facet-error': 'version-conflict' }, status: 400 }
    expect(await failed(() => new Response('{}', named))).toBe(true)
    expect(await failed(() => new Response('<html>', { status: 412 }))).toBe(true)
    expect(await failed(() => new Response('<html>', { status: 404 }))).toBe(false)
    expect(hasErrorCode(new Error('412'), 'version-conflict')).toBe(false)
  })

  it('A-ERROR-05: translates an error by code and arguments, or by the text of its type', async () => {
    setLanguage('de', {
      'Only SELECT statements are allowed against this database.': 'Nur SELECT ist erlaubt',
      'The table "%s" already exists': 'Die Tabelle „%s“ gibt es schon',
    })
    onTestFinished(() => setLanguage('en'))
    const body = (fault: ApiError) => () => json(errorBody(fault), fault.row.status, { 'x-facet-error': fault.code })
    const translateError = errorEntryText
    answerWith(body(new ApiError('upload-table-exists', { args: ['sales'] })), { translateError })
    expect((await failureOf(call('GET', '/x'))).message).toBe('Die Tabelle „sales“ gibt es schon')
    answerWith(body(new ApiError('dml-refused')), {
      errorTexts: { DML_NOT_ALLOWED_ERROR: 'Hier nicht (%s)' },
      translateError,
    })
    expect((await failureOf(call('GET', '/x'))).message).toBe('Hier nicht (Nur SELECT ist erlaubt)')
  })

  it('reports an ended session', async () => {
    let count = 0
    const onSignedOut = () => (count += 1)
    answerWith(() => json({ msg: 'Missing cookie' }, 401), { onSignedOut })
    await failureOf(call('GET', '/x'))
    expect(count).toBe(1)
  })

  it('throws a network error when no response arrives', async () => {
    answerWith(() => Promise.reject(new TypeError('Failed to fetch')))
    const error = await failureOf(call('GET', '/x'))
    expect([error.message, error.kind, error.status]).toEqual(["Can't reach the server.", 'network', 0])
  })

  const silent = ({ init }: Sent) =>
    new Promise<Response>((_resolve, reject) =>
      init.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error)),
    )

  it('throws a timeout when the response takes too long', async () => {
    answerWith(silent)
    expect((await failureOf(call('GET', '/x', { timeout: 10 }))).kind).toBe('timeout')
  })

  it('throws an abort if the caller aborted, with any reason', async () => {
    answerWith(silent)
    const leave = new AbortController()
    const failed = failureOf(call('GET', '/x', { signal: leave.signal }))
    leave.abort(new Error('gone'))
    expect((await failed).kind).toBe('abort')
  })

  it('throws a network error when the response is incomplete', async () => {
    answerWith(() => new Response('{"result":'))
    expect((await failureOf(call('GET', '/x'))).kind).toBe('network')
  })
})
