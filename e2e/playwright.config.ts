import { defineConfig } from '@playwright/test'
import { findChromium } from '../scripts/test/programs.mjs'

const chromium = findChromium()

export default defineConfig({
  testDir: '.',
  testMatch: '*.walk.ts',
  globalSetup: './build.ts',
  fullyParallel: false,
  // `npm test` runs the walks in parts of one worker each, beside its other steps.
  workers: process.env['CI'] ? 1 : 2,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    // Emptied between walks and kept: a page begins with scripts that are read and compiled already.
    reuseContext: true,
    locale: 'en-US',
    timezoneId: 'UTC',
    viewport: { width: 1440, height: 900 },
    actionTimeout: 30_000,
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
      args: [
        '--no-sandbox',
        '--disable-dev-shm-usage',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // The browser asks no name server for what it wants of its own.
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
        '--no-first-run',
      ],
    },
  },
})
