import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { DynamicPlugin } from '#core/entity/dynamic-plugin.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { PLUGINS } from '#server/dataset/file-ownership.ts'
import type { RouteResponse, RouteRequest, Route } from '#server/route/route.ts'

/** Maximum plug-ins sent to browsers, oldest first. */
const MAX_PLUGINS = 100
/** Maximum bytes of a module served from the home. */
const MAX_BYTES = 4 * 1024 * 1024
const MODULE = /^[\w-]{1,80}\.m?js$/
const FILES = '/dynamic-plugins/files/'

/** The list that browsers read before they draw charts, and the modules that an operator put into the home. */
export const dynamicPluginRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/dynamic-plugins/api/read',
    policy: { permission: 'can_read', view: 'DynamicPlugin' },
    guest: true,
    handler: readPlugins,
  },
  {
    method: 'GET',
    path: `${FILES}:file`,
    policy: { permission: 'can_read', view: 'Chart' },
    guest: true,
    loadedAs: 'script',
    handler: readModule,
  },
]

/**
 * `GET /dynamic-plugins/api/read`: returns key, URL and hash of each plug-in, ordered by id. Guests get only those of
 * the charts of their dashboards.
 */
async function readPlugins(request: RouteRequest): Promise<RouteResponse> {
  mustBeOn(request)
  const result = (await visiblePlugins(request)).map(({ id, name, key, bundle_url, integrity }) => ({
    id,
    name,
    key,
    bundle_url,
    integrity,
  }))
  return { status: 200, json: { count: result.length, pks: result.map(({ id }) => id), result } }
}

/** Returns the plug-ins; for a guest, those of the charts of its dashboards. */
async function visiblePlugins({
  context: { store },
  user: { guest },
}: RouteRequest): Promise<readonly DynamicPlugin[]> {
  const { rows } = await store.dynamicPlugins.list({
    order: [{ column: 'id', direction: 'asc' }],
    pageSize: MAX_PLUGINS,
  })
  if (!guest) return rows
  const charts = await Promise.all(guest.charts.map((id) => store.charts.get(id)))
  const types = new Set(charts.map((chart) => chart?.viz_type))
  return rows.filter(({ key }) => types.has(key))
}

/**
 * `GET /dynamic-plugins/files/{name}.js`: returns a module of the folder `plugins` of the home. Guests get only those of
 * the charts of their dashboards.
 */
async function readModule(request: RouteRequest): Promise<RouteResponse> {
  mustBeOn(request)
  const name = request.params['file'] ?? ''
  if (!MODULE.test(name)) throw new ApiError('not-found')
  if (request.user.guest) {
    const plugins = await visiblePlugins(request)
    if (!plugins.some(({ bundle_url: url }) => url.split('?', 1)[0] === FILES + name)) throw new ApiError('not-found')
  }
  const { config, ownership } = request.context
  await ownership?.requireNoOther(PLUGINS, PLUGINS)
  const bytes = await bytesOf(join(config.home, PLUGINS, name))
  // The folder may have been filled since the start.
  await ownership?.requireExisting(PLUGINS, PLUGINS)
  return {
    status: 200,
    type: 'text/javascript; charset=utf-8',
    bytes,
    // The hash in the store, not the URL, identifies the bytes.
    headers: { 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' },
  }
}

/**
 * Links are not followed: they may lead out of the folder. Without `O_NONBLOCK`, opening a pipe would wait for a
 * writer.
 */
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

async function bytesOf(path: string): Promise<Uint8Array> {
  try {
    await using file = await open(path, OPEN_FLAGS)
    const details = await file.stat()
    if (details.isFile() && details.size <= MAX_BYTES) return await file.readFile()
  } catch {
    // A missing file, a link and an unreadable file get the same response.
  }
  throw new ApiError('not-found')
}

function mustBeOn({ context }: RouteRequest): void {
  if (!context.config.flags.DYNAMIC_PLUGINS) throw new ApiError('flag-off', { args: ['DYNAMIC_PLUGINS'] })
}
