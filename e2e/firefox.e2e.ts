import { expect, newHome, startFacet, test } from './facet.ts'
import { type FirefoxPage, KEYS, withFirefox } from './firefox.ts'

/** The statuses of all charts. */
const STATUSES = `[...document.querySelectorAll('[data-status]')].map((frame) => frame.dataset.status)`

async function expectHeading(page: FirefoxPage, text: RegExp): Promise<void> {
  await expect.poll(() => page.evaluate<string>(`document.querySelector('h1')?.textContent ?? ''`)).toMatch(text)
}

/** Waits until this many charts are drawn, and none has failed or is loading. */
async function expectDrawn(page: FirefoxPage, count: number): Promise<void> {
  await expect
    .poll(async () => {
      const statuses = await page.evaluate<readonly string[]>(STATUSES)
      const other = statuses.filter((status) => status !== 'rendered' && status !== '')
      return { isEnough: statuses.filter((status) => status === 'rendered').length >= count, other }
    })
    .toEqual({ isEnough: true, other: [] })
}

/** Expects that the page is not wider than its window. */
async function expectNoSidewaysScroll(page: FirefoxPage): Promise<void> {
  const root = 'document.documentElement'
  await expect.poll(() => page.evaluate<number>(`${root}.scrollWidth - ${root}.clientWidth`)).toBeLessThanOrEqual(0)
}

test('Home, a dashboard, explore and the SQL editor work in Firefox', async () => {
  const facet = await startFacet({}, undefined, await newHome(true))
  try {
    await withFirefox(async (page) => {
      await page.resize(1440, 900)
      await page.goto(facet.link)
      await expectHeading(page, /Sign in to Facet/)
      await page.evaluate("document.querySelector('button').click()")
      await expectHeading(page, /^(?!Sign in)\S/)
      await expectNoSidewaysScroll(page)

      await page.goto(`${facet.url}/dashboard/flights`)
      await expectHeading(page, /Three million flights/)
      await expectDrawn(page, 6)
      await expectNoSidewaysScroll(page)
      await page.resize(390, 844)
      await expectDrawn(page, 2)
      await expectNoSidewaysScroll(page)
      await page.resize(1440, 900)

      await page.goto(`${facet.url}/explore/?slice_id=1`)
      await expectDrawn(page, 1)

      await page.goto(`${facet.url}/sqllab`)
      await expectHeading(page, /SQL editor/)
      await expect.poll(() => page.evaluate(`!!document.querySelector('.cm-content')`)).toBe(true)
      await page.evaluate(`document.querySelector('.cm-content').focus()`)
      await page.press('a', KEYS.control)
      await page.type('SELECT 40 + 2 AS answer')
      await page.press(KEYS.escape)
      await page.press(KEYS.enter, KEYS.control)
      const cells = `[...document.querySelectorAll('[role=gridcell]')].map((cell) => cell.textContent)`
      await expect.poll(() => page.evaluate(cells)).toContain('42')
      expect(page.errors).toEqual([])
    })
  } finally {
    await facet.stop()
  }
})
