import * as z from 'zod'
import { readBody } from '#core/rest/body.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { CompressedPayload } from '#server/shared/compressed-payload.ts'
import { enforcePolicy } from '#server/route/policy.ts'
import type { RouteResponse, RouteRequest, Route } from '#server/route/route.ts'

/** The routes of annotation layers: stored layers and saved charts. */
export interface LayerRoutes {
  readonly native: Route
  readonly chart: Route
}

const schema = z.looseObject({
  value: z.union([z.int(), z.string()]),
  is_native: z.boolean(),
  overrides: z.record(z.string(), z.unknown()).default({}),
  force: z.boolean().optional(),
})

/** Answers a layer of a batch like its own route; the caller needs permission to call that route. */
export async function runBatchLayer(
  sent: unknown,
  request: RouteRequest,
  { layers, packed }: { readonly layers: LayerRoutes; readonly packed: boolean },
): Promise<RouteResponse> {
  const read = readBody(schema, sent)
  if ('errors' in read) throw new ApiError('request-wrong', { args: [JSON.stringify({ layer: read.errors })] })
  const { value, is_native: isNative, overrides, force } = read.ok
  const route = isNative ? layers.native : layers.chart
  enforcePolicy(route.policy, request.user)
  const { status, bytes, json } = await route.handler({
    ...request,
    params: { id: String(value) },
    query: { form_data: JSON.stringify(overrides), ...(force ? { force: 'true' } : {}) },
    body: undefined,
    form: undefined,
  })
  const data = CompressedPayload.of(bytes ?? Buffer.from(JSON.stringify(json ?? null)))
  if (!packed || !data.isPacked) return { status, bytes: await data.plain() }
  return { status, pieces: [{ bytes: await data.storedForm(), encoding: 'gzip' }] }
}
