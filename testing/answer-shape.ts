import type { HttpAnswer } from './http-client.ts'

/** What is compared by its value: what people see of data. Of the rest only the kind counts. */
const BY_VALUE = new Set(['data', 'colnames', 'coltypes', 'rowcount', 'message', 'error_type', 'label_map'])

/** Names of queries that a server makes. */
const CLIENT_ID = /^[0-9a-f]{11}$/

/** Rows come in any order where none was asked for. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) {
    const texts = value.map((each) => JSON.stringify(inOrder(each)))
    return texts.toSorted()
  }
  if (typeof value !== 'object' || value === null) return value
  // A column may be given by the numbers of its rows.
  if (Object.keys(value).every((name) => /^\d+$/.test(name))) return inOrder(Object.values(value))
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, inOrder(each)]))
}

function kindOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [kindOf(value[0])]
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(
    entries.map(([name, each]) => {
      if (CLIENT_ID.test(name)) return ['client id', typeof each]
      return [name, BY_VALUE.has(name) ? inOrder(each) : kindOf(each)]
    }),
  )
}

function bodyShape({ body }: HttpAnswer, type: string): unknown {
  if (type.startsWith('application/json')) return kindOf(JSON.parse(body))
  return type.startsWith('text/csv') || type.startsWith('text/plain') ? inOrder(body.split('\n')) : body.length > 0
}

/** What two servers that do the same have in common in an answer: status, kind of content, and its form. */
export function answerShape(answer: HttpAnswer): object {
  const type = String(answer.headers['content-type'] ?? '')
  const { location } = answer.headers
  return {
    status: answer.statusCode,
    type,
    ...(location === undefined ? {} : { location }),
    body: answer.body === '' ? '' : bodyShape(answer, type),
  }
}
