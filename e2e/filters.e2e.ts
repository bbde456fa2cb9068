import type { Locator, Page } from '@playwright/test'
import { batches, chart, expectDrawn, figure, queryFlights } from './charts.ts'
import { expect, test } from './facet.ts'

const FIRST_CHARTS = 9

async function openFlights(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/dashboard/flights`)
  await expectDrawn(page, FIRST_CHARTS)
  await expect(page.getByRole('listbox', { name: 'Origin' }).getByRole('option').first()).toBeVisible()
}

/** Waits until the big number shows this many flights. */
const expectFlights = (page: Page, count: number) => expect(figure(page, 'Flights', count)).toBeVisible()
const apply = (page: Page) => page.getByRole('button', { name: 'Apply filters' }).click()
const sentence = (page: Page) => page.getByRole('group', { name: 'What narrows this page' })

interface Point {
  readonly x: number
  readonly y: number
}

/** Returns the first strongly colored point of a chart from a start (shares of its size) in a direction (pixels). */
function colored(canvas: Locator, start: Point, direction: Point): Promise<Point> {
  return canvas.evaluate(
    (element, { from, step }) => {
      const picture = element as HTMLCanvasElement
      const scale = picture.width / picture.clientWidth
      const chartTheme = picture.getContext('2d')
      for (let at = 0; at < 2000; at++) {
        const x = from.x * picture.clientWidth + step.x * at
        const y = from.y * picture.clientHeight + step.y * at
        const [red = 0, green = 0, blue = 0, alpha = 0] =
          chartTheme?.getImageData(x * scale, y * scale, 1, 1).data ?? []
        if (alpha > 200 && Math.max(red, green, blue) - Math.min(red, green, blue) > 80)
          return { x: x + step.x * 4, y: y + step.y * 4 }
      }
      throw new Error('The picture has no strong colour there.')
    },
    { from: start, step: direction },
  )
}

test('A filter value filters every chart by one request, is shown above them and can be removed', async ({
  page,
  facet,
}) => {
  const expected = await queryFlights('count(*)', "origin = 'ORD'")
  const late = await queryFlights('round(avg((delay < 15)::INT) * 1000)', "origin = 'ORD'")
  await openFlights(page, facet.url)
  const drawn = await page.locator('[data-status=rendered]').count()
  // Options of other filters may still be loading.
  await page.waitForLoadState('networkidle')
  const requests = batches(page)
  await page.getByRole('listbox', { name: 'Origin' }).getByRole('option', { name: /^ORD/ }).click()
  expect(requests).toEqual([])
  await apply(page)
  await expectFlights(page, expected)
  await expect(chart(page, 'On time')).toContainText(`${(late / 10).toFixed(1)}%`)
  await expectDrawn(page, FIRST_CHARTS)
  const withCharts = requests.filter(({ charts }) => charts.length > 0)
  expect(withCharts).toHaveLength(1)
  expect(new Set(withCharts[0]?.charts).size).toBeGreaterThanOrEqual(drawn)
  await expect(sentence(page)).toContainText('Origin')
  await expect(sentence(page)).toContainText('ORD')
  await page.getByRole('button', { name: 'Clear all' }).click()
  await apply(page)
  await expectFlights(page, 3_000_000)
  await expect(sentence(page)).toContainText('All rows')
})

test('A selected value that is not applied is present after a reload and applied by the button', {
  tag: '@extended',
}, async ({ page, facet }) => {
  const expected = await queryFlights('count(*)', "origin = 'ORD'")
  await openFlights(page, facet.url)
  const option = page.getByRole('listbox', { name: 'Origin' }).getByRole('option', { name: /^ORD/ })
  await option.click()
  await page.reload()
  await expectFlights(page, 3_000_000)
  await expect(option).toHaveAttribute('aria-selected', 'true')
  await apply(page)
  await expectFlights(page, expected)
  await page.reload()
  await expectFlights(page, expected)
  await expect(page.getByRole('button', { name: 'Apply filters' })).toBeDisabled()
})

test('Combines range and time filters', { tag: '@extended' }, async ({ page, facet }) => {
  const expected = await queryFlights(
    'count(*)',
    "distance >= 2000 AND date >= TIMESTAMP '2001-04-01' AND date < TIMESTAMP '2001-05-01'",
  )
  await openFlights(page, facet.url)
  await page.getByRole('spinbutton', { name: 'Minimum Distance' }).fill('2000')
  await page.keyboard.press('Tab')
  await apply(page)
  await expectFlights(page, await queryFlights('count(*)', 'distance >= 2000'))
  await page.getByRole('button', { name: /^Flight date/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: /range type/i }).click()
  await page.getByRole('option', { name: 'Advanced' }).click()
  await dialog.getByRole('textbox', { name: /start/i }).fill('2001-04-01')
  await dialog.getByRole('textbox', { name: /end/i }).fill('2001-05-01')
  await dialog.getByRole('button', { name: 'APPLY' }).click()
  await apply(page)
  await expectFlights(page, expected)
  await expect(sentence(page)).toContainText('Apr 1')
  await page.getByRole('button', { name: 'Remove the filter Distance' }).click()
  await expectFlights(
    page,
    await queryFlights('count(*)', "date >= TIMESTAMP '2001-04-01' AND date < TIMESTAMP '2001-05-01'"),
  )
})

test('Selecting a cell, a slice and a bar filters the other charts; selecting again clears the filter', async ({
  page,
  facet,
}) => {
  await openFlights(page, facet.url)
  const cell = chart(page, 'Busiest origins').getByRole('gridcell', { name: 'DFW' })
  await cell.click()
  await expectFlights(page, await queryFlights('count(*)', "origin = 'DFW'"))
  await expect(chart(page, 'Busiest origins')).toContainText('ORD')
  await expect(sentence(page)).toContainText('Busiest origins:')
  await cell.click()
  await expectFlights(page, 3_000_000)

  const pie = chart(page, 'When people fly').locator('canvas')
  // The largest slice, the morning, starts at the top and extends clockwise over more than a quarter.
  const morning = await colored(pie, { x: 0.5, y: 0.5 }, { x: 1, y: -1 })
  await pie.click({ position: morning })
  await expectFlights(page, 818_962)
  await pie.click({ position: morning })
  await expectFlights(page, 3_000_000)

  const bars = chart(page, 'Delay through the week').locator('canvas')
  await bars.scrollIntoViewIfNeeded()
  await expect(chart(page, 'Delay through the week').locator('[data-status=rendered]')).toBeVisible()
  const day = await colored(bars, { x: 0.4, y: 0 }, { x: 0, y: 1 })
  await bars.click({ position: { x: day.x, y: day.y + 4 } })
  await expect(sentence(page)).toContainText('Delay through the week:')
  const picked = /[1-7] \w{3}/.exec((await sentence(page).textContent()) ?? '')?.[0] ?? ''
  await expectFlights(page, await queryFlights('count(*)', `isodow(date) = ${picked.slice(0, 1)}`))
  await page.getByRole('button', { name: 'Remove the selection in Delay through the week' }).click()
  await expectFlights(page, 3_000_000)
})

test('A tab requests data only once it is opened', { tag: '@extended' }, async ({ page, facet }) => {
  const requests = batches(page)
  await openFlights(page, facet.url)
  const before = requests.flatMap(({ charts }) => charts)
  await page.getByRole('tab', { name: 'Airports' }).click()
  await expectDrawn(page, 2)
  const after = requests.flatMap(({ charts }) => charts).slice(before.length)
  expect(after).toHaveLength(2)
  expect(before.filter((id) => after.includes(id))).toEqual([])
})
