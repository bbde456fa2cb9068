import { findChartType } from '#charts/index.ts'
import { type DynamicPlugin, type DynamicPluginBody, dynamicPluginEntity } from '#core/entity/dynamic-plugin.ts'
import type { FieldErrors } from '#core/rest/catalogue-error.ts'
import { parseEntityBody } from '#core/entity/entity-definition.ts'
import type { Parsed } from '#server/resources/resource.ts'
import type { RouteRequest } from '#server/route/route.ts'

/** Parses a plug-in: checks its shape, that its key is free, and that an operator allows the origin of its code. */
export async function parsePlugin(
  body: unknown,
  request: RouteRequest,
  row?: DynamicPlugin,
): Promise<Parsed<DynamicPluginBody>> {
  const read = parseEntityBody(dynamicPluginEntity, body, row ? 'update' : 'create')
  if ('errors' in read) return { errors: read.errors, status: 400 }
  const errors = await findProblems(read.ok, request, row)
  return Object.keys(errors).length > 0 ? { errors, status: 422 } : { ok: read.ok }
}

async function findProblems(
  { key, bundle_url: address }: DynamicPluginBody,
  { context }: RouteRequest,
  row?: DynamicPlugin,
): Promise<FieldErrors> {
  const twin = key ? await context.store.dynamicPlugins.find({ col: 'key', op: 'eq', value: key }) : undefined
  const taken = key !== null && key !== undefined && findChartType(key) !== undefined
  return {
    ...(taken ? { key: ['A chart type with this name already exists'] } : {}),
    ...(twin && twin.id !== row?.id ? { key: ['Must be unique'] } : {}),
    ...(address && !isFromKnownOrigin(address, context.config.pluginOrigins)
      ? { bundle_url: ['Must be a path of this host, or a URL with an origin of FACET_PLUGIN_ORIGINS'] }
      : {}),
  }
}

/** True if pages may run code from this origin; the content security policy enforces the same in browsers. */
function isFromKnownOrigin(address: string, origins: readonly string[]): boolean {
  return address.startsWith('/') || origins.includes(new URL(address).origin)
}
