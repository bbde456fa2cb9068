import { afterEach, describe, expect, it, vi } from 'vitest'
import { configureCalls } from '#calls/call.ts'
import { fetchChartData, fetchChartSql, chartDataQuery, downloadChartData } from '#calls/chart-data.ts'

const context = { datasource: { id: 3, type: 'table' }, queries: [{ columns: ['a'] }] }
let sent: { url: string; init: RequestInit }[] = []

function answerWith(status: number, body: unknown): void {
  sent = []
  configureCalls({ basePath: '', csrfToken: '', timeout: 60_000 })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({ url, init })
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status })
  })
}

afterEach(() => vi.unstubAllGlobals())

describe('the query string of a chart data call', () => {
  it('C-DATA-02: contains form_data with the slice id, only when there is one', () => {
    expect(chartDataQuery({ sliceId: 7 })['form_data']).toBe('{"slice_id":7}')
    expect(chartDataQuery({})['form_data']).toBeUndefined()
  })
  it('C-DATA-03: contains dashboard_id on a dashboard', () => {
    expect(chartDataQuery({ dashboardId: 12 })['dashboard_id']).toBe('12')
    expect(chartDataQuery({})['dashboard_id']).toBeUndefined()
  })
  it('C-DATA-04: contains force only when forced', () => {
    expect(chartDataQuery({ force: true })['force']).toBe('true')
    expect(chartDataQuery({ force: false })['force']).toBeUndefined()
  })
})

describe('a chart data call', () => {
  it('posts the context and requests columns', async () => {
    answerWith(200, { result: [{ columns: [[1]] }] })
    expect(await fetchChartData(context, { sliceId: 7, dashboardId: 2, force: true })).toEqual([{ columns: [[1]] }])
    expect(sent[0]?.url).toBe('/api/v1/chart/data?form_data=%7B%22slice_id%22%3A7%7D&dashboard_id=2&force=true')
    expect(JSON.parse(sent[0]?.init.body as string)).toEqual({ ...context, force: true })
    expect(new Headers(sent[0]?.init.headers).get('accept')).toBe('application/vnd.facet.columns+json')
  })
  it.each([201, 202, 500, 503])('C-DATA-07: status %s is an error that names it', async (status) => {
    answerWith(status, '')
    await expect(fetchChartData(context)).rejects.toThrow(
      `Received unexpected response status (${status}) while fetching chart data`,
    )
  })
  it('C-DATA-07: keeps the text of an invalid success response', async () => {
    answerWith(202, { message: 'later' })
    await expect(fetchChartData(context)).rejects.toThrow('status (202)')
  })
  it('C-DATA-11: an error keeps the message of the server', async () => {
    answerWith(400, { message: 'Columns missing in dataset: [x]' })
    await expect(fetchChartData(context)).rejects.toMatchObject({
      message: 'Columns missing in dataset: [x]',
      status: 400,
    })
  })
  it('requests the SQL without running it', async () => {
    answerWith(200, { result: [{ query: 'SELECT 1' }, { error: 'no such column' }] })
    expect(await fetchChartSql(context)).toEqual(['SELECT 1', 'no such column'])
    expect(JSON.parse(sent[0]?.init.body as string)).toEqual({ ...context, result_type: 'query' })
  })
})

describe('a file of data', () => {
  it('returns the number of rows, and reports progress while it arrives', async () => {
    configureCalls({ basePath: '', csrfToken: '', timeout: 60_000 })
    const headers = { 'x-facet-rows': '3', 'x-facet-capped': '3', 'content-type': 'text/csv' }
    vi.stubGlobal('fetch', async () => new Response('a\n1\n2\n3\n', { headers }))
    const onBytes = vi.fn<(bytes: number) => void>()
    const file = await downloadChartData(context, 'csv', { onBytes })
    expect(await file.content.text()).toBe('a\n1\n2\n3\n')
    expect([file.rows, file.cappedAt]).toEqual([3, 3])
    expect(onBytes).toHaveBeenLastCalledWith(8)
  })

  it('rejects with an abort while its body arrives', async () => {
    configureCalls({ basePath: '', csrfToken: '', timeout: 60_000 })
    const leave = new AbortController()
    const body = new ReadableStream({
      start: (stream) => {
        stream.enqueue(new TextEncoder().encode('a'))
        leave.signal.addEventListener('abort', () => stream.error(new Error('left')))
      },
    })
    vi.stubGlobal('fetch', async () => new Response(body))
    const pending = downloadChartData(context, 'csv', { signal: leave.signal, onBytes: () => leave.abort() })
    await expect(pending).rejects.toMatchObject({ kind: 'abort' })
  })
})
