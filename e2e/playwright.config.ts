import { defineConfig } from '@playwright/test'
import { readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { CHROMIUM_ARGS } from '../scripts/test/chromium-args.mjs'
import { EXTENDED_TAG, excludedFiles } from '../scripts/test/extended.mjs'
import { findHeadlessChromium } from '../scripts/test/programs.mjs'
import { shuffle } from '../scripts/test/shuffle.mjs'

const chromium = findHeadlessChromium()

const seed = process.env['FACET_TEST_SEED']
const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.e2e.ts'))

export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  testIgnore: excludedFiles(/^e2e\//).map((file) => file.replace(/^e2e\//, '**/')),
  ...(process.env['FACET_TEST_SET'] !== 'all' && { grepInvert: EXTENDED_TAG }),
  // Playwright runs files by name and projects in their order: a shuffled run has one project for each file.
  ...(seed && { projects: shuffle(files, Number(seed)).map((file) => ({ name: file, testMatch: file })) }),
  globalSetup: './build.ts',
  fullyParallel: false,
  // Pages wait for timers and servers for half of their time.
  workers: availableParallelism() + 1,
  // A test that passes on retry is green and recorded: see scripts/check/results.mjs.
  retries: process.env['CI'] ? 1 : 0,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    // The context is emptied between tests and reused: a page then starts with scripts that are already compiled.
    reuseContext: true,
    // Tests of motion ask for it: without it pages are ready sooner.
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-US',
    timezoneId: 'UTC',
    viewport: { width: 1440, height: 900 },
    actionTimeout: 30_000,
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
      args: CHROMIUM_ARGS,
    },
  },
})
