import { existsSync } from 'node:fs'
import { type Browser, chromium } from '@playwright/test'
import { CHROMIUM_ARGS } from '../scripts/test/chromium-args.mjs'

const CHROMIUM = '/usr/bin/chromium'

/** Runs `work` with a new browser. */
export async function withBrowser(work: (browser: Browser) => Promise<void>): Promise<void> {
  const browser = await chromium.launch({
    ...(existsSync(CHROMIUM) ? { executablePath: CHROMIUM } : {}),
    args: CHROMIUM_ARGS,
  })
  try {
    await work(browser)
  } finally {
    await browser.close()
  }
}
