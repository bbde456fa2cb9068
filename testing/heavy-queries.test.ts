import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hashPassword } from '#server/security/password.ts'
import { openStore } from '#server/store/store.ts'
import { PRODUCT_PASSWORD } from './built-product.ts'
import { copyExamples } from './example-home.ts'
import { type Product, startProduct } from './product.ts'

/** Query timeout in seconds. */
const LIMIT_S = 5
/** Milliseconds within which every request is answered: the timeout, plus the end of a process. */
const PATIENCE_MS = (LIMIT_S + 5) * 1000

interface Answer {
  readonly status: number
  readonly text: string
  readonly ms: number
}

/** A caller of the REST API. */
interface QueryRunner {
  ask(metric: string, signal?: AbortSignal): Promise<Answer>
  post(path: string, body: BodyInit, type?: string): Promise<Answer>
}

let product: Product
let flights = 0
beforeAll(async () => {
  product = await startProduct('dist', { FACET_WEB_TIMEOUT_S: String(LIMIT_S) }, { prepare: copyExamples })
}, 300_000)
afterAll(() => product.stop())

/** Creates a new user with a role, who may read every dataset. */
async function newAsker(username: string, role: string): Promise<QueryRunner> {
  const store = await openStore(product.location, Date.now, randomUUID)
  try {
    const known = await store.roles.byName(role)
    const own = await store.roles.create({ name: `${username} ${role}` }, null)
    const pairs = known ? await store.roles.pairs(known.id) : []
    await store.roles.addPairs(own.id, [...pairs, ['all_datasource_access', 'all_datasource_access']])
    const password = await hashPassword(PRODUCT_PASSWORD)
    const draft = { username, first_name: username, last_name: 'Walker', password, roles: [own.id] }
    await store.users.create(draft, null)
    flights = (await store.datasets.find({ col: 'table_name', op: 'eq', value: 'flights' }))?.id ?? 0
  } finally {
    await store.close()
  }
  const login = await fetch(`${product.url}/api/v1/security/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: PRODUCT_PASSWORD, provider: 'db' }),
  })
  const { access_token: token } = (await login.json()) as { access_token: string }
  const post = async (path: string, body: BodyInit, type?: string, signal?: AbortSignal): Promise<Answer> => {
    const began = performance.now()
    const headers = { authorization: `Bearer ${token}`, ...(type ? { 'content-type': type } : {}) }
    const limit = AbortSignal.timeout(60_000)
    const answer = await fetch(`${product.url}${path}`, {
      method: 'POST',
      headers,
      body,
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    })
    return { status: answer.status, text: await answer.text(), ms: performance.now() - began }
  }
  return {
    post,
    ask: (metric, signal) =>
      post(
        '/api/v1/chart/data',
        JSON.stringify({
          datasource: { id: flights, type: 'table' },
          force: true,
          queries: [{ metrics: [{ expressionType: 'SQL', sqlExpression: metric, label: 'x' }] }],
        }),
        'application/json',
        signal,
      ),
  }
}

/** Sends a new small query every half second until stopped; returns the failed ones. */
function repeatQueries(
  asker: QueryRunner,
  metricOf: (count: number) => string,
): () => Promise<{ requested: number; bad: Answer[] }> {
  const ending = new AbortController()
  const bad: Answer[] = []
  let requested = 0
  const dataRequest = (async () => {
    for (; !ending.signal.aborted; requested++) {
      const answer = await asker.ask(metricOf(requested))
      if (answer.status !== 200) bad.push(answer)
      await delay(500)
    }
  })()
  return async () => {
    ending.abort()
    await dataRequest
    return { requested, bad }
  }
}

const deaf = (count: number) => `SUM(levenshtein(repeat(origin, ${count}), repeat(destination, ${count})))`

it('twenty variants of a query that ignores interrupts do not block other users', {
  timeout: 300_000,
}, async () => {
  const reader = await newAsker('reader', 'Gamma')
  const other = await newAsker('other', 'Gamma')
  expect((await other.ask('COUNT(*)')).status).toBe(200)
  const stop = repeatQueries(other, (count) => `SUM(delay + ${count})`)
  const variants: Promise<Answer>[] = []
  for (let count = 0; count < 60; count++) {
    variants.push(reader.ask(deaf(3000 - (count % 20))))
    await delay(1000)
  }
  const answers = await Promise.all(variants)
  const { requested, bad } = await stop()
  expect(bad).toEqual([])
  expect(requested).toBeGreaterThan(20)
  // Each fails with a known error, at the timeout or at once.
  expect(answers.filter(({ status, ms }) => (status !== 504 && status !== 422) || ms > PATIENCE_MS)).toEqual([])
  const refused = answers.filter(({ text }) => /blocked until \d\d:\d\d:\d\d UTC/.test(text))
  expect(refused.length).toBeGreaterThan(40)
})

it('a query that needs all memory is rejected by name without an effect on other users', {
  timeout: 180_000,
}, async () => {
  const greedy = await newAsker('greedy', 'Gamma')
  const other = await newAsker('thrifty', 'Gamma')
  expect((await other.ask('COUNT(*)')).status).toBe(200)
  const stop = repeatQueries(other, (count) => `SUM(delay - ${count})`)
  const answers: Answer[] = []
  for (const size of [100_000_000, 100_000_001, 100_000_002])
    answers.push(await greedy.ask(`SUM(length(repeat(origin, ${size})))`))
  const { bad } = await stop()
  expect(bad).toEqual([])
  for (const { status, ms } of answers)
    expect([status === 422 || status === 504, ms < PATIENCE_MS]).toEqual([true, true])
  expect(answers.at(-1)?.text).toMatch(/blocked until/)
})

it('a function that binds another SQL text is rejected', async () => {
  const curious = await newAsker('curious', 'Gamma')
  for (const metric of [
    "json_serialize_plan('SELECT count(*) FROM earthquakes')",
    "MAX(json_serialize_plan('SELECT max(mag) FROM earthquakes'))",
    "json_serialize_sql('SELECT 1')",
  ]) {
    const { status, text } = await curious.ask(metric)
    expect([metric, status]).toEqual([metric, 403])
    expect(text).toContain('json_serialize')
    expect(text).not.toContain('1707')
  }
})

it('three concurrent uploads do not block each other', { timeout: 180_000 }, async () => {
  const admins = await Promise.all([1, 2, 3].map((index) => newAsker(`uploader-${index}`, 'Admin')))
  const list = await fetch(`${product.url}/health`)
  expect(list.status).toBe(200)
  const store = await openStore(product.location, Date.now, randomUUID)
  const uploads = await store.databases.find({ col: 'database_name', op: 'eq', value: 'Uploads' })
  await store.close()
  const answers = await Promise.all(
    admins.flatMap((admin, who) =>
      [0, 1, 2, 3].map((round) => {
        const form = new FormData()
        form.set('file', new Blob([`a,b\n${who},${round}\n`]), `table_${who}_${round}.csv`)
        form.set('already_exists', 'replace')
        return admin.post(`/api/v1/database/${uploads?.id ?? 0}/upload`, form)
      }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
  expect((await fetch(`${product.url}/health`)).status).toBe(200)
})
