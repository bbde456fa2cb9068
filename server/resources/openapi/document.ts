import * as z from 'zod'
import { resourceRoutes } from '#server/resources/resource-routes.ts'
import type { AnyResource, Listing } from '#server/resources/resource.ts'
import { policyPairs } from '#server/route/policy.ts'
import type { Route } from '#server/route/route.ts'

type Json = Readonly<Record<string, unknown>>

const COMPONENTS = '/components/schemas/'

/** The named schemas that a schema in document form refers to; not part of the JSON. */
const NAMED = Symbol('named schemas')

/** Returns a schema in document form: of request bodies the input, before parsing; of responses the output. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output' = 'input'): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, target: 'openapi-3.0', unrepresentable: 'any' })
  // References point into the schema; in a document they would have to point to its components.
  const text = JSON.stringify(json).replaceAll('"#/definitions/', `"#${COMPONENTS}`)
  const { definitions, ...rest } = JSON.parse(text) as Json
  return definitions === undefined ? rest : { ...rest, [NAMED]: definitions }
}

/** Returns all named schemas that the schemas in a part of a document refer to. */
function filterParamsIn(part: unknown): Json {
  if (typeof part !== 'object' || part === null) return {}
  return Object.assign(
    {},
    (part as { readonly [NAMED]?: Json })[NAMED],
    ...Object.values(part).map(filterParamsIn),
  ) as Json
}

function bodyOf(schema: z.ZodType): Json {
  return { required: true, content: { 'application/json': { schema: schemaOf(schema) } } }
}

function listedOf(names: readonly string[], shapes: Listing['shapes'] = {}): Json {
  const first = [...new Set(names.map((name) => name.split('.')[0] ?? name))].toSorted()
  return { type: 'object', properties: Object.fromEntries(first.map((name) => [name, shapes[name] ?? {}])) }
}

/** Returns the schema of a page of rows: the rows, their ids and the total count. */
function pageOf(items: Json): Json {
  return {
    type: 'object',
    required: ['count', 'ids', 'result'],
    properties: {
      count: { type: 'integer' },
      ids: { type: 'array', items: { type: 'integer' } },
      result: { type: 'array', items },
    },
  }
}

function responseOf(status: string, schema: Json): Json {
  return { [status]: { description: 'OK', content: { 'application/json': { schema } } } }
}

function pathsOf({ name, nouns, bodies, listing }: AnyResource): Json {
  const base = `/api/v1/${name.replace(/:(\w+)/g, '{$1}')}`
  const key = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }
  const parents = [...name.matchAll(/:(\w+)/g)].map(([, parent]) => ({ ...key, name: parent }))
  const result = (schema: Json): Json => ({ type: 'object', properties: { result: schema } })
  const list = pageOf(listedOf(listing.columns, listing.shapes))
  return {
    [`${base}/`]: {
      ...(parents.length > 0 ? { parameters: parents } : {}),
      get: { summary: `List of ${nouns.many}`, responses: responseOf('200', list) },
      post: {
        summary: `New ${nouns.one}`,
        requestBody: bodyOf(bodies.create),
        responses: responseOf('201', result(schemaOf(bodies.create))),
      },
    },
    [`${base}/{id}`]: {
      parameters: [...parents, key],
      get: { summary: nouns.one, responses: responseOf('200', result(listedOf(listing.showColumns, listing.shapes))) },
      put: {
        summary: `Change of ${nouns.one}`,
        requestBody: bodyOf(bodies.update),
        responses: responseOf('200', result(schemaOf(bodies.update))),
      },
      delete: { summary: `Removal of ${nouns.one}`, responses: responseOf('200', { type: 'object' }) },
    },
  }
}

/** Returns a path in OpenAPI form, with its parameters. */
function toOpenApiPath(path: string): { readonly path: string; readonly parameters: readonly Json[] } {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name)
  return {
    path: path.replace(/:(\w+)/g, '{$1}'),
    parameters: names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
  }
}

function requestOf({ method, formLimit, formOptional, body }: Route): Json {
  if (body) return { requestBody: bodyOf(body) }
  if (method === 'GET' || method === 'DELETE' || formLimit === undefined) return {}
  const form = { 'multipart/form-data': { schema: { type: 'object' } } }
  const json = formOptional ? { 'application/json': { schema: { type: 'object' } } } : {}
  return { requestBody: { content: { ...form, ...json } } }
}

/** Returns the described responses of a route. */
function answersOf({ responses: answers = {} }: Route): Json {
  return Object.assign(
    {},
    ...Object.entries(answers).map(([status, shape]) => responseOf(status, schemaOf(shape, 'output'))),
  ) as Json
}

/** Returns a description of who may call a route. */
export function describePolicy({ policy }: Pick<Route, 'policy'>): string {
  if (!('allow' in policy))
    return policyPairs(policy)
      .map(({ permission, view }) => `${permission} on ${view}`)
      .join(' or ')
  return policy.allow === 'anyone' ? 'Anyone' : 'Anyone signed in'
}

/** Returns the operations of routes by URL prefix, path by path, besides those of every resource. */
function callsOf(base: string, routes: readonly Route[]): Json {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of routes) {
    const { path, parameters } = toOpenApiPath(`${base}${route.path === '/' ? '/' : route.path}`)
    const known = (paths[path] ??= parameters.length > 0 ? { parameters } : {})
    known[route.method.toLowerCase()] = {
      summary: describePolicy(route),
      ...requestOf(route),
      responses: { ...answersOf(route), default: { description: 'The answer, or an error' } },
    }
  }
  return paths
}

/** Merges operations by path; the first description of a path wins. */
function mergeByPath(all: readonly Json[]): Json {
  const paths: Record<string, Json> = {}
  for (const each of all)
    for (const [path, pathItem] of Object.entries(each)) paths[path] = { ...(pathItem as Json), ...paths[path] }
  return paths
}

/**
 * Returns the request bodies and responses of all routes as an OpenAPI 3.0 document (spec.openapis.org/oas/v3.0.3),
 * from the schemas that parse the bodies.
 */
export function documentOf(
  resources: readonly AnyResource[],
  calls: Readonly<Record<string, readonly Route[]>> = {},
): Json {
  const own = resources.map((each) => callsOf(`/api/v1/${each.name}`, resourceRoutes(each)))
  const others = Object.entries(calls).map(([base, routes]) => callsOf(base, routes))
  const paths = mergeByPath([...resources.map(pathsOf), ...own, ...others])
  return {
    openapi: '3.0.3',
    info: { title: 'Facet', version: 'v1' },
    paths,
    components: { schemas: filterParamsIn(paths) },
  }
}

/** `GET /api/v1/_openapi`: returns the document of the running product. */
export function openApiRoute(document: () => Json): Route {
  return {
    method: 'GET',
    path: '/api/v1/_openapi',
    policy: { permission: 'can_get', view: 'OpenApi' },
    handler: async () => ({ status: 200, json: document() }),
  }
}
