import { type ExampleLoad, exampleLoadResponse } from '#core/rest/example-load.ts'
import { type Route, jsonResponse } from '#server/route/route.ts'

const NO_LOAD: ExampleLoad = { state: 'none', loaded: 0, total: 0 }

/** Progress of the load of the example data, for pages that would otherwise be empty after the first start. */
export const exampleLoadRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/',
    policy: { allow: 'signed in' },
    responses: { 200: exampleLoadResponse },
    handler: async ({ context }) => jsonResponse(exampleLoadResponse, { result: context.exampleLoad?.() ?? NO_LOAD }),
  },
]
