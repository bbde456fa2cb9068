import * as z from 'zod'

/** Loaded tables and imported bundles of the example data, and how many there are. */
export const exampleProgress = z.object({ loaded: z.int().min(0), total: z.int().min(0) })
export type ExampleProgress = z.infer<typeof exampleProgress>

/** The load of the example data that this server process started; `none` if it started none, or once all is loaded. */
const exampleLoad = exampleProgress.extend({ state: z.enum(['none', 'loading', 'failed']) })
export type ExampleLoad = z.infer<typeof exampleLoad>

export const exampleLoadResponse = z.object({ result: exampleLoad })
