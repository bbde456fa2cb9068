import type { ExampleLoad } from '#core/rest/example-load.ts'
import { call } from '#calls/call.ts'

/** Returns the progress of the load of the example data. */
export async function fetchExampleLoad(signal?: AbortSignal): Promise<ExampleLoad> {
  const { result } = await call<{ result: ExampleLoad }>('GET', '/api/v1/example_load/', { signal })
  return result
}
