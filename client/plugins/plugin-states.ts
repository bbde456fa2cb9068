/** The state of one plug-in: loading, loaded, or failed with an error. */
export type PluginState =
  | { readonly status: 'mounting' }
  | { readonly status: 'complete'; readonly error: Error | undefined }

/** The states of all plug-ins, by key. */
export type PluginStates = Readonly<Record<string, PluginState>>

/** Returns the initial states: all loading. */
export function initialPluginStates(keys: readonly string[]): PluginStates {
  return Object.fromEntries(keys.map((key) => [key, { status: 'mounting' }]))
}

/** Marks a plug-in as loaded, or as failed with `error`. Keys that are not loading are ignored. */
export function withLoadedPlugin(states: PluginStates, key: string, error?: Error): PluginStates {
  return states[key]?.status === 'mounting' ? { ...states, [key]: { status: 'complete', error } } : states
}

/** True while a plug-in is loading. Loading ends when all have loaded or failed. */
export function isLoading(states: PluginStates): boolean {
  return Object.values(states).some(({ status }) => status === 'mounting')
}
