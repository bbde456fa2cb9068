import { call } from '#calls/call.ts'
import { paths } from '#core/rest/paths.ts'

/** A plug-in as sent to browsers. */
export interface DynamicPluginResponse {
  readonly key: string
  readonly bundle_url: string
  readonly integrity: string
}

/** Returns the plug-ins of this installation. */
export async function fetchDynamicPlugins(): Promise<readonly DynamicPluginResponse[]> {
  return (await call<{ readonly result: readonly DynamicPluginResponse[] }>('GET', paths.dynamicPlugins())).result
}
