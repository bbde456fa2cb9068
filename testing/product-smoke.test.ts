import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contractEngines } from '#testing/engine-fixtures.ts'
import { responseShape } from './response-shape.ts'
import { type DataEntryPoint, type EntryPointTarget, dataEntrances } from './data-entry-points.ts'
import type { HttpResponse, HttpCall } from './http-client.ts'
import { emptyDatabase } from './postgres.ts'
import { type Cities, citiesInPostgres, citiesOf } from './product-cities.ts'
import { allRoutes, bodies, fillPath, type ProductEntities } from './product-routes.ts'
import { startProduct } from './product.ts'
import { type SourceServer, startSourceServer } from './source-server.ts'
import { sampleCases } from './case-sample.ts'

interface Side {
  readonly product: SourceServer
  readonly cities: Readonly<Record<string, Cities>>
  readonly entities: ProductEntities
}

async function madeId(product: SourceServer, url: string, body: object): Promise<number> {
  const answer = await product.admin.post(url, body)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().id
}

async function open(product: SourceServer, data: string): Promise<Side> {
  const cities: Record<string, Cities> = {}
  for (const { name } of contractEngines) {
    const make = citiesOf[name]
    if (!make) throw new Error(`Say in testing/product-cities.ts how ${name} comes to the cities`)
    cities[name] = await make(product, data)
  }
  const first = cities['duckdb'] as Cities
  const layer = await madeId(product, '/api/v1/annotation_layer/', { name: 'Layer' })
  const instant = { short_descr: 'Moment', start_dttm: '2024-01-01', end_dttm: '2024-01-02' }
  const rule = { name: 'Rule', filter_type: 'Regular', clause: 'n > 1', tables: [first.table.dataset], roles: [] }
  const entities = {
    cities: first,
    dashboard: await madeId(product, '/api/v1/dashboard/', { dashboard_title: 'Board', published: true }),
    layer,
    annotation: await madeId(product, `/api/v1/annotation_layer/${layer}/annotation/`, instant),
    rule: await madeId(product, '/api/v1/rowlevelsecurity/', rule),
  }
  return { product, cities, entities }
}

/** Sends the same request to all servers; the responses of the builds must equal those of the sources in shape. */
async function alike(call: (side: Side) => HttpCall): Promise<HttpResponse> {
  const answers: HttpResponse[] = []
  for (const side of sides) answers.push(await side.product.admin.call(call(side)))
  const [sources, built, builtOnPostgres] = answers as [HttpResponse, HttpResponse, HttpResponse]
  for (const [store, answer] of [
    ['SQLite', built],
    ['PostgreSQL', builtOnPostgres],
  ] as const) {
    expect([store, responseShape(answer)], answer.body.slice(0, 2000)).toEqual([store, responseShape(sources)])
    expect(answer.statusCode, answer.body).toBeLessThan(500)
  }
  return built
}

function entranceCall({ route, url, body, headers }: DataEntryPoint, target: EntryPointTarget): HttpCall {
  const payload = body?.(target)
  return {
    method: route.split(' ')[0] ?? '',
    url: url(target),
    ...(headers ? { headers } : {}),
    ...(payload === undefined ? {} : { payload }),
  }
}

const routes = allRoutes()

/** The sources and the build with SQLite as their store, and the build with PostgreSQL. */
const sides: Side[] = []

describe('the built product responds as the sources do, with SQLite and with PostgreSQL as its store', () => {
  const databases: Awaited<ReturnType<typeof emptyDatabase>>[] = []
  beforeAll(async () => {
    databases.push(await emptyDatabase(), await emptyDatabase())
    const [data, store] = databases.map(({ url }) => url) as [string, string]
    await citiesInPostgres(data)
    sides.push(await open(await startSourceServer(), data))
    sides.push(await open(await startProduct('dist'), data))
    sides.push(await open(await startProduct('dist', { DATABASE_URL: store }), data))
  }, 300_000)
  afterAll(async () => {
    for (const { product } of sides) await product.stop()
    for (const database of databases) await database.stop()
  })

  describe.each(contractEngines.map(({ name }) => name))('%s', (engine) => {
    it.each(sampleCases(dataEntrances, 12))('$name of a table and of SQL', async (entrance) => {
      for (const which of ['table', 'virtual'] as const) {
        if (which === 'table' && entrance.forSql) continue
        const call = ({ cities }: Side) => entranceCall(entrance, (cities[engine] as Cities)[which])
        expect((await alike(call)).statusCode).toBe(200)
      }
    })
  })

  // Requests that revoke the caller's own token come last.
  const last = (route: string): number => Number(/\/me\/(sign_out_everywhere|password)/.test(route))
  it.each(sampleCases(routes, 20).toSorted((a, b) => last(a) - last(b)))('%s', async (route) => {
    const [method = ''] = route.split(' ')
    const { statusCode, body } = await alike(({ entities }) => {
      const payload = method === 'POST' || method === 'PUT' ? (bodies[route]?.(entities) ?? {}) : undefined
      return { method, url: fillPath(route, entities), ...(payload === undefined ? {} : { payload }) }
    })
    expect(statusCode, body).toBeLessThan(route in bodies ? 300 : 500)
  })
})

it('bodies are of routes that there are', () => {
  expect(Object.keys(bodies).filter((route) => !routes.includes(route))).toEqual([])
})
