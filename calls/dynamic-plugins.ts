import { call } from '#calls/call.ts'
import { paths } from '#core/rest/paths.ts'

/** A plug-in as sent to browsers. */
export interface ReadPlugin {
  readonly key: string
  readonly bundle_url: string
  readonly integrity: string
}

/** Returns the plug-ins of this installation. */
export async function readDynamicPlugins(): Promise<readonly ReadPlugin[]> {
  return (await call<{ readonly result: readonly ReadPlugin[] }>('GET', paths.dynamicPlugins())).result
}
