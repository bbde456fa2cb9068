import * as z from 'zod'
import type { AnyResource } from '#server/resources/resource.ts'

type Json = Readonly<Record<string, unknown>>

/** A schema as the document writes it: what is sent, before anything is read from it. */
function schemaOf(schema: z.ZodType): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', target: 'openapi-3.0', unrepresentable: 'any' })
  return rest
}

function bodyOf(schema: z.ZodType): Json {
  return { required: true, content: { 'application/json': { schema: schemaOf(schema) } } }
}

function listedOf(names: readonly string[]): Json {
  const first = [...new Set(names.map((name) => name.split('.')[0] ?? name))].toSorted()
  return { type: 'object', properties: Object.fromEntries(first.map((name) => [name, {}])) }
}

function answered(description: string, schema: Json): Json {
  return { [description]: { description: 'OK', content: { 'application/json': { schema } } } }
}

function pathsOf({ name, nouns, bodies, listing }: AnyResource): Json {
  const base = `/api/v1/${name.replace(/:(\w+)/g, '{$1}')}`
  const key = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }
  const parents = [...name.matchAll(/:(\w+)/g)].map(([, parent]) => ({ ...key, name: parent }))
  const result = (schema: Json): Json => ({ type: 'object', properties: { result: schema } })
  const list: Json = { type: 'array', items: listedOf(listing.columns) }
  return {
    [`${base}/`]: {
      ...(parents.length > 0 ? { parameters: parents } : {}),
      get: { summary: `List of ${nouns.many}`, responses: answered('200', result(list)) },
      post: {
        summary: `New ${nouns.one}`,
        requestBody: bodyOf(bodies.create),
        responses: answered('201', result(schemaOf(bodies.create))),
      },
    },
    [`${base}/{id}`]: {
      parameters: [...parents, key],
      get: { summary: nouns.one, responses: answered('200', result(listedOf(listing.showColumns))) },
      put: {
        summary: `Change of ${nouns.one}`,
        requestBody: bodyOf(bodies.update),
        responses: answered('200', result(schemaOf(bodies.update))),
      },
      delete: { summary: `Removal of ${nouns.one}`, responses: answered('200', { type: 'object' }) },
    },
  }
}

/**
 * What the resources take and answer, as an OpenAPI 3.0 document (spec.openapis.org/oas/v3.0.3), from the schemas that
 * bodies are read by.
 */
export function documentOf(resources: readonly AnyResource[]): Json {
  return {
    openapi: '3.0.3',
    info: { title: 'Facet', version: 'v1' },
    paths: Object.assign({}, ...resources.map(pathsOf)) as Json,
  }
}
