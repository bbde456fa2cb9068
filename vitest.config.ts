import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      '{core,calls,controls,filters,charts,client,server,demo,bench,testing,scripts,ui}/**/*.test.{ts,tsx,mjs}',
    ],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
