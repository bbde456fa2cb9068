import { hasPermission } from '#core/access/ability.ts'
import { session } from '#client/session/session.ts'

let phase: Promise<unknown> | undefined

/**
 * Resolves once every plug-in has loaded or failed; at once if the feature flag is off. Loads them only once. Rejects if
 * the code that loads them does not arrive; the next call tries again.
 */
export function ensurePluginsLoaded(): Promise<unknown> {
  const { flags, user } = session()
  if (!flags.DYNAMIC_PLUGINS || !hasPermission(user, 'can_read', 'DynamicPlugin')) return Promise.resolve()
  phase ??= import('./load-plugins.ts').then(
    ({ loadPlugins }) => loadPlugins(),
    (error: unknown) => {
      phase = undefined
      throw error
    },
  )
  return phase
}
