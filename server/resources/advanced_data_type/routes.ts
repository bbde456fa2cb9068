import { namesResponse } from '#core/rest/response-shapes.ts'
import * as z from 'zod'
import { advancedTypeNamed, advancedTypes, convertValues } from '#core/filter/advanced-types.ts'
import { readBody } from '#core/rest/body.ts'
import { printFields } from '#core/rest/read-error.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { type RouteResponse, type RouteRequest, type Route, jsonResponse } from '#server/route/route.ts'

const FLAG = 'ENABLE_ADVANCED_DATA_TYPES'
const MAX_VALUES = 10_000
const policy = { permission: 'can_read', view: 'AdvancedDataType' }

/** Types of values that users write as text and columns hold as numbers; empty while the feature flag is off. */
export const advancedTypeRoutes: readonly Route[] = [
  { method: 'GET', path: '/types', policy, responses: { 200: namesResponse }, handler: types },
  { method: 'GET', path: '/convert', policy, handler: convertRequestedValues },
]

function requireFlag({ context }: RouteRequest): void {
  if (!context.config.flags[FLAG]) throw new ApiError('flag-off', { args: [FLAG] })
}

/** Returns the names of the types. */
async function types(request: RouteRequest): Promise<RouteResponse> {
  requireFlag(request)
  return jsonResponse(namesResponse, { result: advancedTypes.map(({ name }) => name) })
}

const typeQuery = z.looseObject({
  type: z.string(),
  values: z
    .array(z.union([z.string(), z.number(), z.boolean()]))
    .min(1)
    .max(MAX_VALUES),
})

/** Converts the values in `q` for a type. An invalid value is not a failure: the response says why. */
async function convertRequestedValues(request: RouteRequest): Promise<RouteResponse> {
  requireFlag(request)
  const read = readBody(typeQuery, request.q)
  if ('errors' in read) throw new ApiError('q-schema', { args: [printFields(read.errors)] })
  const { type, values } = read.ok
  const known = advancedTypeNamed(type)
  if (!known) throw new ApiError('advanced-type-unknown', { args: [type] })
  return { status: 200, json: { result: convertValues(known, values) } }
}
