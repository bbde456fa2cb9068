import type { Page, Request } from '@playwright/test'
import { openDashboardWith } from './dashboards.ts'
import { chart, expectDrawn, queryFlights } from './charts.ts'
import { expect, test } from './facet.ts'

/**
 * Records the widths that queries of a page request from now on, in order. Requests for cached results only, which a
 * slow chart sends for its earlier views, run no query.
 */
function requestedWidths(page: Page): number[] {
  const widths: number[] = []
  page.on('request', (request: Request) => {
    const body = request.postData() ?? ''
    const found = /"sample":\{"width":(\d+)/.exec(body)
    if (found && !body.includes('"only_cached":true')) widths.push(Number(found[1]))
  })
  return widths
}

test('A card requests as many points as it has pixels, and more when it fills the window', async ({ page, facet }) => {
  const widths = requestedWidths(page)
  const form = {
    viz_type: 'echarts_timeseries_line',
    x_axis: 'date',
    time_grain_sqla: 'PT1M',
    metrics: ['flights'],
    row_limit: 10_000,
  }
  await openDashboardWith(page, facet, [{ name: 'In a third', form, width: 4 }])
  const card = chart(page, 'In a third')
  const minutes = await queryFlights("count(DISTINCT date_trunc('minute', date))")
  const sentence = `shown: first, last, least and greatest of each pixel; ${minutes.toLocaleString('en-US')} points`
  await expect(card).toContainText(sentence)
  await expectDrawn(page, 1)
  // A third of 1,440 pixels.
  expect(widths).toEqual([512])
  await card.hover()
  await card.getByRole('button', { name: 'Options for In a third' }).click()
  await page.getByRole('menuitem', { name: 'Enter fullscreen' }).click()
  await expect.poll(() => widths).toEqual([512, 1536])
  await expect(card).toContainText(sentence)
  await page.keyboard.press('Escape')
  await expect.poll(async () => (await card.boundingBox())?.width ?? 0).toBeLessThan(512)
  await expect(card).toContainText(sentence)
  expect(widths).toEqual([512, 1536])
})

test('Scatter and rolling charts are sampled for the visible range, and a zoom requests more points', async ({
  page,
  facet,
}) => {
  const form = { x_axis: 'date', time_grain_sqla: 'PT1M', metrics: ['flights'], zoomable: true, row_limit: 10_000 }
  const scatter = { ...form, viz_type: 'echarts_timeseries_scatter' }
  const rolled = { ...form, viz_type: 'echarts_timeseries_line', rolling_type: 'cumsum' }
  await openDashboardWith(page, facet, [
    { name: 'As points', form: scatter, width: 6 },
    { name: 'Summed up', form: rolled, width: 6 },
  ])
  const minutes = (await queryFlights("count(DISTINCT date_trunc('minute', date))")).toLocaleString('en-US')
  const shown = 'shown: first, last, least and greatest of each pixel;'
  const sentences = {
    'As points': `${shown} ${minutes} points`,
    // Steps are computed from the rows within the limit.
    'Summed up': `${shown} 10,000 points, cut at the row limit`,
  }
  await expectDrawn(page, 2)
  for (const [name, sentence] of Object.entries(sentences)) {
    const card = chart(page, name)
    await expect(card).toContainText(sentence)
    const box = (await card.getByRole('application').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 3)
    const isNear = (body: string | null) => body !== null && /"sample":\{"width":\d+,"from":\d+,"to":\d+\}/.test(body)
    const pending = page.waitForRequest((request) => isNear(request.postData()))
    await page.mouse.wheel(0, -400)
    expect((await (await pending).response())?.status()).toBe(200)
    await expectDrawn(page, 2)
    await expect(card).toContainText(sentence)
  }
})
