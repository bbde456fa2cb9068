import { allFlights, openDashboardWith, type PlacedChart } from './dashboards.ts'
import { chart, expectDrawn, figure, queryFlights } from './charts.ts'
import { expect, expectAccessible, test } from './facet.ts'

const ALL = 3_000_000
const byMonth: PlacedChart = {
  name: 'By month',
  form: { viz_type: 'echarts_timeseries_line', x_axis: 'date', time_grain_sqla: 'P1M', metrics: ['flights'] },
  width: 8,
}
const byMinute: PlacedChart = {
  name: 'By minute',
  form: {
    viz_type: 'echarts_timeseries_line',
    x_axis: 'date',
    time_grain_sqla: 'PT1M',
    metrics: ['flights'],
    zoomable: true,
    row_limit: 10_000,
  },
  width: 12,
}

test('A time range brushed in one chart filters the others, by mouse and by keyboard', async ({ page, facet }) => {
  await openDashboardWith(page, facet, [byMonth, allFlights])
  const picture = chart(page, 'By month').getByRole('application')
  const strip = picture.locator('[data-brush]')
  const says = (value: number) => expect(figure(page, 'All flights', value)).toBeVisible()
  const sentence = page.getByRole('group', { name: 'What narrows this page' })
  const within = (from: string, until: string) => queryFlights('count(*)', `date >= '${from}' AND date < '${until}'`)

  await test.step('keys select three months, and Escape restores the full range', async () => {
    await expect(strip).toBeHidden()
    await picture.focus()
    await page.keyboard.press('ArrowRight')
    for (let step = 0; step < 2; step++) await page.keyboard.press('Shift+ArrowRight')
    await expect(strip).toBeVisible()
    await says(ALL)
    await page.keyboard.press('Enter')
    await says(await within('2001-01-01', '2001-04-01'))
    await expect(sentence).toContainText('Jan 2001 – Mar 2001')
    await expectAccessible(page)
    await page.reload()
    await says(await within('2001-01-01', '2001-04-01'))
    await expect(strip).toBeVisible()
    await page.keyboard.press('Escape')
    await says(ALL)
    await expect(strip).toBeHidden()
  })

  await test.step('a drag selects every month it touches, and Escape cancels it', async () => {
    const box = (await picture.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    const middle = box.y + box.height / 2
    const draw = async (from: number, to: number) => {
      await page.mouse.move(box.x + box.width * from, middle)
      await page.mouse.down()
      await page.mouse.move(box.x + box.width * to, middle, { steps: 5 })
    }
    await draw(0.4, 0.8)
    await expect(strip).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(strip).toBeHidden()
    await page.mouse.up()
    await says(ALL)
    const pending = page.waitForRequest((request) => request.url().endsWith('/api/v1/chart/data/batch'))
    await draw(0.4, 0.8)
    await page.mouse.up()
    const body = (await pending).postData() ?? ''
    const [first, last] = ['>=', '<='].map((op) => Number(new RegExp(`"op":"${op}","val":(\\d+)`).exec(body)?.[1]))
    const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)
    const end = new Date(last ?? 0)
    end.setUTCMonth(end.getUTCMonth() + 1)
    expect(first).toBeGreaterThan(Date.UTC(2001, 0, 1))
    expect(end.getTime()).toBeLessThan(Date.UTC(2001, 6, 1))
    await says(await within(day(first ?? 0), day(end.getTime())))
  })
})

test('A long line shows how it is sampled, and a zoom requests more points of the visible range', async ({
  page,
  facet,
}) => {
  await openDashboardWith(page, facet, [byMinute])
  const long = chart(page, 'By minute')
  const minutes = await queryFlights("count(DISTINCT date_trunc('minute', date))")
  const sentence = `shown: first, last, least and greatest of each pixel; ${minutes.toLocaleString('en-US')} points`
  await expect(long).toContainText(sentence)
  await expectDrawn(page, 1)
  const box = (await long.getByRole('application').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 3)
  const isNear = (body: string | null) => body !== null && /"sample":\{"width":\d+,"from":\d+,"to":\d+\}/.test(body)
  const pending = page.waitForRequest((request) => isNear(request.postData()))
  await page.mouse.wheel(0, -400)
  const near = await pending
  expect((await near.response())?.status()).toBe(200)
  await expectDrawn(page, 1)
  await expect(long).toContainText(sentence)
})
