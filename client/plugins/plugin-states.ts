/** What is known of one plug-in: it is being fetched, or its loading is over, well or with an error. */
export type PluginState =
  | { readonly status: 'mounting' }
  | { readonly status: 'complete'; readonly error: Error | undefined }

/** What is known of all plug-ins, by key. */
export type PluginStates = Readonly<Record<string, PluginState>>

/** All of them before any has come. */
export function mounting(keys: readonly string[]): PluginStates {
  return Object.fromEntries(keys.map((key) => [key, { status: 'mounting' }]))
}

/** One has come, or has failed by `error`. One that nobody waits for any more, or never did, changes nothing. */
export function completed(states: PluginStates, key: string, error?: Error): PluginStates {
  return states[key]?.status === 'mounting' ? { ...states, [key]: { status: 'complete', error } } : states
}

/** Whether any is still being fetched: the phase of loading ends when every one is complete, also those that failed. */
export function isLoading(states: PluginStates): boolean {
  return Object.values(states).some(({ status }) => status === 'mounting')
}
