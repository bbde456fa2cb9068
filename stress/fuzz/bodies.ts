import { gzipSync } from 'node:zlib'
import { allRoutes, fillPath } from '#testing/product-routes.ts'
import { type Input, toWellFormedText } from './input.ts'
import { mutateBytes, mutateTree } from './mutate.ts'
import { EDGE_CASE_TEXTS } from './edge-case-values.ts'
import { entryPointOf, randomLegacyForm } from './data-queries.ts'
import type { Random } from './random.ts'
import { validBodies, entitiesFor } from './valid-bodies.ts'
import { printTree, treeOf } from './tree.ts'
import type { Caller, Names } from './fixture.ts'

export type InputPart = Omit<Input, 'kind' | 'caller'>

/** Makes inputs of one type. */
export type InputGenerator = (random: Random, names: Names) => InputPart & { readonly caller?: Caller }

const JSON_TYPE = { 'content-type': 'application/json' }
const routes = allRoutes().filter(
  (route) => /^(POST|PUT) /.test(route) && !/(import|upload|sign_out_everywhere)$/.test(route),
)
/** The routes that read data run most of the code. */
const deep = [
  'POST /api/v1/chart/data',
  'POST /api/v1/chart/data/batch',
  'POST /superset/explore_json',
  'POST /api/v1/query',
]

/** Returns the URL of a route, sometimes with keys of stored state. */
export function pathOf(random: Random, route: string, names: Names): string {
  const path = fillPath(route, entitiesFor(route, names))
  const key = Object.entries(names.keys).find(([name]) => path.includes(`/${name}/`))?.[1]
  return key !== undefined && random.chance(0.7) ? path.replace(/nothing$/, key) : path
}

function startOf(random: Random, names: Names): InputPart {
  if (random.chance(0.15)) {
    const { entrance, url, body, headers } = entryPointOf(random, names)
    if (typeof body !== 'string')
      return {
        method: entrance.route.split(' ')[0] ?? '',
        path: url,
        headers: { ...JSON_TYPE, ...headers },
        ...(body ? { body: treeOf(body) } : {}),
      }
  }
  const route = random.chance(0.4) ? random.pick(deep) : random.pick(routes)
  const [method = ''] = route.split(' ')
  const body = treeOf(validBodies[route]?.(random, names) ?? {})
  return { method, path: pathOf(random, route, names), headers: JSON_TYPE, body }
}

/** Makes a mutated JSON body of some route. */
export const jsonBody: InputGenerator = (random, names) => {
  const part = startOf(random, names)
  const { body } = part
  if (body === undefined || body instanceof Uint8Array) return part
  return { ...part, body: random.chance(0.05) ? body : mutateTree(random, body) }
}

/** Makes a JSON body that is sent wrongly: wrong type, truncated, compressed, another encoding. */
export const mistransmittedBody: InputGenerator = (random, names) => {
  const part = startOf(random, names)
  const { body } = part
  const bytes = Buffer.from(body === undefined || body instanceof Uint8Array ? '{}' : printTree(body))
  const type = (name: string) => ({ ...part.headers, 'content-type': name })
  return random.pick<() => InputPart>([
    () => ({ ...part, body: bytes.subarray(0, random.int(bytes.length)) }),
    () => ({ ...part, body: mutateBytes(random, bytes) }),
    () => ({ ...part, body: gzipSync(bytes), headers: { ...part.headers, 'content-encoding': 'gzip' } }),
    () => ({
      ...part,
      body: bytes,
      headers: { ...part.headers, 'content-encoding': random.pick(['gzip', 'br', 'deflate', 'x']) },
    }),
    () => ({ ...part, body: Buffer.from(bytes.toString(), 'utf16le') }),
    () => ({ ...part, body: Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]) }),
    () => ({
      ...part,
      body: bytes,
      headers: type(
        random.pick([
          'text/plain',
          'application/xml',
          'multipart/form-data',
          'multipart/form-data; boundary=',
          'application/x-www-form-urlencoded',
          'application/json; charset=utf-16',
          'application/json;',
          ';',
          'application/jsonx',
          'image/png',
        ]),
      ),
    }),
    () => ({
      ...part,
      body: bytes,
      headers: { authorization: random.pick(['Bearer', 'Bearer x', 'Bearer a.b.c', 'Basic eDp5', 'bearer  ']) },
    }),
    () => ({ ...part, body: Buffer.alloc(0) }),
    () => ({
      ...part,
      body: Buffer.from(
        random.pick([
          'null',
          '[]',
          '"a"',
          '1',
          '{',
          '[[[[',
          '{"a":1}{"b":2}',
          "{'a':1}",
          '\0',
          '{"__proto__":{"a":1}}',
        ]),
      ),
    }),
    () => ({
      ...part,
      body: Buffer.alloc(
        random.pick([65_536, 65_537, 1_048_577, 4_194_304, 4_194_305]),
        random.pick(['a', ' ', '[', '0']),
      ),
    }),
    () => ({ ...part, body: bytes, headers: { ...part.headers, 'transfer-encoding': 'chunked' } }),
  ])()
}

const FORM_ROUTES = [
  '/superset/explore_json/',
  '/api/v1/chart/data',
  '/superset/sqllab/',
  '/datasource/save/',
  '/login/',
  '/superset/explore_json/table/1/',
]

/** Makes form fields, urlencoded or multipart, as older clients post them. */
export const form: InputGenerator = (random, names) => {
  const path = random.pick(FORM_ROUTES)
  const tree = treeOf(
    path === '/api/v1/chart/data' ? (entryPointOf(random, names).body ?? {}) : randomLegacyForm(random, names),
  )
  const text = printTree(random.chance(0.8) ? mutateTree(random, tree) : tree)
  const fields = [
    ['form_data', text],
    ['data', text],
    ['username', random.pick(EDGE_CASE_TEXTS)],
    ['password', 'x'],
  ] as const
  const body = fields.map(([name, value]) => `${name}=${encodeURIComponent(toWellFormedText(value))}`).join('&')
  const bytes = Buffer.from(body)
  return {
    method: 'POST',
    path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: random.chance(0.2) ? mutateBytes(random, bytes) : bytes,
  }
}
