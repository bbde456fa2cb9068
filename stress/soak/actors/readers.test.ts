import { expect, it } from 'vitest'
import type { HttpResponse } from '#testing/http-client.ts'
import type { SoakCaller } from '../soak-caller.ts'
import { makeRandom } from '../random.ts'
import { Record } from '../record.ts'
import type { SoakFixture } from '../fixture.ts'
import { failuresOf, findForeignRow, rowsQueries } from './rows-queries.ts'
import { readers } from './readers.ts'

const owners = [
  { name: 'ann', rows: 2 },
  { name: 'bob', rows: 3 },
]

function answerOf(body: string, type = 'application/json'): HttpResponse {
  const rawPayload = Buffer.from(body)
  return {
    statusCode: 200,
    headers: { 'content-type': type },
    body,
    payload: body,
    rawPayload,
    json: () => JSON.parse(body),
  }
}

const rowsOf = (owner: string, count: number): string =>
  JSON.stringify({
    result: [{ data: Array.from({ length: count }, (_, n) => ({ owner, secret: `${owner}-secret-${n}` })) }],
  })

/** Runs Ann's actions until she has requested rows once; returns the findings. */
async function found(body: string): Promise<string[]> {
  const record = new Record()
  const requested: boolean[] = []
  const person = (name: string): SoakCaller => ({
    name,
    call: (_, { payload }) => {
      const { queries, result_format: format } = (payload ?? {}) as {
        queries?: { columns?: string[] }[]
        result_format?: string
      }
      const isForRows = queries?.[0]?.columns?.includes('secret') === true && format === undefined
      if (isForRows) requested.push(true)
      return Promise.resolve(isForRows ? { kind: 'answered', answer: answerOf(body) } : { kind: 'gone' })
    },
  })
  const fixture = { owners, rows: 1, rowsBySql: 2, chart: 3 } as unknown as SoakFixture
  const lane = await readers.begin({ actor: 'readers', fixture, record, random: makeRandom(5), lane: 0, person })
  while (requested.length === 0) await lane.act()
  return record.faults.map(({ kind }) => kind)
}

it('reports a result with a row of another user', async () => {
  expect(await found(rowsOf('bob', 2))).toEqual(['foreign answer'])
})

it('reports the row count of another user, or of more than one', async () => {
  expect(await found(rowsOf('ann', 3))).toEqual(['foreign answer'])
  expect(await found(rowsOf('ann', 5))).toEqual(['foreign answer'])
})

it('missing rows are a wrong count', async () => {
  expect(await found(rowsOf('ann', 1))).toEqual(['wrong count'])
})

it('rows of the actor are no fault', async () => {
  expect(await found(rowsOf('ann', 2))).toEqual([])
})

it('a user is known by the mark of any of their rows, within any text', () => {
  expect(findForeignRow('x,bob-secret-2,y', 'ann', owners)).toBe('bob')
  expect(findForeignRow('x,ann-secret-2,y', 'ann', owners)).toBeUndefined()
})

it('a batch is read frame by frame: each failure is judged, and a different frame counts', () => {
  const frame = (status: number, body: string): string =>
    `${JSON.stringify({ id: 'a', status, length: Buffer.byteLength(body) })}\n${body}\n`
  const type = 'application/vnd.facet.frames'
  const lost = JSON.stringify({ errors: [{ message: 'Fatal error' }] })
  const batch = answerOf(frame(200, rowsOf('ann', 2)) + frame(500, lost) + frame(200, rowsOf('änn', 3)), type)
  expect(failuresOf(batch)).toMatchObject([{ kind: 'fault', fault: 'unnamed 5xx' }])
  expect(rowsQueries.find(({ name }) => name === 'a batch')?.rowsOf(batch)).toBe(3)
})
