import type { Page, Request } from '@playwright/test'
import { boardOf } from './boards.ts'
import { chart, expectDrawn, flightsSay } from './charts.ts'
import { expect, test } from './facet.ts'

/** The widths that the questions of a page are asked for from now on, in order. */
function widthsAsked(page: Page): number[] {
  const widths: number[] = []
  page.on('request', (request: Request) => {
    const found = /"sample":\{"width":(\d+)/.exec(request.postData() ?? '')
    if (found) widths.push(Number(found[1]))
  })
  return widths
}

test('a card asks for as many pixels as it has, and for more when it fills the window', async ({ page, facet }) => {
  const widths = widthsAsked(page)
  const form = {
    viz_type: 'echarts_timeseries_line',
    x_axis: 'date',
    time_grain_sqla: 'PT1M',
    metrics: ['flights'],
    row_limit: 10_000,
  }
  await boardOf(page, facet, [{ name: 'In a third', form, width: 4 }])
  const card = chart(page, 'In a third')
  const minutes = await flightsSay("count(DISTINCT date_trunc('minute', date))")
  const sentence = `shown: first, last, least and greatest of each pixel; ${minutes.toLocaleString('en-US')} points`
  await expect(card).toContainText(sentence)
  await expectDrawn(page, 1)
  // A third of 1,440 pixels.
  expect(widths).toEqual([512])
  await card.hover()
  await card.getByRole('button', { name: 'More for In a third' }).click()
  await page.getByRole('menuitem', { name: 'Enter fullscreen' }).click()
  await expect.poll(() => widths).toEqual([512, 2048])
  await expect(card).toContainText(sentence)
  await page.keyboard.press('Escape')
  await expect.poll(async () => (await card.boundingBox())?.width ?? 0).toBeLessThan(512)
  await expect(card).toContainText(sentence)
  expect(widths).toEqual([512, 2048])
})
