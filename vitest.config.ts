import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const rooms = '{core,calls,controls,filters,charts,client,server,demo,bench,testing,scripts,stress,ui}'
/** Tests of rooms that know neither a server nor a file. */
const pure = '{core,calls,controls,filters,charts,ui,client}/**/*.test.{ts,tsx}'
/** Tests that press, type and choose in a document. */
const inDocument = `${rooms}/**/*.dom.test.tsx`

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // One less than there are cores would be one on a small machine, and most of its time is waiting.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // A test that asserts nothing proves nothing.
    expect: { requireAssertions: true },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: [`${rooms}/**/*.test.{ts,tsx,mjs}`],
          exclude: ['**/node_modules/**', inDocument, pure],
          setupFiles: ['testing/requests.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'pure',
          include: [pure],
          exclude: ['**/node_modules/**', inDocument],
          // What they share is never changed, so it is read once for all files.
          isolate: false,
          setupFiles: ['testing/requests.ts', 'testing/fresh-calls.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          include: [inDocument],
          environment: 'happy-dom',
          // The Views are read once for all files: what a file leaves behind is taken away after each test.
          isolate: false,
          setupFiles: ['testing/dom.ts'],
        },
      },
    ],
  },
})
