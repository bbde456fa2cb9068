import { allFlights, openDashboardWith, type PlacedChart } from './dashboards.ts'
import { chart, figure, queryFlights } from './charts.ts'
import { expect, expectAccessible, test } from './facet.ts'

const ALL = 3_000_000
const byOrigin: PlacedChart = {
  name: 'By origin',
  form: { viz_type: 'table', query_mode: 'aggregate', groupby: ['origin'], metrics: ['flights'], row_limit: 10 },
}
const bars: PlacedChart = {
  name: 'Bars',
  form: { viz_type: 'echarts_timeseries_bar', x_axis: 'origin', metrics: ['flights'], groupby: [], row_limit: 5 },
}

test('A mark is selected, excluded, drilled by, drilled to detail and copied, by mouse and by keyboard', async ({
  page,
  facet,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const [ord, atl] = [
    await queryFlights('count(*)', "origin = 'ORD'"),
    await queryFlights('count(*)', "origin = 'ATL'"),
  ]
  await openDashboardWith(page, facet, [byOrigin, allFlights, bars])
  const cell = (text: string) => chart(page, 'By origin').getByText(text, { exact: true })
  const says = (value: number) => expect(figure(page, 'All flights', value)).toBeVisible()
  const sentence = page.getByRole('group', { name: 'What narrows this page' })
  const act = async (...names: (string | RegExp)[]) => {
    for (const name of names) await page.getByRole('menuitem', { name }).click()
  }

  await test.step('excludes a mark by its menu and by Alt, and Escape undoes it', async () => {
    const { x, y, width, height } = (await cell('ORD').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    await cell('ORD').click({ button: 'right' })
    const menu = await page.getByRole('menu').boundingBox()
    expect(Math.abs((menu?.x ?? 0) - (x + width / 2))).toBeLessThan(16)
    expect(Math.abs((menu?.y ?? 0) - (y + height / 2))).toBeLessThan(16)
    await expectAccessible(page)
    await act('Exclude ORD')
    await says(ALL - ord)
    await cell('ATL').click({ modifiers: ['Alt'] })
    await says(ALL - ord - atl)
    await expect(sentence).toContainText('not ORD, ATL')
    await page.reload()
    await says(ALL - ord - atl)
    await page.keyboard.press('Escape')
    await says(ALL)
  })

  await test.step('adds a mark to the selection', async () => {
    await cell('ORD').click({ button: 'right' })
    await act('Filter by ORD')
    await says(ord)
    await cell('ATL').click({ button: 'right' })
    await act('Add ATL to the filter')
    await says(ord + atl)
    await page.keyboard.press('Escape')
    await says(ALL)
  })

  await test.step('drills by another column, and restores it from the URL', async () => {
    const most = await queryFlights(
      'max(n)',
      'true',
      "(SELECT count(*) AS n FROM flights WHERE origin = 'ORD' GROUP BY destination)",
    )
    const way = chart(page, 'By origin').getByRole('navigation', { name: 'Way into the chart' })
    await cell('ORD').click({ button: 'right' })
    await act('Drill by', /^destination$/i)
    await expect(way).toContainText(/ORD by destination/i)
    await expect(cell(most.toLocaleString('en-US'))).toBeVisible()
    await says(ALL)
    await page.reload()
    await expect(cell(most.toLocaleString('en-US'))).toBeVisible()
    await page.goBack()
    await expect(cell('ORD')).toBeVisible()
    await page.goForward()
    await expect(way).toBeVisible()
    await way.getByRole('button', { name: 'All' }).click()
    await expect(cell('ORD')).toBeVisible()
    await expect(way).toHaveCount(0)
  })

  await test.step('the menu key opens the menu of the bar that is focused by arrow keys', async () => {
    const picture = chart(page, 'Bars').getByRole('application')
    await picture.focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ContextMenu')
    await expect(page.getByRole('menuitem', { name: /^Filter by / })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(picture).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(sentence).toContainText('Bars:')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await says(ALL)
    await picture.focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Shift+F10')
    await expect(page.getByRole('menuitem', { name: /^Filter by / })).toBeFocused()
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowRight']) await page.keyboard.press(key)
    await expect(page.getByRole('menuitem', { name: 'Flight date' })).toBeFocused()
    await page.keyboard.type('weekd')
    await page.keyboard.press('Enter')
    const way = chart(page, 'Bars').getByRole('navigation', { name: 'Way into the chart' })
    await expect(way).toContainText(/by weekday/i)
    await way.getByRole('button', { name: 'All' }).press('Enter')
    await expect(way).toHaveCount(0)
  })

  await test.step('shows the rows of a mark, and copies its text', async () => {
    await cell('ORD').click({ button: 'right' })
    await act('Drill to detail')
    const dialog = page.getByRole('dialog', { name: 'Drill to detail: By origin' })
    await expect(dialog.getByText('origin = ORD')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await cell('ORD').click({ button: 'right' })
    await act(/^Copy/)
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('ORD')
  })
})

const months: PlacedChart = {
  name: 'Months',
  form: { viz_type: 'echarts_timeseries_bar', metrics: ['flights'], groupby: [], time_grain_sqla: 'P1M' },
}
const TWO = ['ORD', 'ATL']
const ofTwo = { expressionType: 'SIMPLE', clause: 'WHERE', subject: 'origin', operator: 'IN', comparator: TWO }
const monthsOfTwo: PlacedChart = {
  name: 'Months of two',
  form: { ...months.form, groupby: ['origin'], stack: 'Stack', adhoc_filters: [ofTwo] },
  width: 6,
}

test("Drill to detail shows the rows of the bar's period and series", async ({ page, facet }) => {
  await openDashboardWith(page, facet, [months, monthsOfTwo])
  const rowsOf = async (name: string, count: number) => {
    const dialog = page.getByRole('dialog', { name: `Drill to detail: ${name}` })
    await expect(dialog.getByText(count.toLocaleString('en-US')).first()).toBeVisible()
    return dialog
  }

  await test.step('the keyboard selects a mark in a chart of one series', async () => {
    const march = await queryFlights('count(*)', "date >= '2001-03-01' AND date < '2001-04-01'")
    await chart(page, 'Months').getByRole('application').focus()
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ContextMenu']) await page.keyboard.press(key)
    await expect(page.getByRole('menuitem', { name: /^Filter by / })).toHaveCount(0)
    await page.getByRole('menuitem', { name: 'Drill to detail' }).click()
    const dialog = await rowsOf('Months', march)
    await expect(dialog.getByText('= Mar 2001')).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('the mouse selects a segment of a bar', async () => {
    const picture = chart(page, 'Months of two').getByRole('application')
    const { width, height } = (await picture.boundingBox()) ?? { width: 0, height: 0 }
    await picture.click({ button: 'right', position: { x: width / 2, y: height * 0.72 } })
    await page.getByRole('menuitem', { name: 'Drill to detail' }).click()
    const dialog = page.getByRole('dialog', { name: 'Drill to detail: Months of two' })
    const chips = await dialog.getByText(/ = /).allTextContents()
    const [origin = ''] = chips.flatMap((text) => /origin = (\w+)/i.exec(text)?.[1] ?? [])
    const [month = ''] = chips.flatMap((text) => /= (\w{3} 2001)/.exec(text)?.[1] ?? [])
    expect(TWO).toContain(origin)
    expect(month).toMatch(/ 2001$/)
    const where = `origin = '${origin}' AND strftime(date, '%b %Y') = '${month}'`
    await rowsOf('Months of two', await queryFlights('count(*)', where))
  })
})

test('Pages a table and drags its columns, and restores both from the URL', async ({ page, facet }) => {
  const paged = {
    viz_type: 'table',
    query_mode: 'aggregate',
    groupby: ['origin', 'destination'],
    metrics: ['flights'],
    server_pagination: true,
    server_page_length: 20,
    include_search: true,
    allow_rearrange_columns: true,
  }
  const routes = await queryFlights('count(DISTINCT (origin, destination))')
  const fromOrd = await queryFlights('count(DISTINCT destination)', "origin = 'ORD'")
  await openDashboardWith(page, facet, [{ name: 'Routes', form: paged }])
  const tile = chart(page, 'Routes')
  const which = (from: number, to: number, all: number) =>
    expect(tile.getByText(`Rows ${from} – ${to} of ${all.toLocaleString('en-US')}`, { exact: true })).toBeVisible()
  const heads = tile.getByRole('columnheader')

  await test.step('requests each page once', async () => {
    await which(1, 20, routes)
    let questions = 0
    page.on('request', (request) => {
      if (request.url().includes('/api/v1/chart/data')) questions += 1
    })
    await tile.getByRole('button', { name: 'Next page' }).click()
    await which(21, 40, routes)
    expect(questions).toBe(1)
    await tile.getByRole('searchbox').fill('ORD')
    await which(1, Math.min(20, fromOrd), fromOrd)
    expect(questions).toBe(2)
    await tile.getByRole('button', { name: 'Next page' }).click()
    await which(21, Math.min(40, fromOrd), fromOrd)
  })

  await test.step('drags a column, and pins it by its menu', async () => {
    await expect(heads).toContainText(['origin', 'destination', 'Flights'], { ignoreCase: true })
    const [from, to] = [await heads.nth(0).boundingBox(), await heads.nth(1).boundingBox()]
    const middle = (box: typeof from) => [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + 12] as const
    await page.mouse.move(...middle(from))
    await page.mouse.down()
    await page.mouse.move(...middle(to), { steps: 8 })
    await page.mouse.up()
    await expect(heads).toContainText(['destination', 'origin', 'Flights'], { ignoreCase: true })
    await heads.nth(2).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Pin left' }).click()
    await expect(heads).toContainText(['Flights', 'destination', 'origin'], { ignoreCase: true })
    await expectAccessible(page)
  })

  await test.step('the URL restores page, search and columns', async () => {
    await page.reload()
    await which(21, Math.min(40, fromOrd), fromOrd)
    await expect(heads).toContainText(['Flights', 'destination', 'origin'], { ignoreCase: true })
    await expect(tile.getByRole('searchbox')).toHaveValue('ORD')
  })
})
