import type { Page } from '@playwright/test'
import { expect, test } from './facet.ts'
import { expectDrawn } from './charts.ts'

/** Tab stops after which a page counts as endless. */
const MAX_STOPS = 300

interface Stop {
  readonly name: string
  /** Whether the element or one of the boxes around it has an outline. */
  readonly hasOutline: boolean
  readonly isVisible: boolean
}

/** Returns the element with the focus; undefined if it is the body. */
const focusedStop = (page: Page): Promise<Stop | undefined> =>
  page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return undefined
    const box = element.getBoundingClientRect()
    const around: Element[] = []
    for (let each: Element | null = element; each && around.length < 4; each = each.parentElement) around.push(each)
    const inside = [...element.querySelectorAll('*')].slice(0, 8)
    return {
      name: `${element.localName} ${element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 40)}`,
      hasOutline: [...around, ...inside].some((each) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(each)
        return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0
      }),
      isVisible: box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth,
    }
  })

/** Presses Tab until the focus leaves the page or is back at its first element; returns what had the focus. */
async function tabThrough(page: Page): Promise<Stop[]> {
  const stops: Stop[] = []
  // Some pages start with the focus in their editor.
  await page.getByRole('link', { name: 'Skip to the content' }).focus()
  while (stops.length < MAX_STOPS) {
    await page.keyboard.press('Tab')
    const stop = await focusedStop(page)
    if (!stop || (stops.length > 2 && stop.name === stops[0]?.name)) break
    stops.push(stop)
  }
  return stops
}

const pages: readonly (readonly [string, (page: Page) => Promise<void>])[] = [
  ['/', (page) => expect(page.getByRole('heading', { level: 1 })).toBeVisible()],
  ['/dashboard/pizza', (page) => expectDrawn(page, 3)],
  ['/explore/?slice_id=1', (page) => expectDrawn(page, 1)],
  ['/sqllab', (page) => expect(page.locator('.cm-content')).toBeVisible()],
]

test('Tab reaches every control, scrolled into view and outlined, in forced colors', async ({ page, facet }) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  for (const [path, isThere] of pages)
    await test.step(path, async () => {
      await page.goto(`${facet.url}${path}`)
      await isThere(page)
      const stops = await tabThrough(page)
      expect(stops.length).toBeGreaterThan(12)
      expect(stops.length).toBeLessThan(MAX_STOPS)
      expect(stops.filter(({ isVisible }) => !isVisible).map(({ name }) => name)).toEqual([])
      expect(stops.filter(({ hasOutline }) => !hasOutline).map(({ name }) => name)).toEqual([])
    })
})

test('No page scrolls sideways at 200 % zoom', async ({ page, facet }) => {
  await page.setViewportSize({ width: 720, height: 450 })
  for (const [path, isThere] of pages)
    await test.step(path, async () => {
      await page.goto(`${facet.url}${path}`)
      await isThere(page)
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
        .toBeLessThanOrEqual(0)
    })
})

/** Returns the controls of a page that lie under another element after they are scrolled into view. */
const coveredControls = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isShown = (element: Element) => {
      const { width, height } = element.getBoundingClientRect()
      return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    }
    const found: string[] = []
    for (const control of document.querySelectorAll('main :is(button, a[href], [role=tab]):not([inert] *)')) {
      if (!isShown(control)) continue
      control.scrollIntoView({ block: 'end', inline: 'nearest', behavior: 'instant' })
      const { left, top, width, height } = control.getBoundingClientRect()
      const hit = document.elementFromPoint(left + width / 2, top + height / 2)
      if (hit && !control.contains(hit) && !hit.contains(control))
        found.push(`${control.getAttribute('aria-label') ?? control.textContent} under ${hit.localName}`)
    }
    return found
  })

const newChart = ['/chart/add', (page: Page) => expect(page.getByRole('heading', { level: 1 })).toBeVisible()] as const

test('No control covers another in low and narrow windows', async ({ page, facet }) => {
  for (const [width, height] of [
    [640, 400],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const [path, isThere] of [...pages, newChart])
      await test.step(`${path} at ${width} x ${height}`, async () => {
        await page.goto(`${facet.url}${path}`)
        await isThere(page)
        await expect.poll(() => coveredControls(page)).toEqual([])
      })
  }
})
