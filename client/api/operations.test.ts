import { expect, it } from 'vitest'
import type { ApiDocument } from '#calls/document.ts'
import { callUrl, exampleOf, groupsOf, formatBodyText, matchingOperations } from './operations.ts'

const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const document: ApiDocument = {
  openapi: '3.0.3',
  info: { title: 'Facet', version: 'v1' },
  paths: {
    '/superset/csrf_token': { get: { summary: 'can_csrf_token on Superset' } },
    '/api/v1/chart/{id}': {
      parameters: [{ name: 'id' }],
      put: { summary: 'Change of Chart', requestBody: json({ type: 'object' }) },
      get: { summary: 'Chart' },
    },
    '/api/v1/chart/': {
      post: {
        requestBody: json({
          type: 'object',
          required: ['slice_name'],
          properties: { slice_name: { type: 'string', minLength: 1 }, description: {} },
        }),
      },
    },
    '/api/v1/chart/import': { post: { requestBody: { content: { 'multipart/form-data': { schema: {} } } } } },
    '/api/v1/annotation_layer/': { get: {} },
  },
}

it('Calls are grouped by resource, then by address and method; deprecated calls come last', () => {
  const groups = groupsOf(document)
  expect(
    groups.map(({ name, operations }) => [name, operations.map(({ method, path }) => `${method} ${path}`)]),
  ).toEqual([
    ['annotation_layer', ['GET /api/v1/annotation_layer/']],
    ['chart', ['POST /api/v1/chart/', 'GET /api/v1/chart/{id}', 'PUT /api/v1/chart/{id}', 'POST /api/v1/chart/import']],
    ['/superset', ['GET /superset/csrf_token']],
  ])
  const [post, get, put, bundle] = groups[1]?.operations ?? []
  expect(JSON.parse(post?.example ?? '')).toEqual({ slice_name: 'text' })
  expect([get?.parts, get?.body, put?.body, bundle?.body]).toEqual([['id'], 'none', 'json', 'form'])
})

it('Operations are found by every word of method, path and summary', () => {
  const found = (text: string) =>
    matchingOperations(groupsOf(document), text).flatMap(({ operations }) => operations.map(({ id }) => id))
  expect(found('PUT chart')).toEqual(['put /api/v1/chart/{id}'])
  expect(found('change of')).toEqual(['put /api/v1/chart/{id}'])
  expect(found('nothing like it')).toEqual([])
  expect(found(' ')).toHaveLength(6)
})

it('An example has the required fields, by the first alternative', () => {
  expect(exampleOf({ type: 'array' })).toEqual([])
  expect(exampleOf({ type: 'integer', minimum: 5 })).toBe(5)
  expect(exampleOf({ enum: ['Regular', 'Base'] })).toBe('Regular')
  expect(exampleOf({ anyOf: [{ type: 'boolean' }, { type: 'string' }] })).toBe(false)
  expect(exampleOf({ type: 'string' })).toBe('')
  expect(exampleOf({})).toBeNull()
})

it('The parts of a URL are encoded, and its query string is sent unchanged', () => {
  const path = '/api/v1/database/{id}/table/{table}'
  expect(callUrl(path, { id: '3', table: 'a/b ?' }, '')).toBe('/api/v1/database/3/table/a%2Fb%20%3F')
  expect(callUrl('/api/v1/chart/', {}, ' ?q=(page:0) ')).toBe('/api/v1/chart/?q=(page:0)')
})

it('JSON is formatted, other text is unchanged', () => {
  expect(formatBodyText('{"a":1}', 'application/json; charset=utf-8')).toBe('{\n  "a": 1\n}')
  expect(formatBodyText('{"a":', 'application/json')).toBe('{"a":')
  expect(formatBodyText('{"a":1}', 'text/plain')).toBe('{"a":1}')
})
