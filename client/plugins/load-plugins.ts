import { addChart } from '#charts/index.ts'
import { fetchDynamicPlugins, type DynamicPluginResponse } from '#calls/dynamic-plugins.ts'
import { addThumbnail } from '#client/chart/thumbnails.ts'
import { addChartView } from '#client/views.ts'
import { readChart, readModule, withPluginProps } from './plugin-contract.ts'
import { host } from './plugin-host.ts'
import { withLoadedPlugin, isLoading, initialPluginStates, type PluginStates } from './plugin-states.ts'
import { session } from '#client/session/session.ts'

/** Milliseconds after which loading a module times out. */
const PATIENCE = 10_000

/**
 * Returns the exports of a module whose bytes match the registered hash. A script element checks the hash; the module
 * is then imported by its URL, which does not fetch it again. Rejects if the hash differs, if the fetch fails, and
 * after ten seconds.
 */
async function fetchModule({ bundle_url, integrity }: DynamicPluginResponse): Promise<unknown> {
  const address = bundle_url.startsWith('/') ? `${session().settings.basePath}${bundle_url}` : bundle_url
  await new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    const timer = setTimeout(() => reject(new Error('It did not come in time.')), PATIENCE)
    const end = (act: () => void) => () => {
      clearTimeout(timer)
      act()
    }
    Object.assign(script, { type: 'module', src: address, integrity, crossOrigin: 'anonymous' })
    script.addEventListener('load', end(resolve))
    script.addEventListener(
      'error',
      end(() => reject(new Error(`It could not be fetched from ${address}, or its hash is another.`))),
    )
    document.head.append(script)
  })
  return import(/* @vite-ignore */ new URL(address, document.baseURI).href)
}

interface LoadInput {
  readonly read?: () => Promise<readonly DynamicPluginResponse[]>
  readonly fetch?: (plugin: DynamicPluginResponse) => Promise<unknown>
  /** Receives failures, which users could do nothing about. */
  readonly log?: (message: string, error: unknown) => void
}

/**
 * Loads all plug-ins concurrently and returns their states when all have finished. A failed plug-in is left out and
 * logged; if the list itself fails, there are no plug-ins.
 */
export async function loadPlugins({
  read = fetchDynamicPlugins,
  fetch = fetchModule,
  // oxlint-disable-next-line no-console -- the log of a browser is its console
  log = (message, error) => console.error(message, error),
}: LoadInput = {}): Promise<PluginStates> {
  const plugins = await read().catch((error: unknown) => {
    log('Plug-ins could not be listed:', error)
    return []
  })
  let states = initialPluginStates(plugins.map(({ key }) => key))
  if (!isLoading(states)) return states
  return new Promise((resolve) => {
    const complete = (key: string, error?: Error) => {
      states = withLoadedPlugin(states, key, error)
      if (error) log(`Plug-in ${key} could not be loaded:`, error)
      if (!isLoading(states)) resolve(states)
    }
    for (const plugin of plugins) {
      fetch(plugin)
        .then((exported) => addPlugin(plugin, exported))
        .then(
          () => complete(plugin.key),
          (error: unknown) => complete(plugin.key, error instanceof Error ? error : new Error(String(error))),
        )
    }
  })
}

function addPlugin({ key }: DynamicPluginResponse, exported: unknown): void {
  const { type, own } = readChart(readModule(exported).default(host), key)
  addChart(type)
  addChartView(key, { View: withPluginProps(own.View), toProps: (input) => own.toProps(input) })
  if (own.thumbnail?.startsWith('data:image/')) addThumbnail(key, own.thumbnail)
}
