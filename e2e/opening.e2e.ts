import type { Page } from '@playwright/test'
import { callsOf } from './calls.ts'
import { chart, figure } from './charts.ts'
import { allFlights, createDashboardWith, type PlacedChart } from './dashboards.ts'
import { expect, test } from './facet.ts'

test.use({ allowErrors: /status of 404/ })

/** A request of the page: its URL, whether the client had rendered anything before, and the number of charts. */
interface Sent {
  readonly path: string
  readonly isStarted: boolean
  readonly drawn: number
}

declare global {
  interface Window {
    sentByPage: Sent[]
  }
}

/** Makes each page record the requests it sends. */
async function noteCalls(page: Page): Promise<() => Promise<readonly Sent[]>> {
  await page.addInitScript(() => {
    const send = window.fetch.bind(window)
    window.sentByPage = []
    window.fetch = (input, init) => {
      const path = new URL(input instanceof Request ? input.url : input, location.href).pathname
      window.sentByPage.push({
        path,
        isStarted: document.querySelector('.waiting') === null,
        drawn: document.querySelectorAll('[data-chart]').length,
      })
      return send(input, init)
    }
  })
  return () => page.evaluate(() => window.sentByPage)
}

const START = ['', '/charts', '/datasets'].map((part) => `/api/v1/dashboard/flights${part}`)
const BATCH = '/api/v1/chart/data/batch'

test('A dashboard requests its metadata first and once, then its charts before it draws one', async ({
  page,
  facet,
}) => {
  const sent = await noteCalls(page)
  const opened = async () => {
    await expect(figure(page, 'Flights', 3_000_000)).toBeVisible()
    await page.waitForLoadState('networkidle')
    return sent()
  }
  await page.goto(`${facet.url}/dashboard/flights/`)
  const first = await opened()
  expect(first.slice(0, 3)).toEqual(START.map((path) => ({ path, isStarted: false, drawn: 0 })))
  expect(first.filter(({ path }) => START.includes(path))).toHaveLength(3)
  expect(first.find(({ path }) => path === BATCH)?.drawn).toBe(0)

  await test.step('a reload does the same', async () => {
    await page.reload()
    const again = await opened()
    expect(again.filter(({ path }) => START.includes(path))).toEqual(first.slice(0, 3))
    expect(again.find(({ path }) => path === BATCH)?.drawn).toBe(0)
  })

  await test.step('navigation within the application requests each again once', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboards' }).click()
    await expect(page.getByRole('heading', { name: 'Dashboards' })).toBeVisible()
    const before = (await sent()).length
    await page.goBack()
    await expect(chart(page, 'Flights')).toBeVisible()
    const now = (await opened()).slice(before)
    expect(now.filter(({ path }) => START.includes(path)).map(({ path }) => path)).toEqual(START)
  })
})

test('On a slow network a dashboard shows that it loads, and shows its numbers before the drawing library', async ({
  page,
  facet,
}) => {
  const hold = async (files: RegExp) => {
    let release = () => {}
    const isReleased = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(files, async (route) => {
      await isReleased
      await route.fallback()
    })
    return release
  }
  const byOrigin: PlacedChart = { name: 'By origin', form: { viz_type: 'pie', groupby: ['origin'], metric: 'flights' } }
  const id = await createDashboardWith(await callsOf(page, facet), [allFlights, byOrigin])
  const releaseCode = await hold(/\/assets\/(?!theme-).*\.js$/)
  const releaseDrawing = await hold(/\/assets\/drawing-.*\.js$/)
  await page.goto(`${facet.url}/dashboard/${id}/`, { waitUntil: 'commit' })
  await expect(page.locator('.waiting[aria-busy=true]')).toBeVisible()
  releaseCode()
  await expect(figure(page, 'All flights', 3_000_000)).toBeVisible()
  const pie = chart(page, 'By origin')
  await expect(pie.locator('[aria-busy=true] [data-shape]')).toBeVisible()
  await expect(pie.locator('canvas')).toHaveCount(0)
  releaseDrawing()
  await expect(pie.locator('[data-status=rendered] canvas').first()).toBeVisible()
})

test('A missing dashboard is requested once and reported', async ({ page, facet }) => {
  const sent = await noteCalls(page)
  await page.goto(`${facet.url}/dashboard/nowhere/`)
  await expect(page.getByText('Dashboard not found')).toBeVisible()
  const calls = (await sent()).filter(({ path }) => path.startsWith('/api/v1/dashboard/nowhere'))
  expect(calls).toHaveLength(3)
})
