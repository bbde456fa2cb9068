import { FRAMES_MEDIA_TYPE } from '#core/query/result.ts'
import type { ErrorCode } from '#core/rest/errors.ts'
import type { HttpResponse, HttpCall } from '#testing/http-client.ts'
import { type Owner, secretOf } from '../soak-users.ts'
import { judgeResponse, type Verdict } from '../judge-response.ts'
import type { Random } from '../random.ts'
import type { SoakFixture } from '../fixture.ts'

/**
 * Errors that any user may get: if an engine is killed again while the offending query is determined, an innocent one
 * may be blamed.
 */
export const ENGINE_CRASH_ERRORS: readonly ErrorCode[] = ['engine-ended', 'engine-ended-shape', 'engine-ended-author']

/** A request for the rows of `rows`; each user must receive only their own. */
export interface RowsQuery {
  readonly name: string
  readonly call: (fixture: SoakFixture, random: Random) => HttpCall
  /** Returns the number of rows in the response; undefined if it does not say. Throws if it cannot be parsed. */
  readonly rowsOf: (answer: HttpResponse) => number | undefined
}

const COUNT = { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'rows' }
const RAW = { columns: ['owner', 'secret', 'n'], row_limit: 1000 }
const BY_OWNER = { columns: ['owner'], metrics: [COUNT], row_limit: 100 }

function ask(dataset: number, query: object, random: Random, more: object = {}): HttpCall {
  // Most queries are repeated and come from the cache; some are new, some are forced.
  const dice = random.below(6)
  const limit = dice === 0 ? { row_limit: 1000 + random.below(1000) } : {}
  const queries = [{ ...query, ...limit }]
  const payload = { datasource: { id: dataset, type: 'table' }, queries, force: dice === 1, ...more }
  return { method: 'POST', url: '/api/v1/chart/data', payload }
}

const dataOf = (answer: HttpResponse): { [name: string]: unknown }[] => answer.json().result[0].data
const sumOf = (rows: readonly { [name: string]: unknown }[]): number =>
  rows.reduce((sum, { rows: count }) => sum + Number(count), 0)

/** A frame of a batch and its body. */
interface Frame {
  readonly status: number
  readonly body: string
}

function framesOf(bytes: Buffer): Frame[] {
  const frames: Frame[] = []
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf('\n', at)
    const { status, length } = JSON.parse(bytes.toString('utf8', at, end)) as { status: number; length: number }
    frames.push({ status, body: bytes.toString('utf8', end + 1, end + 1 + length) })
    at = end + 1 + length + 1
  }
  return frames
}

/** Returns the failures within a batch, each judged like a separate response. */
export function failuresOf({ rawPayload, headers }: HttpResponse): Verdict[] {
  if (headers['content-type'] !== FRAMES_MEDIA_TYPE) return []
  return framesOf(rawPayload)
    .filter(({ status }) => status >= 400)
    .map(({ status, body }) => judgeResponse({ statusCode: status, headers: {}, body }, ENGINE_CRASH_ERRORS))
}

export const rowsQueries: readonly RowsQuery[] = [
  {
    name: 'rows',
    call: ({ rows }, random) => ask(rows, RAW, random),
    rowsOf: (answer) => dataOf(answer).length,
  },
  {
    name: 'a number',
    call: ({ rows }, random) => ask(rows, { metrics: [COUNT] }, random),
    rowsOf: (answer) => sumOf(dataOf(answer)),
  },
  {
    name: 'groups of SQL',
    call: ({ rowsBySql }, random) => ask(rowsBySql, BY_OWNER, random),
    rowsOf: (answer) => sumOf(dataOf(answer)),
  },
  {
    name: 'a file',
    call: ({ rows }, random) => ask(rows, RAW, random, { result_format: 'csv' }),
    rowsOf: (answer) => answer.body.trim().split('\n').length - 1,
  },
  {
    name: 'a batch',
    call: ({ rows, rowsBySql }) => ({
      method: 'POST',
      url: '/api/v1/chart/data/batch',
      payload: {
        items: [rows, rowsBySql].map((id, index) => ({
          id: String(index),
          query_context: { datasource: { id, type: 'table' }, queries: [RAW] },
        })),
      },
    }),
    rowsOf: (answer) => {
      const counts = framesOf(answer.rawPayload).flatMap(({ status, body }) =>
        status === 200 ? [(JSON.parse(body) as { result: { data: unknown[] }[] }).result[0]?.data.length ?? 0] : [],
      )
      return counts.find((count) => count !== counts[0]) ?? counts[0]
    },
  },
  {
    name: 'a saved chart',
    call: ({ chart }) => ({ url: `/api/v1/chart/${chart}/data/` }),
    rowsOf: (answer) => dataOf(answer).length,
  },
  {
    name: 'samples',
    call: ({ rows }, random) => ({ url: `/api/v1/dataset/${rows}/samples?force=${random.below(3) === 0}` }),
    rowsOf: (answer) => answer.json().result.data.length,
  },
]

/** Returns the first row of another user that a text contains. */
export function findForeignRow(text: string, me: string, owners: readonly Owner[]): string | undefined {
  return owners.map(({ name }) => name).find((name) => name !== me && text.includes(secretOf(name, 0).slice(0, -1)))
}
