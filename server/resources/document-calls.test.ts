import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { callsOf, findMismatch, type Operation, operationsOf, type SentCall } from '#testing/document-calls.ts'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'

const NOON = Date.UTC(2024, 4, 1, 12)
const SEED = 20240501
/** Requests per operation; some three hundred are answered in a few seconds. */
const TIMES = 8

/** Operations that end the caller's own session or connect to hosts that a random text may name. */
const LEFT_OUT = [/\/me\//, /test_connection/, /validate_parameters/]

let fixture: DataFixture
let authorization: string
beforeAll(async () => {
  fixture = await openDataFixture(["CREATE TABLE sales AS SELECT 1 AS amount, DATE '2024-01-01' AS day"], NOON)
  authorization = `Bearer ${await fixture.token('admin')}`
  const { store } = fixture.context
  for (const table_name of ['sales', 'another']) {
    const { id } = await fixture.dataset({ table_name, metrics: [{ metric_name: 'count', expression: 'COUNT(*)' }] })
    const chart = { slice_name: `Of ${table_name}`, viz_type: 'table', datasource_type: 'table', datasource_id: id }
    const { id: placed } = await store.charts.create(chart, null)
    await store.dashboards.create({ dashboard_title: `On ${table_name}`, published: true, charts: [placed] }, null)
  }
})
afterAll(() => fixture.close())

/** Returns the bytes of a body or a form; some forms are truncated. */
function written(body: unknown, form: SentCall['form']): { readonly type?: string; readonly payload?: string } {
  if (!form) return body === undefined ? {} : { type: 'application/json', payload: JSON.stringify(body) }
  const fields = Object.entries(form)
  const parts = fields.map(([name, value]) => {
    const file = /formData|bundle|^file/.test(name) ? '; filename="it.zip"' : ''
    return `--edge\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`
  })
  return {
    type: 'multipart/form-data; boundary=edge',
    payload: parts.join('') + (fields.length === 3 ? '--ed' : '--edge--\r\n'),
  }
}

/** Returns why the document does not allow a response; undefined if it does. */
async function wrong({ method, answers }: Operation, { url, body, form }: SentCall): Promise<string | undefined> {
  const { type, payload } = written(body, form)
  const headers = { authorization, ...(type === undefined ? {} : { 'content-type': type }) }
  const answer = await fixture.app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) })
  const errorText = `${method} ${url} ${payload ?? ''}: ${answer.statusCode} ${answer.body.slice(0, 300)}`
  if (answer.statusCode >= 500) return errorText
  if (!String(answer.headers['content-type']).startsWith('application/json')) return undefined
  const json = answer.json<unknown>()
  const schema = answers[String(answer.statusCode)]
  const reason = schema && findMismatch(schema, json)
  if (reason) return `${reason} in ${errorText}`
  const isNamed = ['message', 'errors', 'error', 'msg'].some((name) => Object.hasOwn(json as object, name))
  return answer.statusCode >= 400 && !isNamed ? `no reason in ${errorText}` : undefined
}

it('returns no 5xx status and no body outside of its schema for any call of the document and any input', async () => {
  const document = await fixture.app.inject({ url: '/api/v1/_openapi', headers: { authorization } })
  const all = operationsOf(document.json()).filter(({ path }) => !LEFT_OUT.some((each) => each.test(path)))
  expect(all.length).toBeGreaterThan(150)
  // Deletions come last, so that the other operations find rows.
  const sorted = all.toSorted((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'))
  const found: string[] = []
  for (const operation of sorted) {
    for (const sent of fc.sample(callsOf(operation), { numRuns: TIMES, seed: SEED })) {
      const why = await wrong(operation, sent)
      if (why !== undefined) found.push(why)
    }
  }
  expect(found).toEqual([])
})
