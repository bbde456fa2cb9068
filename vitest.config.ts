import { defineConfig } from 'vitest/config'

const rooms = '{core,calls,controls,filters,charts,client,server,demo,bench,stress,testing,scripts,ui}'
/** Tests that press, type and choose in a document. */
const inDocument = `${rooms}/**/*.dom.test.tsx`

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // A test that asserts nothing proves nothing.
    expect: { requireAssertions: true },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: [`${rooms}/**/*.test.{ts,tsx,mjs}`],
          exclude: ['**/node_modules/**', inDocument],
          setupFiles: ['testing/requests.ts'],
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
