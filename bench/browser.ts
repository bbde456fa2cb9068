import { existsSync } from 'node:fs'
import { type Browser, chromium } from '@playwright/test'

const CHROMIUM = '/usr/bin/chromium'

/** Runs `work` with a new browser. */
export async function withBrowser(work: (browser: Browser) => Promise<void>): Promise<void> {
  const browser = await chromium.launch({
    ...(existsSync(CHROMIUM) ? { executablePath: CHROMIUM } : {}),
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    await work(browser)
  } finally {
    await browser.close()
  }
}
